import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAmbiguous } from '../../../src/core/pattern/constraint-ambiguity.ts';

type Node =
  | { readonly kind: 'char'; readonly characters: string }
  | { readonly kind: 'row'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly parts: readonly Node[] }
  | Repeat;

interface Repeat {
  readonly kind: 'repeat';
  readonly part: Node;
  readonly least: number;
  readonly most: number;
}

const TIMES = [
  [0, 1],
  [0, Infinity],
  [1, Infinity],
  [2, 2],
  [1, 3],
  [2, Infinity],
] as const;

const { node: anyNode } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom('a', 'b', 'ab').map((characters): Node => ({ kind: 'char', characters })),
    fc.record({
      kind: fc.constantFrom('row' as const, 'choice' as const),
      parts: fc.array(tie('node'), { minLength: 2, maxLength: 3 }),
    }),
    fc
      .tuple(tie('node'), fc.constantFrom(...TIMES))
      .map(([part, [least, most]]): Node => ({ kind: 'repeat', part, least, most })),
  ),
}));

const WORDS = ['a', 'b', 'ab', 'ba', 'aab', 'abb', 'aabb', 'abab'];
const MOST_STEPS = 3_000_000;

test('what is not ambiguous is soon found not to match', () => {
  let count = 0;
  fc.assert(
    fc.property(anyNode, (node) => {
      if (isAmbiguous(textOf(node))) return;
      count += 1;
      for (const word of WORDS) expect(stepsToFail(node, word, 24)).toBeLessThan(MOST_STEPS);
    }),
    { numRuns: 500 },
  );
  expect(count).toBeGreaterThan(100);
});

test('a repetition is ambiguous if some text can be divided in two ways', () => {
  const counts = { ambiguous: 0, unambiguous: 0 };
  fc.assert(
    fc.property(anyNode, (part) => {
      if (part.kind === 'char' || canBeEmpty(part) || repeatsNothing(part)) return;
      const node: Node = { kind: 'repeat', part, least: 1, most: Infinity };
      const isDivided = WORDS_TO_DIVIDE.some((word) => divisions(node, word) > 1);
      // What is long is divided in texts that are longer than those.
      const found = isAmbiguous(textOf(node));
      expect(found && sizeOf(part) > 3 ? found : isDivided).toBe(found);
      counts[isDivided ? 'ambiguous' : 'unambiguous'] += 1;
    }),
    { numRuns: 500 },
  );
  expect(Math.min(counts.ambiguous, counts.unambiguous)).toBeGreaterThan(30);
});

/** All of up to so many letters. */
function words(length: number): string[] {
  return Array.from({ length: 2 ** (length + 1) - 2 }, (_, index) => {
    const [, ...bits] = (index + 2).toString(2);
    return bits.map((bit) => (bit === '0' ? 'a' : 'b')).join('');
  });
}

const WORDS_TO_DIVIDE = [
  ...words(9),
  ...words(5).flatMap((word) => [2, 3, 4, 5, 6].map((times) => word.repeat(times))),
].filter((word) => word.length <= 24);

function textOf(node: Node): string {
  if (node.kind === 'char') {
    return node.characters.length === 1 ? node.characters : `[${node.characters}]`;
  }
  if (node.kind === 'row') return `(${node.parts.map(textOf).join('')})`;
  if (node.kind === 'choice') return `(${node.parts.map(textOf).join('|')})`;
  const most = node.most === Infinity ? '' : String(node.most);
  return `(${textOf(node.part)}){${node.least},${most}}`;
}

function canBeEmpty(node: Node): boolean {
  if (node.kind === 'char') return false;
  if (node.kind === 'repeat') return node.least === 0 || canBeEmpty(node.part);
  return node.kind === 'row' ? node.parts.every(canBeEmpty) : node.parts.some(canBeEmpty);
}

/** Characters of the shortest texts, with the optional ones and one repetition. */
function sizeOf(node: Node): number {
  if (node.kind === 'char') return 1;
  if (node.kind === 'repeat') return Math.max(1, node.least) * sizeOf(node.part);
  return node.parts.reduce((sum, part) => sum + sizeOf(part), 0);
}

/** Refused as such: the empty text in a repetition. */
function repeatsNothing(node: Node): boolean {
  if (node.kind === 'char') return false;
  if (node.kind !== 'repeat') return node.parts.some(repeatsNothing);
  return (node.most > 1 && canBeEmpty(node.part)) || repeatsNothing(node.part);
}

/** In how many ways a whole text can be matched, at most 2. */
function divisions(node: Node, text: string): number {
  let count = 0;
  matchAll(node, text, {
    isDone: () => count > 1,
    end: (at) => {
      if (at === text.length) count += 1;
    },
  });
  return count;
}

/** Steps until it is clear that a text does not match, which it never does. */
function stepsToFail(node: Node, word: string, length: number): number {
  const text = `${word.repeat(length).slice(0, length)}!`;
  let steps = 0;
  matchAll(node, text, {
    isDone: () => {
      steps += 1;
      return steps > MOST_STEPS;
    },
    end: () => undefined,
  });
  return steps;
}

interface Place {
  readonly at: number;
  readonly rest: (at: number) => void;
}

/** Tries one way after the other, as JavaScript's matcher does. */
function matchAll(
  node: Node,
  text: string,
  { isDone, end }: { readonly isDone: () => boolean; readonly end: (at: number) => void },
): void {
  const tryPart = (part: Node, { at, rest }: Place): void => {
    if (isDone()) return;
    if (part.kind === 'char') {
      if (part.characters.includes(text[at] ?? '?')) rest(at + 1);
    } else if (part.kind === 'repeat') {
      tryTimes(part, 0, { at, rest });
    } else if (part.kind === 'row') {
      tryRow(part.parts, { at, rest });
    } else {
      for (const each of part.parts) tryPart(each, { at, rest });
    }
  };
  const tryRow = ([part, ...parts]: readonly Node[], { at, rest }: Place): void => {
    if (part === undefined) rest(at);
    else tryPart(part, { at, rest: (next) => tryRow(parts, { at: next, rest }) });
  };
  const tryTimes = (repeat: Repeat, count: number, { at, rest }: Place): void => {
    const again = (next: number): void => {
      if (next > at || count < repeat.least) tryTimes(repeat, count + 1, { at: next, rest });
    };
    if (count < repeat.most) tryPart(repeat.part, { at, rest: again });
    if (count >= repeat.least) rest(at);
  };
  tryPart(node, { at: 0, rest: end });
}
