import type { FileId, PathTable } from '../graph/path-table.ts';
import type { Crc32 } from './checksum.ts';
import type { FileRow, InputRow, JobEntry, JournalEntry, StartedEntry } from './journal-entry.ts';
import type { ListId } from './input-lists.ts';
import { packSnapshot } from './pack-snapshot.ts';
import { emptyParts, type RecordParts } from './record-parts.ts';
import {
  type DigestId,
  LEFT_OUT,
  type Manifest,
  NO_DIGEST,
  NO_ROW,
  type RecordRow,
  type RecordTable,
  type TextId,
} from './record-table.ts';
import { type SnapshotSource, unpackSnapshot } from './unpack-snapshot.ts';

/** Lists up to this length are cheaper to look up than to remember. */
const SHORT_LIST = 8;

/** The record table as the fold of journal entries over a snapshot. */
export class Records implements RecordTable {
  readonly paths: PathTable;
  readonly #parts: RecordParts;
  /** Entries that were read from one file share their longer input lists. */
  readonly #listIds = new WeakMap<readonly InputRow[], ListId>();

  constructor(paths: PathTable, parts: RecordParts = emptyParts(paths)) {
    this.paths = paths;
    this.#parts = parts;
  }

  /** Numbers the snapshot's paths. Throws `FlowError` if it is damaged or of a newer version. */
  static fromSnapshot(source: SnapshotSource, paths: PathTable): Records {
    return new Records(paths, unpackSnapshot(source, paths));
  }

  /** All that is known, and nothing that was replaced, as bytes. */
  snapshot(crc32: Crc32): Uint8Array {
    return packSnapshot(this.#parts, crc32);
  }

  apply(entry: JournalEntry): void {
    switch (entry.kind) {
      case 'file':
        this.#setFile(entry.file);
        break;
      case 'job':
        this.#setJob(entry);
        break;
      case 'started':
        this.#parts.attempts.start(entry);
        break;
      case 'ended':
        this.#parts.attempts.end(entry.token);
        break;
      case 'removed':
        break;
    }
  }

  /** Attempts that were started and whose end is not recorded. */
  openAttempts(): readonly StartedEntry[] {
    return this.#parts.attempts.open();
  }

  isOpen(output: FileId): boolean {
    return this.#parts.attempts.isOpen(output);
  }

  fileKind(file: FileId): number {
    return this.#parts.files.kind(file);
  }

  fileSize(file: FileId): number {
    return this.#parts.files.size(file);
  }

  fileMtimeMs(file: FileId): number {
    return this.#parts.files.mtimeMs(file);
  }

  fileDigest(file: FileId): DigestId {
    return this.#parts.files.digest(file);
  }

  isYoung(file: FileId): boolean {
    return this.#parts.files.isYoung(file);
  }

  manifest(file: FileId): Manifest | undefined {
    return this.#parts.manifests.get(file);
  }

  rowOf(output: FileId): RecordRow {
    return this.#parts.jobs.rowOf(output);
  }

  outputCount(row: RecordRow): number {
    return this.#parts.jobs.outputCount(row);
  }

  outputAt(row: RecordRow, index: number): FileId {
    return this.#parts.jobs.outputAt(row, index);
  }

  outputDigestAt(row: RecordRow, index: number): DigestId {
    return this.#parts.jobs.outputDigestAt(row, index);
  }

  inputCount(row: RecordRow): number {
    return this.#parts.lists.length(this.#parts.jobs.inputs.at(row));
  }

  inputAt(row: RecordRow, index: number): FileId {
    return this.#parts.lists.file(this.#parts.jobs.inputs.at(row), index);
  }

  inputDigestAt(row: RecordRow, index: number): DigestId {
    return this.#parts.lists.digest(this.#parts.jobs.inputs.at(row), index);
  }

  rule(row: RecordRow): TextId {
    return this.#parts.jobs.rule.at(row);
  }

  shape(row: RecordRow): TextId {
    return this.#parts.jobs.shape.at(row);
  }

  code(row: RecordRow): TextId {
    return this.#parts.jobs.code.at(row);
  }

  params(row: RecordRow): TextId {
    return this.#parts.jobs.params.at(row);
  }

  env(row: RecordRow): TextId {
    return this.#parts.jobs.env.at(row);
  }

  durationMs(row: RecordRow): number | undefined {
    const duration = this.#parts.jobs.durationMs.at(row);
    return Number.isNaN(duration) ? undefined : duration;
  }

  /** Milliseconds since 1970. */
  endedAtMs(row: RecordRow): number {
    return this.#parts.jobs.endedAtMs.at(row);
  }

  /** Taken as it was found, not made by us. */
  isAdopted(row: RecordRow): boolean {
    return this.#parts.jobs.isAdopted(row);
  }

  text(id: TextId): string {
    return this.#parts.texts.text(id);
  }

  digestText(id: DigestId): string {
    return this.#parts.digests.text(id);
  }

  internDigest(text: string): DigestId {
    return this.#parts.digests.intern(text);
  }

  #setFile(row: FileRow): void {
    const { files, jobs, manifests } = this.#parts;
    const file = this.paths.intern(row.path);
    const digest = this.#digestOf(row);
    if (digest !== NO_DIGEST && files.digest(file) === NO_DIGEST && files.hasStat(file, row)) {
      this.#completeOutput(jobs.rowOf(file), file, digest);
    }
    files.set(file, row, digest);
    manifests.set(file, row.manifest);
  }

  #clearFile(path: string): void {
    const file = this.paths.intern(path);
    this.#parts.files.clear(file);
    this.#parts.manifests.set(file, undefined);
  }

  /** The digest of an output that was recorded by its stat has come. */
  #completeOutput(row: RecordRow, file: FileId, digest: DigestId): void {
    if (row === NO_ROW) return;
    const { jobs } = this.#parts;
    for (let index = 0; index < jobs.outputCount(row); index++) {
      const isIt = jobs.outputAt(row, index) === file;
      if (isIt && jobs.outputDigestAt(row, index) === NO_DIGEST) {
        jobs.setOutputDigest(row, index, digest);
      }
    }
  }

  #setJob(entry: JobEntry): void {
    const { attempts, jobs, texts } = this.#parts;
    attempts.record(entry);
    const leftOut = entry.leftOut ?? [];
    if (entry.outputs.length + leftOut.length === 0) return;
    for (const row of entry.outputs) this.#setFile(row);
    for (const path of leftOut) this.#clearFile(path);
    const outputs = [
      ...entry.outputs.map((row) => ({ path: row.path, digest: this.#digestOf(row) })),
      ...leftOut.map((path) => ({ path, digest: LEFT_OUT })),
    ].toSorted((one, other) => (one.path < other.path ? -1 : 1));
    jobs.add({
      outputs: outputs.map(({ path }) => this.paths.intern(path)),
      outputDigests: outputs.map(({ digest }) => digest),
      inputs: this.#listOf(entry.inputs),
      rule: texts.intern(entry.rule),
      shape: texts.intern(entry.shape),
      code: texts.intern(entry.code),
      params: texts.intern(entry.params),
      env: texts.intern(entry.env),
      endedAtMs: entry.endedAtMs,
      durationMs: entry.durationMs ?? Number.NaN,
      isAdopted: entry.how === 'adopted',
    });
  }

  #listOf(inputs: readonly InputRow[]): ListId {
    const known = inputs.length > SHORT_LIST ? this.#listIds.get(inputs) : undefined;
    if (known !== undefined) return known;
    const list = this.#parts.lists.intern(
      inputs.map(({ path }) => this.paths.intern(path)),
      inputs.map((row) => this.#digestOf(row)),
    );
    if (inputs.length > SHORT_LIST) this.#listIds.set(inputs, list);
    return list;
  }

  #digestOf({ digest }: { readonly digest: string | undefined }): DigestId {
    return digest === undefined ? NO_DIGEST : this.internDigest(digest);
  }
}
