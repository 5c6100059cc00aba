import type { Manifest } from './record-table.ts';

/**
 * What is appended to the journal, in the words of paths and texts; the record table is the fold
 * of all entries. Later entries replace earlier ones of the same file or the same outputs.
 */
export type JournalEntry =
  | { readonly kind: 'file'; readonly file: FileRow }
  | JobEntry
  | StartedEntry
  /** The attempt is over and its outputs are as before it: failed, cancelled or recovered. */
  | { readonly kind: 'ended'; readonly token: string }
  /** Temporary files were removed on purpose; their rows stay, as what they stood for. */
  | { readonly kind: 'removed'; readonly paths: readonly string[] };

export interface FileRow {
  readonly path: string;
  readonly type: 'file' | 'directory';
  /** Bytes; of a directory, of its members together. */
  readonly size: number;
  /** Of a directory, the youngest of its members. */
  readonly mtimeMs: number;
  /** sha256 in hex; undefined: still to come. */
  readonly digest: string | undefined;
  readonly isYoung: boolean;
  readonly manifest?: Manifest;
}

export interface JobEntry {
  readonly kind: 'job';
  readonly how: 'ran' | 'adopted';
  readonly token: string;
  readonly rule: string;
  readonly outputs: readonly FileRow[];
  /** Optional outputs that it did not make; they count as its outputs all the same. */
  readonly leftOut?: readonly string[];
  /** In order. The rows are those taken at the job's start. */
  readonly inputs: readonly InputRow[];
  readonly shape: string;
  readonly code: string;
  readonly params: string;
  readonly env: string;
  /** Milliseconds since 1970. */
  readonly endedAtMs: number;
  readonly durationMs: number | undefined;
}

export interface InputRow {
  readonly path: string;
  /** Undefined: absent, or it changed while the job ran. */
  readonly digest: string | undefined;
}

/** Written before the first side effect of an attempt. */
export interface StartedEntry {
  readonly kind: 'started';
  readonly token: string;
  readonly rule: string;
  readonly outputs: readonly string[];
  /**
   * Old outputs, moved to siblings; moved back if the attempt does not succeed. An output that is
   * not among them was not there when this was written, so what is found there is partial.
   */
  readonly moves: readonly { readonly from: string; readonly to: string }[];
}
