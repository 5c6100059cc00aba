import type { Reference } from './read-reference.ts';
import { isFault, type TemplateWord } from './read-template.ts';
import type { ShellPlace } from './shell-place.ts';
import type { PlaceholderFault, TemplateProblem } from './template-problem.ts';

/** A template taken apart: text that stays, and places for values. */
export type Piece = string | ValuePiece;

export interface ValuePiece {
  readonly reference: Reference;
  /** The placeholder as written, with its braces. */
  readonly text: string;
  /** `raw`: as it is. */
  readonly place: ShellPlace | 'raw';
  /** Even a plain value would be read together with what stands around it. */
  readonly mustQuote: boolean;
}

/** Puts pieces together from the front of a template to its end. */
export class PieceList {
  readonly #source: string;
  readonly #pieces: Piece[] = [];
  readonly #problems: TemplateProblem[] = [];
  readonly #configPaths = new Set<string>();
  /** Where the text ends that is in the list already. */
  #end = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get pieces(): readonly Piece[] {
    return this.#pieces;
  }

  get problems(): readonly TemplateProblem[] {
    return this.#problems;
  }

  /** Paths into the config that are read, each once, in order. */
  get configPaths(): readonly string[] {
    return [...this.#configPaths];
  }

  /** Text of the source, up to `offset`. */
  addTextUntil(offset: number): void {
    this.#push(this.#source.slice(this.#end, offset));
    this.#end = offset;
  }

  /** Text in place of that of the source, up to `offset`. */
  addInstead(text: string, offset: number): void {
    this.#push(text);
    this.#end = offset;
  }

  /** A word of ours; its fault, a literal or a place for values. */
  addWord(word: TemplateWord, place: ShellPlace | 'raw', mustQuote: boolean): void {
    const { reading, offset, end, content, isLiteral, doubled } = word;
    const text = `{${content}}`;
    this.addTextUntil(offset);
    this.#end = end;
    if (isLiteral) {
      this.#push('{'.repeat(doubled) + content + '}'.repeat(doubled));
    } else if (isFault(reading)) {
      this.addProblem(reading, word);
    } else {
      this.#push('{'.repeat(doubled));
      this.#pieces.push({ reference: reading, text, place, mustQuote });
      this.#push('}'.repeat(doubled));
      if (reading.head === 'config') this.#configPaths.add(reading.steps.join('.'));
    }
  }

  addProblem(fault: PlaceholderFault, { offset, content, doubled }: TemplateWord): void {
    this.#problems.push({ fault, text: `{${content}}`, offset: offset + doubled * 2 });
  }

  #push(text: string): void {
    if (text !== '') this.#pieces.push(text);
  }
}
