import type { FileRow } from '../core/records/journal-entry.ts';

/**
 * Looks at contents. A row is answered only if the stat was equal before and after the reading;
 * a file that keeps changing, or is absent, is `undefined`.
 */
export interface Hasher {
  /** Small files are read here and now, large ones in threads; no file is read twice at once. */
  fingerprint(path: string, known?: FileRow): Promise<FileRow | undefined>;
  close(): Promise<void>;
}
