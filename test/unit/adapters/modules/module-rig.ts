import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, onTestFinished } from 'vitest';
import { ModuleStore } from '../../../../src/adapters/modules/module-store.ts';
import type { Diagnostic } from '../../../../src/core/diagnostic.ts';

/** A project folder without `node_modules`, an engine to import, and an empty cache beside it. */
export class ModuleRig {
  readonly root: string;
  readonly project: string;
  readonly cache: string;
  readonly engineUrl: string;

  constructor(files: Readonly<Record<string, string>>) {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), 'dagflow-test-')));
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true }));
    this.project = join(this.root, 'project');
    this.cache = join(this.root, 'cache');
    this.engineUrl = pathToFileURL(join(this.root, 'engine/index.mjs')).href;
    this.write({ '../engine/index.mjs': ENGINE, ...files });
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      const path = join(this.project, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  }

  file(name: string): string {
    return join(this.project, name);
  }

  /** Loads a module in a process of its own, and answers what `load-driver.ts` prints. */
  async loadApart(name: string): Promise<LoadAnswer> {
    driver ??= buildDriver();
    const program = await driver;
    const args = [program, this.file(name), this.engineUrl, this.cache];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: this.root });
    const answer: LoadAnswer = JSON.parse(stdout);
    return answer;
  }

  store(version = '1'): ModuleStore {
    return new ModuleStore({
      engineUrl: this.engineUrl,
      engineVersion: version,
      importModule: async (url) => await import(url),
      environment: { XDG_CACHE_HOME: this.cache },
    });
  }
}

export interface LoadAnswer {
  readonly exported?: unknown;
  readonly hasLoadedCompiler?: boolean;
  readonly diagnostics?: readonly Diagnostic[];
  readonly bug?: string;
}

let driver: Promise<string> | undefined;

async function buildDriver(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'dagflow-driver-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const outfile = join(folder, 'driver.mjs');
  // Outside of the project there is no `esbuild` to be found by its name.
  const esbuild = createRequire(import.meta.url).resolve('esbuild');
  await build({
    entryPoints: [fileURLToPath(new URL('./load-driver.ts', import.meta.url))],
    bundle: true,
    platform: 'node',
    format: 'esm',
    alias: { esbuild },
    external: [esbuild],
    outfile,
  });
  return outfile;
}

/** Knows where it was called, and can throw. */
const ENGINE = `
export const name = 'the running engine';
export function where(callee = where) {
  const prepare = Error.prepareStackTrace;
  Error.prepareStackTrace = (_, frames) => frames;
  const [frame] = (() => { const it = {}; Error.captureStackTrace(it, callee); return it.stack; })();
  Error.prepareStackTrace = prepare;
  return { url: frame.getFileName(), line: frame.getLineNumber(), column: frame.getColumnNumber() };
}
export function bug() { throw new Error('a bug of the engine'); }
export function complain() {
  const { url, line, column } = where(complain);
  throw Object.assign(new Error('x'), { name: 'FlowError', diagnostics: [{
    code: 'x', kind: 'workflow', severity: 'error', title: 'a complaint', facts: [],
    spans: [{ span: { file: url, line, column, length: 4 }, label: 'here' }],
  }] });
}
`;
