import type { FileId } from '../graph/path-table.ts';
import {
  type ByteColumn,
  byteColumn,
  type FloatColumn,
  floatColumn,
  type IntColumn,
  intColumn,
} from './column.ts';
import type { ListId } from './input-lists.ts';
import { type DigestId, NO_ROW, type RecordRow, type TextId } from './record-table.ts';

/** Job rows as they lie in a snapshot: the outputs of row `r` are at `starts[r] .. starts[r + 1]`. */
export interface JobBlock {
  readonly starts: Int32Array;
  readonly outputs: Int32Array;
  readonly outputDigests: Int32Array;
  readonly inputs: Int32Array;
  readonly rule: Int32Array;
  readonly shape: Int32Array;
  readonly code: Int32Array;
  readonly params: Int32Array;
  readonly env: Int32Array;
  readonly endedAtMs: Float64Array;
  /** NaN: it was adopted, or nobody took the time. */
  readonly durationMs: Float64Array;
  /** 1: adopted. */
  readonly adopted: Uint8Array;
}

export interface JobRow {
  /** Sorted by path; at least one. */
  readonly outputs: readonly FileId[];
  readonly outputDigests: readonly DigestId[];
  readonly inputs: ListId;
  readonly rule: TextId;
  readonly shape: TextId;
  readonly code: TextId;
  readonly params: TextId;
  readonly env: TextId;
  readonly endedAtMs: number;
  readonly durationMs: number;
  readonly isAdopted: boolean;
}

/** The records of jobs, in columns by `RecordRow`. Rows that were replaced stay until a snapshot. */
export class JobRows {
  readonly #starts: IntColumn;
  readonly #outputs: IntColumn;
  readonly #outputDigests: IntColumn;
  readonly inputs: IntColumn;
  readonly rule: IntColumn;
  readonly shape: IntColumn;
  readonly code: IntColumn;
  readonly params: IntColumn;
  readonly env: IntColumn;
  readonly endedAtMs: FloatColumn;
  readonly durationMs: FloatColumn;
  readonly #adopted: ByteColumn;
  /** Row + 1 by file; 0: none. */
  readonly #rowOf: IntColumn = intColumn();

  constructor(block?: JobBlock) {
    this.#starts = intColumn(block?.starts ?? new Int32Array(1));
    this.#outputs = intColumn(block?.outputs);
    this.#outputDigests = intColumn(block?.outputDigests);
    this.inputs = intColumn(block?.inputs);
    this.rule = intColumn(block?.rule);
    this.shape = intColumn(block?.shape);
    this.code = intColumn(block?.code);
    this.params = intColumn(block?.params);
    this.env = intColumn(block?.env);
    this.endedAtMs = floatColumn(block?.endedAtMs);
    this.durationMs = floatColumn(block?.durationMs);
    this.#adopted = byteColumn(block?.adopted);
    for (let row = 0; row < this.count; row++) this.#claimOutputs(row);
  }

  get count(): number {
    return this.#starts.length - 1;
  }

  rowOf(output: FileId): RecordRow {
    return this.#rowOf.at(output) - 1;
  }

  outputCount(row: RecordRow): number {
    return this.#starts.at(row + 1) - this.#starts.at(row);
  }

  outputAt(row: RecordRow, index: number): FileId {
    return this.#outputs.at(this.#starts.at(row) + index);
  }

  outputDigestAt(row: RecordRow, index: number): DigestId {
    return this.#outputDigests.at(this.#starts.at(row) + index);
  }

  isAdopted(row: RecordRow): boolean {
    return this.#adopted.at(row) === 1;
  }

  setOutputDigest(row: RecordRow, index: number, digest: DigestId): void {
    this.#outputDigests.set(this.#starts.at(row) + index, digest);
  }

  /** Replaces every row that shares an output with it. */
  add(job: JobRow): void {
    for (const output of job.outputs) this.#drop(this.rowOf(output));
    for (const [index, output] of job.outputs.entries()) {
      this.#outputs.push(output);
      this.#outputDigests.push(job.outputDigests[index] ?? 0);
    }
    const row = this.count;
    this.#starts.push(this.#outputs.length);
    this.inputs.push(job.inputs);
    this.rule.push(job.rule);
    this.shape.push(job.shape);
    this.code.push(job.code);
    this.params.push(job.params);
    this.env.push(job.env);
    this.endedAtMs.push(job.endedAtMs);
    this.durationMs.push(job.durationMs);
    this.#adopted.push(job.isAdopted ? 1 : 0);
    this.#claimOutputs(row);
  }

  /** The rows that were not replaced, oldest first. */
  live(): RecordRow[] {
    const rows: RecordRow[] = [];
    for (let row = 0; row < this.count; row++) {
      if (this.rowOf(this.outputAt(row, 0)) === row) rows.push(row);
    }
    return rows;
  }

  #claimOutputs(row: RecordRow): void {
    for (let at = this.#starts.at(row); at < this.#starts.at(row + 1); at++) {
      this.#rowOf.set(this.#outputs.at(at), row + 1);
    }
  }

  #drop(row: RecordRow): void {
    if (row === NO_ROW) return;
    for (let index = 0; index < this.outputCount(row); index++) {
      this.#rowOf.set(this.outputAt(row, index), 0);
    }
  }
}
