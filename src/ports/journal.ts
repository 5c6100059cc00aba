import type { JournalEntry } from '../core/records/journal-entry.ts';

/** Where entries go that must outlive us. One writer, the holder of the lock. */
export interface JournalWriter {
  /**
   * Handed to the kernel when it returns, so that they outlive this process; a power cut may lose
   * the newest. Throws `FlowError` (environment) if the disk refuses: then nothing is half written.
   */
  append(entries: readonly JournalEntry[]): void;
  close(): void;
}
