import { IntColumn } from './int-column.ts';
import type { JobId } from './job-graph.ts';
import type { FileId } from './path-table.ts';

/** Nobody has asked for the file yet. */
export const UNASKED = -2;
/** No job makes it, and it is there. */
export const SOURCE = -1;
/** No job can make it, and it is not there, or must not be taken as it is. */
export const UNAVAILABLE = -3;

/** Where each file comes from: a job, or one of the states above. */
export class FileStates {
  readonly #column = new IntColumn();

  get(file: FileId): JobId | typeof UNASKED | typeof SOURCE | typeof UNAVAILABLE {
    return this.#column.at(file) ?? UNASKED;
  }

  set(file: FileId, state: number): void {
    this.#column.extend(file + 1, UNASKED);
    this.#column.set(file, state);
  }

  /** By file; good until the next change. Files past the end are unasked. */
  view(): Int32Array {
    return this.#column.view();
  }
}
