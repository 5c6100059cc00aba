import type { NodeEnd } from '../protocol/node/recorded-end.ts';
import { recordedEnd } from '../protocol/node/recorded-end.ts';
import * as detail from './batch-details.ts';
import type { BatchAttempt } from './batch-attempt.ts';
import type { SystemEnd } from './batch-system.ts';
import type { BatchTiming } from './batch-timing.ts';

/** What to do about a submitted attempt. */
export type AttemptEnd =
  /** Nothing yet. `isUrgent`: the system's word is what is missing. */
  | { readonly kind: 'open'; readonly isUrgent: boolean }
  | { readonly kind: 'over'; readonly end: NodeEnd }
  /** It will not begin by itself: it is to be ended, for this reason. */
  | { readonly kind: 'hopeless'; readonly detail: string }
  /** Nobody knows what became of it, and it may go on writing. */
  | { readonly kind: 'unconfirmed'; readonly detail: string };

export interface EndFacts {
  readonly nowMs: number;
  readonly timing: BatchTiming;
  /** Name of the system. */
  readonly system: string;
}

/**
 * Has the attempt ended, and how? Exit records count first, the system's word where there is none;
 * it also has to confirm a record, as only it knows that nothing of the job is left, and that it
 * was not memory that ran out. A record of a script that was told to end counts only together with
 * the system's word: the job may have been put back into its queue.
 */
export function endOfAttempt(attempt: BatchAttempt, facts: EndFacts): AttemptEnd {
  const { observation, record, recordSinceMs, endedSinceMs, unknownSinceMs } = attempt;
  const { heldSinceMs, cancel, spec } = attempt;
  const { nowMs, timing } = facts;
  const isWhole = record !== undefined && record.interruptedBy === undefined;
  if (observation?.state === 'ended') {
    const isPatient = nowMs - (endedSinceMs ?? nowMs) < timing.recordMs;
    if (record === undefined && isPatient && mayLeaveRecord(attempt, observation.end)) return OPEN;
    return { kind: 'over', end: wholeEnd(attempt, observation.end, facts) };
  }
  if (isWhole && nowMs - recordSinceMs >= timing.confirmMs) {
    return { kind: 'over', end: recordedEnd(record, spec) };
  }
  if (isWhole) return URGENT;
  const heldMs = nowMs - (heldSinceMs ?? nowMs);
  if (observation !== undefined && cancel === undefined && heldMs >= timing.heldMs) {
    return { kind: 'hopeless', detail: detail.heldBySystem(facts.system, observation.raw) };
  }
  if (observation?.state !== 'unknown') return OPEN;
  return endOfUnknown(attempt, nowMs - (unknownSinceMs ?? nowMs), facts);
}

/** What we ended at once, or before it began, has nothing more to say, nor what never began. */
function mayLeaveRecord({ cancel, lastStart }: BatchAttempt, end: SystemEnd): boolean {
  if (end.kind === 'node-failed' && end.neverBegan === true && lastStart < 0) return false;
  return cancel === undefined || (cancel === 'gently' && lastStart >= 0);
}

const OPEN: AttemptEnd = { kind: 'open', isUrgent: false };
const URGENT: AttemptEnd = { kind: 'open', isUrgent: true };

/** We have ended it, for the user or since it was hopeless. */
function endedByUs({ givenUp }: BatchAttempt): NodeEnd {
  return givenUp === undefined
    ? { kind: 'cancelled' }
    : { kind: 'failed', cause: 'node', detail: givenUp };
}

function endOfUnknown(
  attempt: BatchAttempt,
  forMs: number,
  { timing, system }: EndFacts,
): AttemptEnd {
  const { record, lastStart, cancel } = attempt;
  const hasBegun = lastStart >= 0;
  // What the system has dropped from its queue cannot begin any more.
  if (cancel !== undefined && !hasBegun) return { kind: 'over', end: endedByUs(attempt) };
  if (record !== undefined && forMs >= timing.confirmMs) {
    const end: NodeEnd =
      cancel === undefined
        ? { kind: 'lost', detail: detail.endedByOthers(system, record.interruptedBy ?? '') }
        : endedByUs(attempt);
    return { kind: 'over', end };
  }
  if (forMs < timing.unknownMs) return OPEN;
  if (!hasBegun) return { kind: 'over', end: { kind: 'lost', detail: detail.forgotten(system) } };
  return { kind: 'unconfirmed', detail: detail.forgottenRunning(system) };
}

function wholeEnd(attempt: BatchAttempt, said: SystemEnd, facts: EndFacts): NodeEnd {
  const { record, spec, cancel } = attempt;
  if (said.kind === 'out-of-memory') return said;
  if (record !== undefined && record.interruptedBy === undefined) return recordedEnd(record, spec);
  if (cancel !== undefined) return endedByUs(attempt);
  const known = systemEnd(said, attempt, facts);
  if (known !== undefined) return known;
  if (record !== undefined) return recordedEnd(record, spec);
  return exitWithoutRecord(attempt, said, facts);
}

/** Undefined: the system only says how the script ended. */
function systemEnd(
  said: SystemEnd,
  { spec, observation }: BatchAttempt,
  { system }: EndFacts,
): NodeEnd | undefined {
  const raw = observation?.raw ?? '';
  switch (said.kind) {
    case 'timed-out':
      return spec.resources.timeS === undefined
        ? { kind: 'failed', cause: 'timeout', detail: detail.outOfTime(system) }
        : { kind: 'timed-out', limitS: spec.resources.timeS };
    case 'preempted':
      return { kind: 'failed', cause: 'preempted', detail: detail.preempted(system) };
    case 'node-failed':
      return { kind: 'failed', cause: 'node', detail: detail.nodeFailed(system, raw) };
    case 'cancelled':
      return { kind: 'failed', cause: 'signal', detail: detail.cancelledByOthers(system, raw) };
    case 'out-of-memory':
      return said;
    case 'exited':
    case 'signalled':
      return undefined;
  }
}

/** The script always leaves a record, unless it was killed or never ran. */
function exitWithoutRecord(
  { lastStart, observation }: BatchAttempt,
  said: SystemEnd,
  { system, timing }: EndFacts,
): NodeEnd {
  const raw = observation?.raw ?? '';
  if (said.kind === 'signalled') return said;
  const text =
    lastStart < 0
      ? detail.neverBegan(system, raw)
      : detail.noRecord(system, { raw, waitedMs: timing.recordMs });
  return { kind: 'failed', cause: 'node', detail: text };
}
