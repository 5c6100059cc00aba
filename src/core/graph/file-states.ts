import { ByteColumn, IntColumn } from './int-column.ts';
import type { JobId } from './job-graph.ts';
import type { FileId } from './path-table.ts';

/** Nothing is known of the file yet. */
const UNKNOWN = -2;
/** No job makes it, and it is there. */
export const SOURCE = -1;
/** No job can make it, and it is not there, or must not be taken as it is. */
export const UNAVAILABLE = -3;

/** Where each file comes from: a job, or one of the states above; and whether that is settled. */
export class FileStates {
  readonly #states = new IntColumn();
  readonly #isSettled = new ByteColumn();
  #isOverridden = false;

  /** The job that makes the file, or one of the states, which are below 0. */
  get(file: FileId): JobId {
    return this.#states.at(file) ?? UNKNOWN;
  }

  /** Has somebody asked for the file, so that it is decided which rule makes it? */
  isSettled(file: FileId): boolean {
    return this.#isSettled.at(file) !== NOT_SETTLED;
  }

  /** Was it the workflow that said which rule makes it? */
  isPinned(file: FileId): boolean {
    return this.#isSettled.at(file) === PINNED;
  }

  settle(file: FileId, state: number): void {
    this.#set(file, state);
    this.#isSettled.set(file, SETTLED);
  }

  pin(file: FileId): void {
    this.#isSettled.set(file, PINNED);
  }

  /** For an output of a job that nobody has asked for: the first one to claim it has it. */
  claim(file: FileId, job: JobId): void {
    if (!this.isSettled(file) && this.get(file) === UNKNOWN) this.#set(file, job);
  }

  /** Did a file change hands, so that a job may not be needed after all? */
  get isOverridden(): boolean {
    return this.#isOverridden;
  }

  /** By file; good until the next change. Files past the end are unknown. */
  view(): Int32Array {
    return this.#states.view();
  }

  #set(file: FileId, state: number): void {
    const old = this.get(file);
    if (old >= 0 && old !== state) this.#isOverridden = true;
    this.#states.extend(file + 1, UNKNOWN);
    this.#states.set(file, state);
  }
}

const NOT_SETTLED = 0;
const SETTLED = 1;
const PINNED = 2;
