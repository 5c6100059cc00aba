import { buildGraph } from '../../../../src/core/graph/build-graph.ts';
import type { JobGraph } from '../../../../src/core/graph/job-graph.ts';
import { PathTable } from '../../../../src/core/graph/path-table.ts';
import { jobOf } from '../../../../src/core/job/job-of.ts';
import type { Job } from '../../../../src/core/job/job.ts';
import type { AttemptValues } from '../../../../src/core/job/render-command.ts';
import type { ResourceRequest } from '../../../../src/core/rule/resources.ts';
import type { Rule } from '../../../../src/core/rule/rule.ts';

export const REQUEST: ResourceRequest = {
  threads: 4,
  memMib: 4e9 / 2 ** 20,
  diskMib: undefined,
  timeS: 5401,
  gpus: 0.5,
  gpuMemMib: 1024,
  custom: { partition: 'long' },
};

/** A graph of the jobs that make these files; every other file is there. */
export function graphOf(rules: readonly Rule[], files: readonly string[]): Promise<JobGraph> {
  return buildGraph({
    rules,
    paths: new PathTable(),
    config: {},
    targets: { files, rules: [] },
    exists: () => true,
    isOurs: () => false,
    questions: { exists: () => true, glob: () => [] },
  });
}

/** The job that makes the file. */
export async function jobFor(rule: Rule, file: string): Promise<Job> {
  return jobOf(await graphOf([rule], [file]), 0);
}

export function given(more: Partial<AttemptValues> = {}): AttemptValues {
  return { params: { positional: [], named: {} }, request: REQUEST, config: {}, ...more };
}
