import type { Clock } from '../../../ports/clock.ts';
import type { ResourceUsage } from '../../../ports/resource-usage.ts';
import type { JobProcesses } from '../end-processes.ts';
import type { GpuMemory } from './gpu-memory.ts';
import { jobMembers, type KnownMembers } from './job-members.ts';
import type { ProcessTable } from './process-table.ts';
import { UsageCount } from './usage-count.ts';

export interface SamplerOptions {
  readonly clock: Clock;
  readonly processes: ProcessTable;
  readonly gpuMemory: Pick<GpuMemory, 'usedMib' | 'close'>;
}

/** A job that is watched, from the start of its command to its end. */
export interface WatchedJob {
  readonly processes: JobProcesses;
  readonly usesGpus: boolean;
  readonly sinceMs: number;
  /** When it is to be looked at next. */
  dueMs: number;
  members: KnownMembers;
  readonly count: UsageCount;
}

/** Jobs that are over sooner are never looked at: starting them costs less than one look. */
const FIRST_LOOK_MS = 200;
/** Between looks at a job that has run for longer; before, its age. */
const LOOK_EVERY_MS = 1_000;
/** No more than this part of the time goes into looking. */
const LARGEST_PART = 1 / 40;

/**
 * Looks at the processes of running jobs now and then, all jobs in one look, by one timer.
 *
 * Memory: the sum over the processes of a job at a look, or the most that one of them ever had.
 * Times and storage: the kernel adds those of a process to its parent when that one has waited for
 * it, so only what has happened since the last look is missing at the end. Where the parent of the
 * job is a resident shell, its own account tells even that.
 */
export class UsageSampler {
  readonly #options: SamplerOptions;
  readonly #jobs = new Set<WatchedJob>();
  #disarm: (() => void) | undefined;
  /** Looking would cost too much before. */
  #restUntilMs = 0;
  #isUseless = false;

  constructor(options: SamplerOptions) {
    this.#options = options;
  }

  watch(processes: JobProcesses, usesGpus: boolean): WatchedJob {
    const nowMs = this.#options.clock.now();
    const job = {
      processes,
      usesGpus,
      sinceMs: nowMs,
      dueMs: nowMs + FIRST_LOOK_MS,
      members: new Map(),
      count: new UsageCount(),
    };
    if (this.#isUseless) return job;
    this.#jobs.add(job);
    this.#arm();
    return job;
  }

  /** The command has ended. Undefined: it was never looked at. */
  end(job: WatchedJob): ResourceUsage | undefined {
    this.#jobs.delete(job);
    const { bystander } = job.processes;
    if (job.count.isEmpty) return undefined;
    if (bystander !== undefined) job.count.end(bystander, this.#options.processes);
    this.#lookAtCards(job);
    return job.count.usage;
  }

  close(): void {
    this.#jobs.clear();
    this.#disarm?.();
    this.#disarm = undefined;
    this.#options.gpuMemory.close();
  }

  /** What is known of them may have come in after the last look. */
  #lookAtCards({ usesGpus, members, count }: WatchedJob): void {
    if (usesGpus) count.addGpuMemory(members.keys(), this.#options.gpuMemory.usedMib());
  }

  /** Stays armed as long as there are jobs, and no longer than one turn after the last. */
  #arm(): void {
    this.#disarm ??= this.#options.clock.after(FIRST_LOOK_MS, () => {
      this.#disarm = undefined;
      if (this.#jobs.size === 0) return;
      this.#look();
      if (!this.#isUseless) this.#arm();
    });
  }

  #look(): void {
    const nowMs = this.#options.clock.now();
    if (nowMs < this.#restUntilMs) return;
    const old = [...this.#jobs].filter(({ sinceMs }) => nowMs - sinceMs >= FIRST_LOOK_MS);
    if (!old.some(({ dueMs }) => dueMs <= nowMs)) return;
    const beginMs = performance.now();
    const rows = this.#options.processes.list();
    if (rows === undefined) {
      this.#isUseless = true;
      this.#jobs.clear();
      return;
    }
    const { processes } = this.#options;
    const members = jobMembers(rows, old);
    for (const job of old) {
      const its = members.get(job) ?? [];
      job.count.add(its, processes);
      job.members = new Map(its.map(({ pid, startTime }) => [pid, startTime]));
      const { bystander } = job.processes;
      if (bystander !== undefined) job.count.begin(bystander, processes);
      const ageMs = nowMs - job.sinceMs;
      job.dueMs = nowMs + Math.min(ageMs, LOOK_EVERY_MS);
    }
    this.#restUntilMs = nowMs + (performance.now() - beginMs) / LARGEST_PART;
    for (const job of old) this.#lookAtCards(job);
  }
}
