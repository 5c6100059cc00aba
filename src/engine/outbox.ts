import type { FileId } from '../core/graph/path-table.ts';
import type { JournalEntry, StartedEntry } from '../core/records/journal-entry.ts';
import type { FrozenAttempt } from '../ports/frozen-attempt.ts';
import type { JobSpec } from '../ports/job-spec.ts';
import type { RunEvent } from '../ports/run-event.ts';

/** What one turn of the loop came to, sorted by how it is carried out. */
export interface Outbox {
  /** How attempts ended, and other facts. */
  readonly facts: JournalEntry[];
  readonly events: RunEvent[];
  /** Files to be removed. */
  readonly temps: FileId[];
  readonly launches: Launch[];
  /** Attempts of an earlier flow that take the place of new ones. */
  readonly adoptions: Adoption[];
  /** Those that have to end first. */
  readonly obstacles: FrozenAttempt[];
  readonly cancels: { readonly tokens: readonly string[]; readonly how: 'gently' | 'at-once' }[];
}

export interface Launch {
  readonly spec: JobSpec;
  readonly entry: StartedEntry;
  readonly event: RunEvent;
}

export interface Adoption {
  /** What the machine calls it. */
  readonly token: string;
  readonly frozen: FrozenAttempt;
  readonly event: RunEvent;
}

export function emptyOutbox(): Outbox {
  return {
    facts: [],
    events: [],
    temps: [],
    launches: [],
    adoptions: [],
    obstacles: [],
    cancels: [],
  };
}

export function isEmpty(outbox: Outbox): boolean {
  const { facts, events, temps, launches, adoptions, obstacles, cancels } = outbox;
  return [facts, events, temps, launches, adoptions, obstacles, cancels].every(
    ({ length }) => length === 0,
  );
}
