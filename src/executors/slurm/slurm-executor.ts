import type { Clock } from '../../ports/clock.ts';
import type { Disk } from '../../ports/disk.ts';
import type { Executor } from '../../ports/executor.ts';
import type { Hasher } from '../../ports/hasher.ts';
import type { BatchJob } from '../batch/batch-system.ts';
import { batchExecutor } from '../batch/batch-executor.ts';
import type { BatchTiming } from '../batch/batch-timing.ts';
import { LotFiles } from './lot-files.ts';
import { type SlurmCall, slurmCall } from './slurm-call.ts';
import type { SlurmSeat } from './slurm-directives.ts';
import { SlurmSystem } from './slurm-system.ts';

export interface SlurmExecutorOptions {
  /** Absolute, in sight of all nodes. */
  readonly workingDirectory: string;
  readonly disk: Disk;
  readonly hasher: Hasher;
  readonly clock: Clock;
  /** Between TERM and KILL, for what we end ourselves. */
  readonly graceMs: number;
  /** Account and partition of a job, beside what its resources say. */
  readonly seatOf?: (job: BatchJob) => SlurmSeat;
  readonly timing?: Partial<BatchTiming>;
  readonly call?: SlurmCall;
}

/** `sbatch` gives up after so long, and what it has said to the controller may still count then. */
const AMBIGUOUS_MS = 60_000;

/** Runs jobs on a SLURM cluster. */
export function slurmExecutor(options: SlurmExecutorOptions): Executor {
  const { workingDirectory, disk, hasher, clock, graceMs, timing, seatOf } = options;
  const system = new SlurmSystem({
    call: options.call ?? slurmCall(process.env),
    clock,
    files: new LotFiles(workingDirectory, disk),
    seatOf: seatOf ?? (() => ({})),
  });
  return batchExecutor({
    system,
    workingDirectory,
    disk,
    hasher,
    clock,
    graceMs,
    timing: { ambiguousMs: AMBIGUOUS_MS, ...timing },
  });
}
