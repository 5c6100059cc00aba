import type { Diagnostic } from '../core/diagnostic.ts';
import type { JobGraph, JobId } from '../core/graph/job-graph.ts';
import { NO_FILE } from '../core/graph/path-table.ts';
import { NO_DIGEST } from '../core/records/record-table.ts';
import type { FileRow } from '../core/records/journal-entry.ts';
import type { JobOutcome } from '../ports/executor.ts';
import type { RunEvent, RunListener } from '../ports/run-event.ts';
import { mayRun, STATE } from './job-state.ts';
import type { Attempt } from './attempts.ts';
import type { RunLimits } from './run-limits.ts';
import type { RunRequest } from './run-request.ts';

type TellerRequest = Pick<RunRequest, 'runId' | 'plan' | 'records' | 'limits' | 'maker'>;

/** Puts what the machine decides into the words of run events. */
export class RunTeller {
  readonly #request: TellerRequest;
  readonly #tell: RunListener;
  readonly #edited: ReadonlySet<number>;

  constructor(request: TellerRequest, tell: RunListener) {
    this.#request = request;
    this.#tell = tell;
    this.#edited = new Set(request.plan.edited);
  }

  /** And what the plan holds back. */
  runStarted(state: Uint8Array): void {
    const { plan, limits, runId } = this.#request;
    this.#tell({
      kind: 'run-started',
      runId,
      rules: jobsByRule(plan.graph, state),
      counts: startCounts(plan.graph, state),
      ...placesOf(limits),
    });
    for (let job = 0; job < plan.graph.jobCount; job += 1) {
      if (state[job] === STATE.held) this.held(job);
    }
  }

  ended(
    { job, attempt }: Attempt,
    end: { outcome: JobOutcome; durationMs: number; willRetry: boolean },
  ): void {
    const unchanged = end.outcome.kind === 'succeeded' ? this.#unchanged(end.outcome.outputs) : [];
    const reference = this.#request.maker.reference(job);
    this.#tell({ kind: 'job-ended', job: reference, attempt, ...end, unchanged });
  }

  pruned(job: JobId): void {
    this.#tell({ kind: 'job-pruned', job: this.#request.maker.reference(job) });
  }

  held(job: JobId): void {
    const { graph } = this.#request.plan;
    const outputs = graph.outputFile.subarray(graph.outputStart[job], graph.outputStart[job + 1]);
    const edited = [...outputs].filter((file) => this.#edited.has(file));
    this.#tell({
      kind: 'job-held',
      job: this.#request.maker.reference(job),
      edited: edited.map((file) => graph.paths.path(file)),
    });
  }

  /** Without a broken need: the run was stopped. */
  skipped(job: JobId, need?: JobId): void {
    const { maker } = this.#request;
    this.#tell({
      kind: 'job-skipped',
      job: maker.reference(job),
      because:
        need === undefined
          ? { kind: 'run-stopped' }
          : { kind: 'need-failed', job: maker.reference(need) },
    });
  }

  warned(diagnostic: Diagnostic): void {
    this.#tell({ kind: 'warned', diagnostic });
  }

  cancelled(signal: string): void {
    this.#tell({ kind: 'run-cancelled', signal });
  }

  /** Outputs with the content that their newest record says. */
  #unchanged(rows: readonly FileRow[]): readonly string[] {
    const { records } = this.#request;
    return rows.flatMap(({ path, digest }) => {
      const file = records.paths.find(path);
      const recorded = file === NO_FILE ? NO_DIGEST : records.fileDigest(file);
      return recorded !== NO_DIGEST && records.digestText(recorded) === digest ? [path] : [];
    });
  }
}

type RunStarted = Extract<RunEvent, { kind: 'run-started' }>;

/** Rules come in the order in which their first jobs do, whether these run or not. */
function jobsByRule(graph: JobGraph, state: Uint8Array): RunStarted['rules'] {
  const counts = new Map<number, { jobCount: number; heldCount: number }>();
  for (const job of graph.order) {
    const rule = graph.ruleIndex[job] ?? 0;
    let count = counts.get(rule);
    if (count === undefined) counts.set(rule, (count = { jobCount: 0, heldCount: 0 }));
    if (mayRun(state[job] ?? 0)) count.jobCount += 1;
    else if (state[job] === STATE.held) count.heldCount += 1;
  }
  return [...counts].flatMap(([index, { jobCount, heldCount }]) => {
    const rule = graph.rules[index]?.name ?? '';
    if (jobCount + heldCount === 0) return [];
    return [{ rule, jobCount, ...(heldCount > 0 && { heldCount }) }];
  });
}

function startCounts(graph: JobGraph, state: Uint8Array): RunStarted['counts'] {
  let run = 0;
  let conditional = 0;
  let held = 0;
  let kept = 0;
  for (let job = 0; job < graph.jobCount; job += 1) {
    if (state[job] === STATE.waiting) run += 1;
    else if (mayRun(state[job] ?? 0)) conditional += 1;
    else if (state[job] === STATE.held) held += 1;
    else if (graph.rules[graph.ruleIndex[job] ?? 0]?.run !== undefined) kept += 1;
  }
  return { run, conditional, kept, ...(held > 0 && { held }) };
}

function placesOf({ placed, capacity }: RunLimits): Places {
  if (placed === undefined) return { cores: capacity.cores, gpus: capacity.gpus };
  const named = placed.pools.filter(({ name }) => name !== '');
  const pools = named.map(({ name, capacity: { gpus, jobs } }) => ({
    name,
    gpus: gpus.length,
    ...(jobs === undefined ? {} : { jobs }),
  }));
  return { gpus: [], pools };
}

type Places = Pick<RunEvent & { kind: 'run-started' }, 'cores' | 'gpus' | 'pools'>;
