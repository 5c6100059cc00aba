import type { FileId, PathTable } from '../graph/path-table.ts';
import type { JobEntry, StartedEntry } from './journal-entry.ts';

/** Attempts that were started, and whose end is not recorded. */
export class OpenAttempts {
  readonly #paths: PathTable;
  readonly #open = new Map<string, StartedEntry>();
  /** Open attempts by output. */
  readonly #byOutput = new Map<FileId, Set<string>>();

  constructor(paths: PathTable) {
    this.#paths = paths;
  }

  open(): readonly StartedEntry[] {
    return [...this.#open.values()];
  }

  isOpen(output: FileId): boolean {
    return this.#byOutput.size > 0 && this.#byOutput.has(output);
  }

  start(attempt: StartedEntry): void {
    this.end(attempt.token);
    this.#open.set(attempt.token, attempt);
    for (const path of attempt.outputs) {
      const output = this.#paths.intern(path);
      const tokens = this.#byOutput.get(output) ?? new Set();
      this.#byOutput.set(output, tokens.add(attempt.token));
    }
  }

  end(token: string): void {
    const attempt = this.#open.get(token);
    if (attempt === undefined) return;
    this.#open.delete(token);
    for (const path of attempt.outputs) {
      const output = this.#paths.find(path);
      const tokens = this.#byOutput.get(output);
      tokens?.delete(token);
      if (tokens?.size === 0) this.#byOutput.delete(output);
    }
  }

  /** Its outputs are known now, so no attempt at any of them is open any more. */
  record(job: JobEntry): void {
    if (this.#open.size === 0) return;
    const tokens = new Set([job.token]);
    const paths = [...job.outputs.map(({ path }) => path), ...(job.leftOut ?? [])];
    for (const path of paths) {
      for (const token of this.#byOutput.get(this.#paths.find(path)) ?? []) tokens.add(token);
    }
    for (const token of tokens) this.end(token);
  }
}
