import type { JobInputs } from './expander.ts';
import { ByteColumn, IntColumn } from './int-column.ts';
import type { JobId } from './job-graph.ts';
import type { FileId } from './path-table.ts';

/**
 * Jobs while the graph is built, in columns. Inputs come later than the jobs and in any order, so
 * they lie in rows of their own; jobs with the same shared inputs have one row together.
 */
export class JobTable {
  readonly wildcardValues: (readonly string[])[] = [];
  readonly #rule = new IntColumn();
  readonly #outputStart = new IntColumn();
  readonly #outputFile = new IntColumn();
  readonly #shape = new IntColumn();
  readonly #rowStart = new IntColumn();
  readonly #rowLength = new IntColumn();
  readonly #inputFile = new IntColumn();
  readonly #inputEdge = new ByteColumn();
  readonly #sharedRows = new Map<JobInputs, number>();

  get jobCount(): number {
    return this.wildcardValues.length;
  }

  /** A job whose inputs are not known yet: it has none. */
  add(rule: number, wildcardValues: readonly string[], outputs: readonly FileId[]): JobId {
    this.#rule.push(rule);
    this.wildcardValues.push(wildcardValues);
    this.#outputStart.push(this.#outputFile.length);
    for (const file of outputs) this.#outputFile.push(file);
    this.#shape.push(-1);
    this.#rowStart.push(0);
    this.#rowLength.push(0);
    return this.wildcardValues.length - 1;
  }

  /** True if the files of this very row were set for another job before. */
  setInputs(job: JobId, inputs: JobInputs): boolean {
    const shared = inputs.isShared ? this.#sharedRows.get(inputs) : undefined;
    const start = shared ?? this.#inputFile.length;
    if (shared === undefined) {
      this.#inputFile.append(inputs.files);
      this.#inputEdge.append(inputs.edges);
      if (inputs.isShared) this.#sharedRows.set(inputs, start);
    }
    this.#shape.set(job, inputs.shape);
    this.#rowStart.set(job, start);
    this.#rowLength.set(job, inputs.files.length);
    return shared !== undefined;
  }

  rule(job: JobId): number {
    return this.#rule.at(job) ?? -1;
  }

  shape(job: JobId): number {
    return this.#shape.at(job) ?? -1;
  }

  /** Good until inputs are set. */
  inputs(job: JobId): Int32Array {
    const start = this.#rowStart.at(job) ?? 0;
    return this.#inputFile.view().subarray(start, start + (this.#rowLength.at(job) ?? 0));
  }

  /** Good until inputs are set. */
  inputEdges(job: JobId): Uint8Array {
    const start = this.#rowStart.at(job) ?? 0;
    return this.#inputEdge.view().subarray(start, start + (this.#rowLength.at(job) ?? 0));
  }

  /** Good until a job is added. */
  outputs(job: JobId): Int32Array {
    const end = this.#outputStart.at(job + 1) ?? this.#outputFile.length;
    return this.#outputFile.view().subarray(this.#outputStart.at(job) ?? 0, end);
  }
}
