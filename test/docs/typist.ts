import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll } from 'vitest';

export interface Typed {
  /** Standard output and error as they come. */
  readonly shown: string;
  readonly exitCode: number;
}

/** Types commands in bash, in which `flow` is the built program. */
export class Typist {
  readonly #home = mkdtempSync(join(tmpdir(), 'flow-docs-'));
  readonly #bin = join(this.#home, 'bin');

  readonly #programs: string;

  /** `programs`: a folder with programs that are found before others. */
  constructor(programs = '') {
    this.#programs = programs;
    const program = resolve(import.meta.dirname, '../../dist/flow.cjs');
    mkdirSync(this.#bin);
    writeFileSync(
      join(this.#bin, 'flow'),
      `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`,
    );
    chmodSync(join(this.#bin, 'flow'), 0o755);
    afterAll(() => rmSync(this.#home, { recursive: true, force: true }));
  }

  /** A new folder with these files in it. */
  folder(files: ReadonlyMap<string, string>): string {
    const folder = mkdtempSync(join(this.#home, 'example-'));
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return folder;
  }

  type(command: string, folder: string): Typed {
    const { PATH = '' } = process.env;
    const { stdout, status } = spawnSync('bash', ['-c', `exec 2>&1; ${command}`], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        PATH: [this.#bin, this.#programs, PATH].filter((it) => it !== '').join(':'),
        HOME: this.#home,
        XDG_CACHE_HOME: this.#home,
        LC_ALL: 'C.UTF-8',
      },
    });
    return { shown: stdout, exitCode: status ?? -1 };
  }
}
