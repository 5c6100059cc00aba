import type { JobGraph } from '../graph/job-graph.ts';
import { type JobKeys, NO_KEY } from './placement.ts';

/**
 * Numbers jobs by their values of some wildcards: equal values, equal key; keys in the order in
 * which they first come up in the graph. A job whose rule lacks one of the wildcards has no key.
 */
export function affinityKeys(graph: JobGraph, wildcards: readonly string[]): JobKeys {
  const keys = new Int32Array(graph.jobCount).fill(NO_KEY);
  const known = new Map<string, number>();
  const places = graph.rules.map(({ wildcardNames }) => {
    const found = wildcards.map((name) => wildcardNames.indexOf(name));
    return found.includes(-1) ? undefined : found;
  });
  for (let job = 0; job < graph.jobCount; job += 1) {
    const values = graph.wildcardValues[job] ?? [];
    const at = places[graph.ruleIndex[job] ?? 0];
    if (at === undefined) continue;
    const text = JSON.stringify(at.map((place) => values[place]));
    const key = known.get(text) ?? known.size;
    known.set(text, key);
    keys[job] = key;
  }
  return keys;
}
