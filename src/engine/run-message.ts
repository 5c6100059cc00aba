import type { FileId } from '../core/graph/path-table.ts';
import type { FileRow, JournalEntry } from '../core/records/journal-entry.ts';
import type { RunInput } from './run-input.ts';

/** What comes into the loop: what the machine decides on, and what the loop does by itself. */
export type RunMessage =
  | RunInput
  | { readonly kind: 'executor-broke'; readonly error: Error }
  | { readonly kind: 'executor-closed' }
  /** Undefined: the content could not be read. */
  | { readonly kind: 'fingerprinted'; readonly file: FileId; readonly row: FileRow | undefined }
  | {
      readonly kind: 'adopted';
      readonly entries: readonly JournalEntry[];
      readonly jobCount: number;
    }
  | { readonly kind: 'adoption-ended' }
  /** Of ours, found beside the loop. */
  | { readonly kind: 'bug'; readonly error: Error };
