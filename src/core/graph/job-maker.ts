import { escapesByWildcard } from '../pattern/escapes-by-wildcard.ts';
import type { FileStates } from './file-states.ts';
import type { FileFault } from './graph-faults.ts';
import type { JobId } from './job-graph.ts';
import type { JobTable } from './job-table.ts';
import { isTooLong } from './path-limits.ts';
import type { FileId, PathTable } from './path-table.ts';
import type { Product, RuleMatch } from './rule-index.ts';
import { NO_VALUES } from './rule-pattern.ts';

export interface JobMakerRequest {
  readonly paths: PathTable;
  readonly jobs: JobTable;
  readonly states: FileStates;
  /** By rule. */
  readonly outputs: readonly (readonly Product[])[];
}

/** Adds jobs to the table, each once, and claims their outputs for them. */
export class JobMaker {
  readonly #request: JobMakerRequest;
  /** Jobs of rules without wildcards, by rule. */
  readonly #onlyJobs = new Map<number, JobId>();

  constructor(request: JobMakerRequest) {
    this.#request = request;
  }

  /** The one job of a rule that has neither wildcards nor outputs. */
  targetJob(rule: number): JobId {
    const known = this.#onlyJobs.get(rule);
    if (known !== undefined) return known;
    const job = this.#request.jobs.add(rule, NO_VALUES, []);
    this.#onlyJobs.set(rule, job);
    return job;
  }

  /** The job of the rule with these wildcards, if it was added before and has an output left. */
  find(rule: number, values: readonly string[]): JobId | undefined {
    if (values.length === 0) return this.#onlyJobs.get(rule);
    const { outputs, states, paths, jobs } = this.#request;
    for (const { pattern } of outputs[rule] ?? []) {
      const job = states.get(paths.find(pattern.fill(values)));
      const isOfRule = job >= 0 && jobs.rule(job) === rule;
      if (isOfRule && isEqual(jobs.wildcardValues[job] ?? [], values)) return job;
    }
    return undefined;
  }

  /** Adds the job that makes the file as the match says, or tells why it cannot be. */
  add(file: FileId, match: RuleMatch, values: readonly string[]): JobId | FileFault {
    const { rule, place } = match.product;
    const { outputs, paths, jobs, states } = this.#request;
    const files: FileId[] = [];
    for (const output of outputs[rule] ?? []) {
      const isMatched = output.place === place;
      const path = isMatched ? paths.path(file) : output.pattern.fill(values);
      if (isTooLong(path)) return { kind: 'too-long', path };
      if (escapesByWildcard(output.pattern.pattern, path))
        return { kind: 'outside', match, output };
      files.push(isMatched ? file : paths.intern(path));
    }
    const job = jobs.add(rule, values, files);
    if (values.length === 0) this.#onlyJobs.set(rule, job);
    for (const output of files) states.claim(output, job);
    return job;
  }
}

export function isEqual(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) {
    if (a[index] !== b[index]) return false;
  }
  return true;
}
