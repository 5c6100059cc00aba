import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ImportModule } from './load-error.ts';
import { COMPILED_PART } from './source-positions.ts';

/**
 * Imports of compiled modules by a process that lives longer than what they looked at. Node runs a
 * module once and never forgets it, nor those that it imports, so for each round after the first
 * they are copied, and run anew as other modules.
 */
export class FreshModules {
  readonly #importModule: ImportModule;
  /** Where copies of this round are, if there are any. */
  #folder: string | undefined;
  /** Folders of the cache that are copied: within a round a module is run once. */
  readonly #copied = new Set<string>();
  #round = 0;

  constructor(importModule: ImportModule) {
    this.#importModule = importModule;
  }

  /** Modules that are imported from now on are run, whether they were before or not. */
  nextRound(): void {
    this.close();
    this.#round += 1;
  }

  readonly importModule: ImportModule = async (url) => {
    const [, path] = url.split(COMPILED_PART);
    if (this.#round < 2 || path === undefined) return await this.#importModule(url);
    this.#folder ??= mkdtempSync(join(tmpdir(), 'dagflow-watch-'));
    const source = dirname(fileURLToPath(url));
    // Its place says that it is compiled, as that of the cache does.
    const file = join(this.#folder, COMPILED_PART, path);
    if (!this.#copied.has(source)) cpSync(source, dirname(file), { recursive: true });
    this.#copied.add(source);
    return await this.#importModule(pathToFileURL(file).href);
  };

  /** Removes the copies. */
  close(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
    this.#copied.clear();
  }
}
