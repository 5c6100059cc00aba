import type { JobGraph, JobId } from '../../core/graph/job-graph.ts';
import type { ResourceRequest } from '../../core/rule/resources.ts';
import type { Capacity } from '../../core/schedule/capacity.ts';
import { type Demand, Dimensions, UNIT } from '../../core/schedule/demand.ts';
import type { DurationEstimates } from '../../core/schedule/job-durations.ts';
import { longestPaths } from '../../core/schedule/longest-paths.ts';
import type { RunEvent } from '../../ports/run-event.ts';

export interface RunEtaInput {
  readonly graph: JobGraph;
  readonly estimates: DurationEstimates;
  readonly capacity: Capacity;
  /** Jobs that the run is thought to run. */
  readonly counts: (job: JobId) => boolean;
  readonly request: (job: JobId) => ResourceRequest;
}

/**
 * How long a run still takes: what is left of its longest chain of jobs, or of the work for a
 * resource divided by the amount of it, whichever takes longer. These are the bounds of a simulation:
 * where jobs take as long as they are thought to, the run cannot take less.
 *
 * Nothing is added up before it is first asked for; from then on an event costs the same however
 * many jobs there are.
 */
export class RunEta {
  readonly #input: RunEtaInput;
  /** 1 by job: over, or never counted. */
  readonly #isOver: Uint8Array;
  /** When jobs that are not over were started; undefined while they wait for another attempt. */
  readonly #active = new Map<JobId, number | undefined>();
  #left: Left | undefined;

  constructor(input: RunEtaInput) {
    const { graph, counts } = input;
    this.#input = input;
    this.#isOver = Uint8Array.from({ length: graph.jobCount }, (_, job) => (counts(job) ? 0 : 1));
  }

  /** Takes the next event in; `atMs` is when it happened. */
  apply(event: RunEvent, atMs: number): void {
    if (event.kind === 'job-started') this.#began(event.job.id, atMs);
    else if (event.kind === 'job-ended' && event.willRetry) this.#began(event.job.id, undefined);
    else if (isJobEnd(event)) this.#over(event.job.id);
  }

  /** Undefined while a job is left of which nobody knows how long it takes. */
  remainingMs(nowMs: number): number | undefined {
    this.#left ??= this.#addUp();
    const left = this.#left;
    if (left.unknownCount > 0) return undefined;
    const work = [...left.work];
    let remainingMs = this.#longestToStart(left);
    for (const [job, startedAtMs] of this.#active) {
      const duration = this.#durationOf(job);
      const spent = startedAtMs === undefined ? 0 : Math.min(nowMs - startedAtMs, duration);
      remainingMs = Math.max(remainingMs, (left.paths[job] ?? 0) - spent);
      addShares(work, left.shares[job], -spent);
    }
    return work.reduce((most, each) => Math.max(most, each), remainingMs);
  }

  #began(job: JobId, atMs: number | undefined): void {
    if (this.#isOver[job] === 0) this.#active.set(job, atMs);
  }

  #over(job: JobId): void {
    if (this.#isOver[job] === 1) return;
    this.#isOver[job] = 1;
    this.#active.delete(job);
    if (this.#left === undefined) return;
    addShares(this.#left.work, this.#left.shares[job], -this.#durationOf(job));
    if (this.#isUnknown(job)) this.#left.unknownCount -= 1;
  }

  /** The longest chain that begins with a job that was never started. */
  #longestToStart(left: Left): number {
    const { byPath, paths } = left;
    let job = byPath[left.head];
    while (job !== undefined && (this.#isOver[job] === 1 || this.#active.has(job))) {
      left.head += 1;
      job = byPath[left.head];
    }
    return job === undefined ? 0 : (paths[job] ?? 0);
  }

  #addUp(): Left {
    const { graph, estimates, capacity, request } = this.#input;
    const isOpen = (job: JobId): boolean => this.#isOver[job] === 0;
    const paths = longestPaths(graph, estimates.durations, isOpen);
    const open = [...this.#isOver.keys()].filter(isOpen);
    const sharesOf = shareMaker(capacity);
    const work = sharesOf.none();
    const shares: Shares[] = [];
    for (const job of open) {
      const own = sharesOf.of(request(job));
      shares[job] = own;
      addShares(work, own, this.#durationOf(job));
    }
    const byPath = open.toSorted((a, b) => (paths[b] ?? 0) - (paths[a] ?? 0));
    const unknownCount = open.filter((job) => this.#isUnknown(job)).length;
    return { paths, byPath, head: 0, shares, work, unknownCount };
  }

  #durationOf(job: JobId): number {
    return this.#input.estimates.durations[job] ?? 0;
  }

  #isUnknown(job: JobId): boolean {
    return this.#input.estimates.isKnown[job] === 0;
  }
}

type JobEnd = Extract<RunEvent, { kind: 'job-ended' | 'job-pruned' | 'job-held' | 'job-skipped' }>;

function isJobEnd(event: RunEvent): event is JobEnd {
  return ['job-ended', 'job-pruned', 'job-held', 'job-skipped'].includes(event.kind);
}

/** By resource that is limited: what a job takes, of all there is. */
type Shares = readonly number[];

/** What is left of the run, kept up to date from when it was added up. */
interface Left {
  /** How long it takes from the start of a job to the end of all that waits for it. */
  readonly paths: Float64Array;
  /** Longest path first. */
  readonly byPath: readonly JobId[];
  /** All jobs before it in `byPath` have begun. */
  head: number;
  readonly shares: readonly Shares[];
  /** By resource: how long it takes if all there is of it is in use. */
  readonly work: number[];
  unknownCount: number;
}

function shareMaker(capacity: Capacity): {
  readonly of: (request: ResourceRequest) => Shares;
  readonly none: () => number[];
} {
  const dimensions = new Dimensions(capacity);
  const limits = [capacity.gpus.length * UNIT, ...dimensions.capacity];
  // Most jobs of a rule share one request, and then one list of shares.
  const known = new Map<ResourceRequest, Shares>();
  const sharesOf = ({ gpus, amounts }: Demand): Shares =>
    [gpus.cards * gpus.units, ...amounts].map((amount, at) => {
      const limit = limits[at] ?? 0;
      return limit > 0 ? amount / limit : 0;
    });
  return {
    none: () => limits.map(() => 0),
    of: (request) => {
      const found = known.get(request) ?? sharesOf(dimensions.demandOf(request));
      known.set(request, found);
      return found;
    },
  };
}

function addShares(sums: number[], shares: Shares | undefined, times: number): void {
  if (shares === undefined) return;
  for (const [at, share] of shares.entries()) sums[at] = (sums[at] ?? 0) + times * share;
}
