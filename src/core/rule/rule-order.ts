import { orderCycle, repeatedInOrder, unknownInOrder } from '../catalogue/rule-order.ts';
import type { Diagnostic, SourceSpan } from '../diagnostic.ts';

/** Rules in the order in which they are preferred for a file that several of them make. */
export interface OrderChain {
  readonly rules: readonly { readonly name: string; readonly span: SourceSpan }[];
  /** A rule that cannot be built, since an input is missing, gives way to the next one. */
  readonly isFallback: boolean;
}

/** Which of two rules is preferred, by number; what chains say together holds. */
export class RuleOrder {
  readonly #behind: Reachable;
  readonly #fallbacks: Reachable;

  /** Chains without faults: see `checkOrder`. */
  constructor(chains: readonly OrderChain[], ruleNames: readonly string[]) {
    this.#behind = reachable(edgesOf(chains, ruleNames));
    const fallbacks = chains.filter(({ isFallback }) => isFallback);
    this.#fallbacks = reachable(edgesOf(fallbacks, ruleNames));
  }

  isPreferred(first: number, second: number): boolean {
    return this.#behind.get(first)?.has(second) === true;
  }

  /** May the second take the place of the first, where that cannot be built? */
  fallsBack(first: number, second: number): boolean {
    return this.#fallbacks.get(first)?.has(second) === true;
  }
}

type Edges = ReadonlyMap<number, ReadonlySet<number>>;
type Reachable = Edges;

function edgesOf(chains: readonly OrderChain[], ruleNames: readonly string[]): Edges {
  const numbers = new Map(ruleNames.map((name, number) => [name, number]));
  const edges = new Map<number, Set<number>>();
  for (const { rules } of chains) {
    rules.forEach(({ name }, place) => {
      const first = numbers.get(name);
      const second = numbers.get(rules[place + 1]?.name ?? '');
      if (first === undefined || second === undefined) return;
      const others = edges.get(first);
      if (others === undefined) edges.set(first, new Set([second]));
      else others.add(second);
    });
  }
  return edges;
}

function reachable(edges: Edges): Reachable {
  return new Map(
    Array.from(edges.keys(), (start) => {
      const found = new Set<number>();
      const pending = [start];
      for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
        for (const other of edges.get(next) ?? []) {
          if (!found.has(other)) pending.push(other);
          found.add(other);
        }
      }
      return [start, found];
    }),
  );
}

/** What is wrong with chains: names of no rule, a name twice in one, rings. */
export function checkOrder(
  chains: readonly OrderChain[],
  ruleNames: readonly string[],
): Diagnostic[] {
  const known = new Set(ruleNames);
  const problems: Diagnostic[] = [];
  for (const { rules } of chains) {
    const seen = new Set<string>();
    for (const { name, span } of rules) {
      if (!known.has(name)) problems.push(unknownInOrder(name, ruleNames, span));
      else if (seen.has(name)) problems.push(repeatedInOrder(name, span));
      seen.add(name);
    }
  }
  if (problems.length > 0) return problems;
  const ring = ringOf(chains, ruleNames);
  if (ring.length === 0) return [];
  const names = new Set(ring);
  const spans = chains.flatMap(({ rules }) =>
    rules.filter(({ name }) => names.has(name)).map(({ name, span }) => ({ name, span })),
  );
  return [orderCycle(ring, spans)];
}

/** Names of rules each of which is preferred to the next, and the last to the first. */
function ringOf(chains: readonly OrderChain[], ruleNames: readonly string[]): string[] {
  const edges = edgesOf(chains, ruleNames);
  const behind = reachable(edges);
  const isInRing = (rule: number): boolean => behind.get(rule)?.has(rule) === true;
  const start = [...edges.keys()].find(isInRing);
  const ring: number[] = [];
  for (let next = start; next !== undefined && !ring.includes(next); ) {
    ring.push(next);
    const from = next;
    next = [...(edges.get(from) ?? [])].find((it) => behind.get(it)?.has(from) === true);
    if (next !== undefined && ring.includes(next)) {
      return ring.slice(ring.indexOf(next)).map((rule) => ruleNames[rule] ?? '');
    }
  }
  return [];
}
