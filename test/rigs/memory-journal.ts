import { FlowError } from '../../src/core/diagnostic.ts';
import type { JournalEntry } from '../../src/core/records/journal-entry.ts';
import type { JournalWriter } from '../../src/ports/journal.ts';

/** What a full disk says. */
export const DISK_FULL: FlowError = new FlowError({
  code: 'journal-not-written',
  kind: 'environment',
  severity: 'error',
  title: 'the journal cannot be written: no space left',
  spans: [],
  facts: [],
});

/** Keeps entries; refuses those appends whose number, from 1, it is told to refuse. */
export class MemoryJournal implements JournalWriter {
  readonly batches: (readonly JournalEntry[])[] = [];
  readonly #refuses: (append: number) => boolean;
  appendCount = 0;
  isClosed = false;

  constructor(refuses: (append: number) => boolean = () => false) {
    this.#refuses = refuses;
  }

  append(entries: readonly JournalEntry[]): void {
    if (this.isClosed) throw new Error('append after close');
    this.appendCount += 1;
    if (this.#refuses(this.appendCount)) throw DISK_FULL;
    this.batches.push([...entries]);
  }

  close(): void {
    this.isClosed = true;
  }

  get entries(): readonly JournalEntry[] {
    return this.batches.flat();
  }

  /** `started a`, `job a`, `ended`, `file p`, `removed p`: what stands in it, in short. */
  get lines(): readonly string[] {
    return this.entries.map((entry) => {
      switch (entry.kind) {
        case 'started':
          return `started ${entry.rule}`;
        case 'job':
          return `${entry.how} ${entry.rule}`;
        case 'ended':
          return `ended ${entry.token}`;
        case 'file':
          return `file ${entry.file.path}`;
        case 'removed':
          return `removed ${entry.paths.join(' ')}`;
      }
    });
  }
}
