import type { GivenValue } from '../core/catalogue/usage.ts';
import { unknownJobName } from '../core/catalogue/usage-part.ts';
import { FlowError } from '../core/diagnostic.ts';
import { type JobGraph, NO_JOB } from '../core/graph/job-graph.ts';
import type { NamedJobs } from '../core/graph/part/named-jobs.ts';
import type { FileId } from '../core/graph/path-table.ts';
import { normalisePath } from '../core/pattern/normalise-path.ts';
import { localWord } from './local-word.ts';

/** How a flag is typed most often. */
const TYPED: Readonly<Record<string, string>> = { forcerun: '-R', accept: 'accept' };

/**
 * What the values of a flag that takes `RULE|FILE` name in a graph; the name of a rule wins over a
 * file. Throws a usage error for what is neither a rule with jobs in the graph nor a file that one of
 * them makes.
 */
export function namedJobs(values: readonly GivenValue[], graph: JobGraph): NamedJobs {
  const rules = new Set<string>();
  const files = new Set<FileId>();
  if (values.length === 0) return { rules, files };
  const known = new Set(usedRules(graph).map(({ name }) => name));
  for (const value of values) {
    const { flag, text } = value;
    const file = [text, localWord(text)]
      .map((word) => graph.paths.find(normalisePath(word)))
      .find((it) => it >= 0 && (graph.producer[it] ?? NO_JOB) !== NO_JOB);
    if (known.has(text)) rules.add(text);
    else if (file !== undefined) files.add(file);
    else {
      const typed = `${TYPED[flag] ?? `--${flag}`} ${text}`;
      throw new FlowError(unknownJobName(typed, value, namesIn(graph)));
    }
  }
  return { rules, files };
}

/** Rules first, so that they are named before files that are as near. */
function* namesIn(graph: JobGraph): Generator<string> {
  for (const { name } of usedRules(graph)) yield name;
  const { outputFile, outputStart, jobCount, paths } = graph;
  for (const file of outputFile.subarray(0, outputStart[jobCount])) yield paths.path(file);
}

/** The rules with a job in the graph. */
export function usedRules(graph: JobGraph): JobGraph['rules'] {
  const used = new Uint8Array(graph.rules.length);
  for (let job = 0; job < graph.jobCount; job++) used[graph.ruleIndex[job] ?? 0] = 1;
  return graph.rules.filter((_, index) => used[index] === 1);
}
