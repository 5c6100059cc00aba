import { type GroupShape, shapeText } from '../rule/file-groups.ts';
import type { PatternInputs } from '../rule/rule.ts';

/** Shapes of inputs, each kept once, numbered from 0. */
export class ShapeTable {
  readonly shapes: (readonly GroupShape[])[] = [];
  /** By shape: how many files come from each input group of a rule that has it. */
  readonly #counts: (readonly number[])[] = [];
  readonly #ids = new Map<string, number>();

  /** `counts`: how many files come from each input group of the rule; one may give several names. */
  intern(shape: readonly GroupShape[], counts: readonly number[]): number {
    const key = `${counts.join(',')} ${shapeText(shape)}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.shapes.length;
    this.#ids.set(key, id);
    this.shapes.push(shape);
    this.#counts.push(counts);
    return id;
  }

  /** The input group of the rule that an input comes from, and its place in the group. */
  locate(shape: number, input: number): { readonly group: number; readonly item: number } {
    let item = input;
    const counts = this.#counts[shape] ?? [];
    for (const [group, count] of counts.entries()) {
      if (item < count) return { group, item };
      item -= count;
    }
    throw new Error(`ShapeTable: shape ${shape} has no input ${input}`);
  }
}

export function shapeOf({ name, isList, items }: PatternInputs): GroupShape {
  return { name, isList, count: items.length };
}
