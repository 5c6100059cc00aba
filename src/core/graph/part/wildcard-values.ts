import type { JobGraph } from '../job-graph.ts';
import { naturalOrder } from './natural-order.ts';

/** By the name of a wildcard, the values that it has in the jobs of a graph: distinct, sorted. */
export function wildcardValues(graph: JobGraph): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (let job = 0; job < graph.jobCount; job++) {
    const names = graph.rules[graph.ruleIndex[job] ?? 0]?.wildcardNames ?? [];
    const values = graph.wildcardValues[job] ?? [];
    for (const [place, name] of names.entries()) {
      const its = found.get(name) ?? new Set();
      found.set(name, its.add(values[place] ?? ''));
    }
  }
  return new Map([...found].map(([name, values]) => [name, sorted([...values])]));
}

/** By number if all are numbers. */
function sorted(values: readonly string[]): readonly string[] {
  const areNumbers = values.every((value) => /^\d+(?:\.\d+)?$/u.test(value));
  if (!areNumbers) return values.toSorted(naturalOrder);
  return values.toSorted((one, other) => Number(one) - Number(other) || naturalOrder(one, other));
}
