import type { FileId, PathTable } from '../graph/path-table.ts';

/** sha256 of a content, by number; equal ids are equal contents. */
export type DigestId = number;
export const NO_DIGEST = -1;
/** In the place of the digest of an optional output that a success left out. */
export const LEFT_OUT = -2;

/** A canonical text (code, params, env, shape), by number; equal ids are equal texts. */
export type TextId = number;

/** A job's record, by number. */
export type RecordRow = number;
export const NO_ROW = -1;

/**
 * What is known from earlier runs: the newest row of each file and each job.
 *
 * *Files*: path → kind, size, mtime, digest. *Jobs*: inputs by digest in order, outputs by digest,
 * code, params, env. A job's key is its set of outputs, not the name of its rule, so a rule may be
 * renamed. Columns behind methods: a no-op plan over 100 000 jobs makes no object a job.
 */
export interface RecordTable {
  readonly paths: PathTable;

  /** `FILE_KIND`, 0 if the file has no row. */
  fileKind(file: FileId): number;
  fileSize(file: FileId): number;
  fileMtimeMs(file: FileId): number;
  /** `NO_DIGEST` if it has no row, or the digest was still to come when the record ended. */
  fileDigest(file: FileId): DigestId;
  /** The file was as young as the look at it: compare content next time, whatever the stat says. */
  isYoung(file: FileId): boolean;
  /** What is in a recorded directory; undefined for other files. */
  manifest(file: FileId): Manifest | undefined;

  /** The newest record of a job with this output, or `NO_ROW`. */
  rowOf(output: FileId): RecordRow;
  outputCount(row: RecordRow): number;
  /** Outputs are sorted by path. */
  outputAt(row: RecordRow, index: number): FileId;
  /** `LEFT_OUT` for an optional output that was not made. */
  outputDigestAt(row: RecordRow, index: number): DigestId;
  inputCount(row: RecordRow): number;
  inputAt(row: RecordRow, index: number): FileId;
  /** `NO_DIGEST`: absent, or not stable while the job ran; never equal to anything. */
  inputDigestAt(row: RecordRow, index: number): DigestId;
  /** Names and order of the inputs, as `shapeText` writes them. */
  shape(row: RecordRow): TextId;
  code(row: RecordRow): TextId;
  params(row: RecordRow): TextId;
  env(row: RecordRow): TextId;
  /** How long it ran; `undefined` for an adopted one. */
  durationMs(row: RecordRow): number | undefined;

  /** An attempt at a job with this output was started, and no end of it is recorded. */
  isOpen(output: FileId): boolean;

  text(id: TextId): string;
  /** 64 hex digits. */
  digestText(id: DigestId): string;
  /** The digest's id, given now if it has none. */
  internDigest(text: string): DigestId;
}

/** What is in a directory: one entry a file or link below it, sorted by name. */
export interface Manifest {
  readonly members: readonly ManifestMember[];
}

export interface ManifestMember {
  /** Relative to the directory. */
  readonly name: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly digest: string;
}
