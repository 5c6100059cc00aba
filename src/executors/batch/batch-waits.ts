import { heldInQueue } from '../../core/catalogue/executor.ts';
import type { Diagnostic } from '../../core/diagnostic.ts';
import type { BatchAttempt } from './batch-attempt.ts';

/** What the system says of an attempt that waits with it; undefined: it does not. */
export function queuedBecause(attempt: BatchAttempt | undefined): string | undefined {
  const { observation, phase } = attempt ?? {};
  const isQueued = observation?.state === 'queued' || observation?.state === 'held';
  return phase === 'submitted' && isQueued ? observation.raw : undefined;
}

/**
 * Of jobs that wait until a person does something, each once; one warning for all of which the
 * system says the same.
 */
export function heldWarnings(open: readonly BatchAttempt[], system: string): readonly Diagnostic[] {
  const groups = new Map<
    string,
    { first: BatchAttempt; remedy: string | undefined; count: number }
  >();
  for (const attempt of open) {
    const { observation, phase, isHeldTold, cancel } = attempt;
    if (phase !== 'submitted' || observation?.state !== 'held') continue;
    if (isHeldTold || cancel !== undefined || observation.bySystem === true) continue;
    attempt.isHeldTold = true;
    const { raw, remedy } = observation;
    const group = groups.get(raw) ?? { first: attempt, remedy, count: 0 };
    group.count += 1;
    groups.set(raw, group);
  }
  return [...groups].map(([said, { first, remedy, count }]) =>
    heldInQueue({ label: first.spec.label, id: first.job?.id ?? '', count, system, said, remedy }),
  );
}
