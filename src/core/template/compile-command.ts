import type { CommandNames } from './command-names.ts';
import type { ArgumentTemplate, CommandTemplate } from './command-template.ts';
import { dedent } from './dedent.ts';
import { isFault, readTemplate, type TemplateWord } from './read-template.ts';
import { type CommandOwner, plainTexts, renderPieces } from './render-pieces.ts';
import type { PlacedWord } from './shell-place.ts';
import { shellPlaces } from './shell-places.ts';
import { PieceList } from './template-pieces.ts';
import type { TemplateProblem } from './template-problem.ts';

export interface CommandRequest extends CommandOwner {
  readonly names: CommandNames;
}

/** A template, or all that is wrong with it. */
export interface Compiled<Template> {
  /** What the offsets of the problems count in. */
  readonly source: string;
  readonly template: Template | undefined;
  readonly problems: readonly TemplateProblem[];
}

/** Compiles a shell command; `text` is dedented first. */
export function compileCommand(text: string, request: CommandRequest): Compiled<CommandTemplate> {
  const source = dedent(text);
  const words = readTemplate(source, request.names);
  const places = shellPlaces(source, words);
  const list = new PieceList(source);
  for (const word of words) {
    const placed = places.get(word.offset);
    if (placed !== undefined) addShellWord(list, { source, word, placed });
  }
  list.addTextUntil(source.length);
  const { pieces, problems, configPaths } = list;
  if (problems.length > 0) return { source, template: undefined, problems };
  const template: CommandTemplate = {
    source,
    configPaths,
    render: (values) => renderPieces(pieces, values, request),
  };
  return { source, template, problems };
}

/** Compiles an item of `exec`: no shell reads it, so nothing is dedented and nothing quoted. */
export function compileArgument(
  source: string,
  request: CommandRequest,
): Compiled<ArgumentTemplate> {
  const list = new PieceList(source);
  for (const word of readTemplate(source, request.names)) list.addWord(word, 'raw', false);
  list.addTextUntil(source.length);
  const { pieces, problems, configPaths } = list;
  if (problems.length > 0) return { source, template: undefined, problems };
  const [only, more] = pieces;
  const value = typeof only === 'object' && more === undefined ? only : undefined;
  const template: ArgumentTemplate = {
    source,
    configPaths,
    renderItems: (values) =>
      value === undefined
        ? [renderPieces(pieces, values, request)]
        : plainTexts(value, values, request),
  };
  return { source, template, problems };
}

interface ShellWord {
  readonly source: string;
  readonly word: TemplateWord;
  readonly placed: PlacedWord;
}

function addShellWord(list: PieceList, { source, word, placed }: ShellWord): void {
  const { place, variable, isBehindBackslash } = placed;
  const { offset, end, reading, isLiteral, content } = word;
  // What a comment says is not run, and a value with a line break would end it.
  if (place === 'comment' || place === 'escaped') return;
  const isValue = !isLiteral && !isFault(reading);
  const isRaw = isValue && reading.isRaw;
  if (isValue && !isRaw && (place === 'heredoc' || place === 'backtick' || place === 'parameter')) {
    list.addProblem({ kind: 'needs-raw', place, raw: `{${content}:raw}` }, word);
    return;
  }
  if (isValue && variable !== undefined) {
    list.addTextUntil(variable.offset);
    list.addInstead(`\${${variable.name}}`, offset);
  } else if (isValue && !isRaw && isBehindBackslash) {
    list.addTextUntil(offset);
    list.addInstead('\\', offset);
  }
  const before = source[offset - 1] ?? '';
  const after = source[end] ?? '';
  // A number before `<` is a file descriptor, a name behind `~` a user.
  const mustQuote = before === '~' || after === '<' || after === '>';
  list.addWord(word, isRaw ? 'raw' : place, mustQuote);
}
