import type { Observation } from '../batch/batch-system.ts';

/** A job as `squeue` or `sacct` has it. */
export interface SlurmRow {
  /** `57`, or `57_3` for a task of an array. */
  readonly id: string;
  /** Perhaps cut off (`OUT_OF_ME+`), or with more behind it (`CANCELLED by 30065`). */
  readonly state: string;
  /** Exit code and signal of the script, where they are known. */
  readonly code: number | undefined;
  readonly signal: number | undefined;
  readonly node: string;
  readonly name: string;
  readonly reason: string;
}

type Meaning = 'queued' | 'held' | 'running' | 'ended' | keyof typeof ENDS;

const ENDS = {
  'out-of-memory': { kind: 'out-of-memory' },
  'timed-out': { kind: 'timed-out' },
  preempted: { kind: 'preempted' },
  'node-failed': { kind: 'node-failed' },
  cancelled: { kind: 'cancelled' },
} as const;

/** `man squeue`, JOB STATE CODES; all that there are, so that shortened ones can be told. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  BOOT_FAIL: 'node-failed',
  CANCELLED: 'cancelled',
  COMPLETED: 'ended',
  // Its processes are being ended: it may still write.
  COMPLETING: 'running',
  CONFIGURING: 'queued',
  DEADLINE: 'timed-out',
  FAILED: 'ended',
  LAUNCH_FAILED: 'node-failed',
  NODE_FAIL: 'node-failed',
  OUT_OF_MEMORY: 'out-of-memory',
  PENDING: 'queued',
  POWER_UP_NODE: 'queued',
  PREEMPTED: 'preempted',
  RECONFIG_FAIL: 'node-failed',
  REQUEUED: 'queued',
  REQUEUE_FED: 'queued',
  REQUEUE_HOLD: 'held',
  RESIZING: 'running',
  RESV_DEL_HOLD: 'held',
  REVOKED: 'cancelled',
  RUNNING: 'running',
  SIGNALING: 'running',
  SPECIAL_EXIT: 'held',
  STAGE_OUT: 'running',
  STOPPED: 'running',
  SUSPENDED: 'running',
  TIMEOUT: 'timed-out',
  UPDATE_DB: 'running',
};

/** Of a job that waits, reasons that only a person can remove. */
const HELD =
  /^(?:JobHeld|JobHoldMaxRequeue|job requeued in held|launch failed requeued held|DependencyNeverSatisfied|Bad Constraints|BadConstraints|PartitionConfig|PartitionTimeLimit|PartitionNodeLimit|AssociationJobLimit|InvalidAccount|InvalidQOS)/;

/** It could not start it, and does not try again by itself. */
const HELD_BY_ITSELF = /^(?:JobHoldMaxRequeue|launch failed requeued held)/;
/** What `scontrol release` undoes. */
const RELEASABLE = /^(?:JobHeld|job requeued in held)/;

/** What a row says. A state that nobody has heard of is no end: the job is in the queue. */
export function observationOf(row: SlurmRow): Observation {
  const { state, reason, node } = row;
  const raw = reason === '' || reason === 'None' ? state : `${state} (${reason})`;
  const where = node === '' ? {} : { node };
  const meaning = meaningOf(state);
  if (meaning === undefined || meaning === 'running') return { state: 'running', raw, ...where };
  if (meaning === 'held' || (meaning === 'queued' && HELD.test(reason))) return heldOf(row, raw);
  if (meaning === 'queued') return { state: 'queued', raw };
  const end = meaning === 'ended' ? endOf(row) : ENDS[meaning];
  return { state: 'ended', end, raw, ...where };
}

function heldOf({ id, reason }: SlurmRow, raw: string): Observation {
  if (HELD_BY_ITSELF.test(reason)) return { state: 'held', raw, bySystem: true };
  const start = RELEASABLE.test(reason) ? `\`scontrol release ${id}\` lets it start` : undefined;
  const look = `\`scontrol show job ${id}\` tells more`;
  return { state: 'held', raw, remedy: `${start ?? look}, \`scancel ${id}\` gives it up` };
}

function meaningOf(state: string): Meaning | undefined {
  const [word = ''] = state.trim().split(/[\s+]/u);
  const whole = MEANINGS[word];
  if (whole !== undefined || word === '') return whole;
  const [longer] = Object.entries(MEANINGS).filter(([name]) => name.startsWith(word));
  return longer?.[1];
}

function endOf({ code, signal }: SlurmRow): (Observation & { readonly state: 'ended' })['end'] {
  if (signal !== undefined && signal > 0) return { kind: 'signalled', signal: nameOf(signal) };
  return { kind: 'exited', code: code ?? 1 };
}

/** Of the signals that end jobs. */
const SIGNALS: Readonly<Record<number, string>> = {
  1: 'SIGHUP',
  2: 'SIGINT',
  4: 'SIGILL',
  6: 'SIGABRT',
  7: 'SIGBUS',
  8: 'SIGFPE',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  13: 'SIGPIPE',
  15: 'SIGTERM',
  24: 'SIGXCPU',
  25: 'SIGXFSZ',
};

function nameOf(signal: number): string {
  return SIGNALS[signal] ?? `signal ${signal}`;
}
