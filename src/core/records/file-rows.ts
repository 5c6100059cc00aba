import type { FileId } from '../graph/path-table.ts';
import { FILE_KIND } from '../plan/file-facts.ts';
import {
  type ByteColumn,
  byteColumn,
  type FloatColumn,
  floatColumn,
  type IntColumn,
  intColumn,
} from './column.ts';
import type { FileRow } from './journal-entry.ts';
import { type DigestId, NO_DIGEST } from './record-table.ts';

const KIND_BITS = 3;
const YOUNG_BIT = 4;

/** File rows as they lie in a snapshot, one a path. */
export interface FileBlock {
  /** `FILE_KIND` in the low two bits, young in the third; 0: the path has no row. */
  readonly flags: Uint8Array;
  readonly size: Float64Array;
  readonly mtimeMs: Float64Array;
  readonly digest: Int32Array;
}

/** The newest row of each file, in columns by `FileId`. */
export class FileRows {
  readonly #flags: ByteColumn;
  readonly #size: FloatColumn;
  readonly #mtimeMs: FloatColumn;
  readonly #digest: IntColumn;

  constructor(block?: FileBlock) {
    this.#flags = byteColumn(block?.flags);
    this.#size = floatColumn(block?.size);
    this.#mtimeMs = floatColumn(block?.mtimeMs);
    this.#digest = intColumn(block?.digest);
  }

  kind(file: FileId): number {
    return this.#flags.at(file) & KIND_BITS;
  }

  size(file: FileId): number {
    return this.#size.at(file);
  }

  mtimeMs(file: FileId): number {
    return this.#mtimeMs.at(file);
  }

  digest(file: FileId): DigestId {
    return this.#flags.at(file) === 0 ? NO_DIGEST : this.#digest.at(file);
  }

  isYoung(file: FileId): boolean {
    return (this.#flags.at(file) & YOUNG_BIT) !== 0;
  }

  set(file: FileId, row: FileRow, digest: DigestId): void {
    this.#flags.set(file, FILE_KIND[row.type] | (row.isYoung ? YOUNG_BIT : 0));
    this.#size.set(file, row.size);
    this.#mtimeMs.set(file, row.mtimeMs);
    this.#digest.set(file, digest);
  }

  /** The file has no row any more. */
  clear(file: FileId): void {
    this.#flags.set(file, FILE_KIND.absent);
  }

  /** Is it the content that the row speaks of, as far as a stat can tell? */
  hasStat(file: FileId, row: FileRow): boolean {
    return (
      this.kind(file) === FILE_KIND[row.type] &&
      this.size(file) === row.size &&
      this.mtimeMs(file) === row.mtimeMs
    );
  }

  /** The rows of these files, numbered anew from 0. */
  pick(files: readonly FileId[], renumberDigest: (id: DigestId) => number): FileBlock {
    const block = {
      flags: new Uint8Array(files.length),
      size: new Float64Array(files.length),
      mtimeMs: new Float64Array(files.length),
      digest: new Int32Array(files.length).fill(NO_DIGEST),
    };
    for (const [index, file] of files.entries()) {
      block.flags[index] = this.#flags.at(file);
      block.size[index] = this.size(file);
      block.mtimeMs[index] = this.mtimeMs(file);
      block.digest[index] = renumberDigest(this.digest(file));
    }
    return block;
  }
}
