import type { FileId, PathTable } from '../graph/path-table.ts';
import type { JobEntry, StartedEntry } from './journal-entry.ts';

/** Attempts that were started, and what is not over about them. */
export class OpenAttempts {
  readonly #paths: PathTable;
  readonly #open = new Map<string, StartedEntry>();
  /** Recorded as done, but the old outputs that they moved aside may still lie there. */
  readonly #unswept = new Map<string, StartedEntry>();
  /** Open attempts by output. */
  readonly #byOutput = new Map<FileId, Set<string>>();

  constructor(paths: PathTable) {
    this.#paths = paths;
  }

  open(): readonly StartedEntry[] {
    return [...this.#open.values()];
  }

  unswept(): readonly StartedEntry[] {
    return [...this.#unswept.values()];
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

  /** It is recorded; what it moved aside may still lie there. */
  keepUnswept(attempt: StartedEntry): void {
    this.#unswept.set(attempt.token, attempt);
  }

  end(token: string): void {
    this.#close(token);
    this.#unswept.delete(token);
  }

  /** Its outputs are known now, so no attempt at any of them is open any more. */
  record(job: JobEntry): void {
    if (this.#open.size === 0) return;
    const tokens = new Set([job.token]);
    for (const { path } of job.outputs) {
      for (const token of this.#byOutput.get(this.#paths.find(path)) ?? []) tokens.add(token);
    }
    for (const token of tokens) {
      const attempt = this.#close(token);
      if (attempt !== undefined && attempt.moves.length > 0) this.keepUnswept(attempt);
    }
  }

  /** Takes it off the open ones. */
  #close(token: string): StartedEntry | undefined {
    const attempt = this.#open.get(token);
    if (attempt === undefined) return undefined;
    this.#open.delete(token);
    for (const path of attempt.outputs) {
      const output = this.#paths.find(path);
      const tokens = this.#byOutput.get(output);
      tokens?.delete(token);
      if (tokens?.size === 0) this.#byOutput.delete(output);
    }
    return attempt;
  }
}
