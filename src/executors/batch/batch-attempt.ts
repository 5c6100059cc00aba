import type { FrozenAttempt } from '../../ports/frozen-attempt.ts';
import type { JobSpec } from '../../ports/job-spec.ts';
import type { InputContent } from '../protocol/input-look.ts';
import type { ExitRecord } from '../protocol/node/exit-record.ts';
import type { Observation, SubmittedJob } from './batch-system.ts';

//   waiting ──── handed over ──► submitting ── accepted ───────────────► submitted
//   submitting ── busy ────────► waiting, later
//   submitting ── answer lost ─► looked for ── found ─────────────────► submitted
//   looked for ── certainly not there ─► waiting
//   submitted ── it has ended ─► concluding ─► told
//   waiting, submitting ── refused, cancelled ─► told

/** One attempt, from its launch to its outcome, and all that is known of it. */
export interface BatchAttempt {
  readonly spec: JobSpec;
  phase: 'waiting' | 'submitting' | 'looked-for' | 'submitted' | 'concluding' | 'told';
  /** Known once its files are written. */
  frozen: FrozenAttempt | undefined;
  inputs: readonly InputContent[];
  /** From another flow: it may be with the system already. */
  isAdopted: boolean;
  job: SubmittedJob | undefined;
  /** When the answer to its submission was lost. */
  lostAtMs: number;
  /** Not handed over before then. */
  notBeforeMs: number;
  busyCount: number;
  observation: Observation | undefined;
  /** Where it runs or ran, as the system last said. */
  node: string | undefined;
  /** Since when the system has said so without a break. */
  endedSinceMs: number | undefined;
  unknownSinceMs: number | undefined;
  /** Since when the system itself holds it. */
  heldSinceMs: number | undefined;
  isHeldTold: boolean;
  /** Why we end it ourselves, though nobody has cancelled it: one line. */
  givenUp: string | undefined;
  /** The highest number of a start that a node has left; -1: none. */
  lastStart: number;
  /** Of the last start. */
  record: ExitRecord | undefined;
  recordSinceMs: number;
  cancel: 'gently' | 'at-once' | undefined;
  /** How the system was last asked to end it, and when it is asked again. */
  cancelAsked: 'gently' | 'at-once' | undefined;
  cancelAgainAtMs: number;
  isStartTold: boolean;
  readonly whenTold: (() => void)[];
}

export function newAttempt(spec: JobSpec): BatchAttempt {
  return {
    spec,
    phase: 'waiting',
    frozen: undefined,
    inputs: [],
    isAdopted: false,
    job: undefined,
    lostAtMs: 0,
    notBeforeMs: 0,
    busyCount: 0,
    observation: undefined,
    node: undefined,
    endedSinceMs: undefined,
    unknownSinceMs: undefined,
    heldSinceMs: undefined,
    isHeldTold: false,
    givenUp: undefined,
    lastStart: -1,
    record: undefined,
    recordSinceMs: 0,
    cancel: undefined,
    cancelAsked: undefined,
    cancelAgainAtMs: 0,
    isStartTold: false,
    whenTold: [],
  };
}

/** Takes what the system says now; undefined: it did not say anything of this job. */
export function observe(attempt: BatchAttempt, said: Observation | undefined, nowMs: number): void {
  const observation = said ?? { state: 'unknown', raw: 'not in its answer' };
  attempt.observation = observation;
  if ('node' in observation) attempt.node = observation.node;
  attempt.endedSinceMs =
    observation.state === 'ended' ? (attempt.endedSinceMs ?? nowMs) : undefined;
  const isHeld = observation.state === 'held' && observation.bySystem === true;
  attempt.heldSinceMs = isHeld ? (attempt.heldSinceMs ?? nowMs) : undefined;
  attempt.unknownSinceMs =
    observation.state === 'unknown' ? (attempt.unknownSinceMs ?? nowMs) : undefined;
}
