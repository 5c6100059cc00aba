import { charOverlap } from './char-overlap.ts';
import { constraintSyntax, type RegexNode } from './constraint-syntax.ts';

/**
 * Can a constraint match one text in so many ways that JavaScript, which tries them one by one,
 * takes exponential time to find that it does not match? That is so if and only if a piece of text
 * leads from a state of the constraint's automaton back to it in two ways (Weber and Seidl, "On the
 * degree of ambiguity of finite automata", 1991), or what repeats can match nothing.
 *
 * Repetitions up to a number are taken as endless if they are ambiguous within, and many.
 */
export function isAmbiguous(constraint: string): boolean {
  if (!/\)[*+{]/.test(constraint)) return false;
  const { root, looks, depth } = constraintSyntax(constraint);
  if (depth > MOST_DEPTH || constraint.length > MOST_LENGTH) return true;
  return [root, ...looks].some((node) => repeatsIn(node).some(isAmbiguousRepeat));
}

/** Deeper groups, and longer texts with repetitions, are taken as ambiguous: nobody reads them. */
const MOST_DEPTH = 50;
const MOST_LENGTH = 250;
/** More positions than that are not written out: the part repeats endlessly instead. */
const MOST_POSITIONS = 120;
/** So many ways to cut a text into repetitions are too many. */
const MANY_WAYS = 16;

type Repeat = Extract<RegexNode, { readonly kind: 'repeat' }>;

function repeatsIn(root: RegexNode): Repeat[] {
  const nodes: RegexNode[] = [root];
  for (const node of nodes) {
    if (node.kind === 'repeat') nodes.push(node.part);
    else if (node.kind !== 'char') for (const part of node.parts) nodes.push(part);
  }
  return nodes.filter((node) => node.kind === 'repeat');
}

function isAmbiguousRepeat(repeat: Repeat): boolean {
  const { part, most } = repeat;
  if (most < 2 || part.kind === 'char') return false;
  const automaton = new Automaton();
  const within = automaton.add(part);
  if (within.emptyWays > 0) return true;
  if (most * waysOf(part) < MANY_WAYS) return false;
  automaton.link(within, within);
  return automaton.isAmbiguousLoop();
}

/** A measure of how often parts repeat within parts. */
function waysOf(node: RegexNode): number {
  if (node.kind === 'char') return 1;
  if (node.kind === 'repeat') return Math.min(node.most, 5) * waysOf(node.part);
  return Math.max(1, ...node.parts.map(waysOf));
}

/** Positions at which a part can begin and end; in how many ways it can be empty (2: several). */
interface Part {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly emptyWays: number;
}

const NOTHING: Part = { first: [], last: [], emptyWays: 1 };

/** Glushkov's automaton: a state for each character of the expression. */
class Automaton {
  readonly #regexes: string[] = [];
  /** With repetitions, where there are several ways to come from one to the next. */
  readonly #next: number[][] = [];

  add(node: RegexNode): Part {
    switch (node.kind) {
      case 'char': {
        const state = this.#regexes.push(node.regex) - 1;
        this.#next.push([]);
        return { first: [state], last: [state], emptyWays: 0 };
      }
      case 'row':
        return node.parts.reduce<Part>((row, part) => this.#inRow(row, this.add(part)), NOTHING);
      case 'choice': {
        const parts = node.parts.map((part) => this.add(part));
        return {
          first: parts.flatMap(({ first }) => first),
          last: parts.flatMap(({ last }) => last),
          emptyWays: parts.reduce((sum, { emptyWays }) => sum + emptyWays, 0),
        };
      }
      case 'repeat':
        return this.#addRepeat(node);
    }
  }

  /** What ends `before` may be followed by what begins `after`. */
  link(before: Part, after: Part): void {
    for (const state of before.last) {
      for (const next of after.first) this.#next[state]?.push(next);
    }
  }

  /** Is there a text that leads from one state to another in two ways? All lead to each other. */
  isAmbiguousLoop(): boolean {
    const overlaps = charOverlap(this.#regexes);
    const seen = new Set<number>();
    const pairs: (readonly [number, number])[] = [];
    const size = this.#next.length;
    for (let state = 0; state < size; state++) pairs.push([state, state]);
    for (const [one, other] of pairs) {
      const [ways, others] = [this.#next[one] ?? [], this.#next[other] ?? []];
      if (one === other && new Set(ways).size < ways.length) return true;
      for (const next of ways) {
        for (const otherNext of others) {
          if (next === otherNext && one !== other) return true;
          const pair = next * size + otherNext;
          if (next === otherNext || seen.has(pair) || !overlaps(next, otherNext)) continue;
          seen.add(pair);
          pairs.push([next, otherNext]);
        }
      }
    }
    return false;
  }

  #inRow(before: Part, after: Part): Part {
    this.link(before, after);
    return {
      first: [...before.first, ...times(before.emptyWays, after.first)],
      last: [...after.last, ...times(after.emptyWays, before.last)],
      emptyWays: Math.min(2, before.emptyWays * after.emptyWays),
    };
  }

  #addRepeat({ part, least, most }: Repeat): Part {
    const isEndless = most === Infinity;
    const copies = isEndless ? Math.max(least, 1) - 1 : most;
    if (copies > 1 && this.#next.length + copies * sizeOf(part) > MOST_POSITIONS) {
      return this.#addLoop(part, least);
    }
    let rest = isEndless ? this.#addLoop(part, least) : NOTHING;
    // Each optional one within the one before, so that there is one way to leave some out.
    for (let copy = copies; copy > 0; copy--) {
      rest = optional(this.#inRow(this.add(part), rest), !isEndless && copy > least);
    }
    return rest;
  }

  #addLoop(part: RegexNode, least: number): Part {
    const loop = this.add(part);
    this.link(loop, loop);
    return optional(loop, least === 0);
  }
}

/** JavaScript takes no empty text as a repetition that need not be. */
function optional(part: Part, isOptional: boolean): Part {
  return isOptional ? { ...part, emptyWays: 1 } : part;
}

function times(count: number, states: readonly number[]): number[] {
  return Array.from({ length: count }, () => states).flat();
}

function sizeOf(node: RegexNode): number {
  if (node.kind === 'char') return 1;
  if (node.kind === 'repeat') {
    const { least, most } = node;
    return Math.max(most === Infinity ? least : most, 1) * sizeOf(node.part);
  }
  return node.parts.reduce((sum, part) => sum + sizeOf(part), 0);
}
