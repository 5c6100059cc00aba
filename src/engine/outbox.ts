import type { FileId } from '../core/graph/path-table.ts';
import type { JournalEntry, StartedEntry } from '../core/records/journal-entry.ts';
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
  readonly cancels: { readonly tokens: readonly string[]; readonly how: 'gently' | 'at-once' }[];
}

export interface Launch {
  readonly spec: JobSpec;
  readonly entry: StartedEntry;
  readonly event: RunEvent;
}

export function emptyOutbox(): Outbox {
  return { facts: [], events: [], temps: [], launches: [], cancels: [] };
}

export function isEmpty({ facts, events, temps, launches, cancels }: Outbox): boolean {
  return facts.length + events.length + temps.length + launches.length + cancels.length === 0;
}
