import type { JobInputs } from './expander.ts';
import { ByteColumn, IntColumn } from './int-column.ts';
import type { JobId } from './job-graph.ts';
import { type FileId, NO_FILE } from './path-table.ts';

/**
 * Jobs while the graph is built, in columns. Inputs come later than the jobs and in any order, so
 * they lie in rows of their own; jobs with the same shared inputs have one row together.
 */
export class JobTable {
  readonly wildcardValues: (readonly string[])[] = [];
  readonly #rule = new IntColumn();
  readonly #outputStart = new IntColumn();
  readonly #outputEnd = new IntColumn();
  readonly #outputFile = new IntColumn();
  readonly #shape = new IntColumn();
  readonly #rowStart = new IntColumn();
  readonly #rowEnd = new IntColumn();
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
    this.#outputEnd.push(this.#outputFile.length);
    this.#shape.push(-1);
    this.#rowStart.push(0);
    this.#rowEnd.push(0);
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
    this.#rowEnd.set(job, start + inputs.files.length);
    return shared !== undefined;
  }

  rule(job: JobId): number {
    return this.#rule.at(job) ?? -1;
  }

  shape(job: JobId): number {
    return this.#shape.at(job) ?? -1;
  }

  /** The file of an input, by its place among the job's inputs. */
  input(job: JobId, place: number): FileId {
    return this.#inputFile.at((this.#rowStart.at(job) ?? 0) + place) ?? NO_FILE;
  }

  /** Good until the table changes. */
  outputs(job: JobId): Int32Array {
    return this.#outputFile.view().subarray(this.#outputStart.at(job), this.#outputEnd.at(job));
  }

  /** Good until the table changes. */
  columns(): JobColumns {
    return {
      jobCount: this.jobCount,
      rule: this.#rule.view(),
      shape: this.#shape.view(),
      rowStart: this.#rowStart.view(),
      rowEnd: this.#rowEnd.view(),
      inputFile: this.#inputFile.view(),
      inputEdge: this.#inputEdge.view(),
      outputStart: this.#outputStart.view(),
      outputEnd: this.#outputEnd.view(),
      outputFile: this.#outputFile.view(),
    };
  }
}

/** By job: rule, shape, where its row of inputs lies, where its outputs lie. */
export interface JobColumns {
  readonly jobCount: number;
  readonly rule: Int32Array;
  readonly shape: Int32Array;
  readonly rowStart: Int32Array;
  readonly rowEnd: Int32Array;
  readonly inputFile: Int32Array;
  readonly inputEdge: Uint8Array;
  readonly outputStart: Int32Array;
  readonly outputEnd: Int32Array;
  readonly outputFile: Int32Array;
}
