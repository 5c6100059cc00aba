import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, onTestFinished } from 'vitest';
import { ModuleStore } from '../../../src/adapters/modules/module-store.ts';
import { readsFileOf, type ScriptPayload } from '../../../src/core/job/script-payload.ts';
import type { ScriptLanguage } from '../../../src/core/rule/rule.ts';
import { scriptCommand, scriptPayloadText } from '../../../src/script/script-command.ts';

export interface ScriptRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder with scripts, in which they are run as flow runs them: by the built program. */
export class ScriptRig {
  readonly folder: string;

  constructor(files: Readonly<Record<string, string>>) {
    this.folder = realpathSync(mkdtempSync(join(tmpdir(), 'dagflow-script-')));
    onTestFinished(() => rmSync(this.folder, { recursive: true, force: true }));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.folder, name)), { recursive: true });
      writeFileSync(join(this.folder, name), text);
    }
  }

  /** Paths of the rig in what was printed are shortened to `~`. */
  async run(name: string, payload: Partial<ScriptPayload> = {}): Promise<ScriptRun> {
    programFolder ??= buildProgram();
    const program = await programFolder;
    const language = languageOf(name);
    const path = join(this.folder, name);
    const payloadFile = join(this.folder, 'payload');
    writeFileSync(payloadFile, scriptPayloadText(language, { ...EMPTY, ...payload }));
    const compiled = language === 'typescript' ? await this.#compile(path, program) : {};
    const request = { language, path, payloadFile, programFolder: program, ...compiled };
    const [command = '', ...args] = scriptCommand(request);
    const done = spawnSync(command, args, { cwd: this.folder, encoding: 'utf8', timeout: 20_000 });
    const short = (text: string): string => text.replaceAll(this.folder, '~');
    return { exitCode: done.status, stdout: short(done.stdout), stderr: short(done.stderr) };
  }

  /** What the last script left of its reads of the config. */
  reads(): string[] {
    return JSON.parse(readFileSync(this.#readsFile, 'utf8'));
  }

  hasReads(): boolean {
    return existsSync(this.#readsFile);
  }

  forgetReads(): void {
    rmSync(this.#readsFile, { force: true });
  }

  get #readsFile(): string {
    return readsFileOf(join(this.folder, 'payload'));
  }

  async #compile(path: string, program: string): Promise<{ compiledFile: string }> {
    const store = new ModuleStore({
      engineUrl: pathToFileURL(join(program, 'index.mjs')).href,
      engineVersion: '1',
      importModule: async (url) => await import(url),
      environment: { XDG_CACHE_HOME: join(this.folder, 'cache') },
    });
    return await store.compile(path);
  }
}

const EMPTY: ScriptPayload = {
  version: 1,
  rule: 'stitch',
  label: 'stitch cycle=1',
  wildcards: {},
  input: { all: [], groups: [] },
  output: { all: [], groups: [] },
  log: [],
  params: { positional: [], named: {} },
  threads: 1,
  resources: {},
  config: {},
  attempt: 1,
  scriptDirectory: '/scripts',
};

/** Two named groups and one without a name. */
export const GROUPED: ScriptPayload['input'] = {
  all: ['a b.tif', 't 1', 't 2', 'rest'],
  groups: [
    { name: 'image', isList: false, paths: ['a b.tif'] },
    { name: 'tiles', isList: true, paths: ['t 1', 't 2'] },
    { name: undefined, isList: true, paths: ['rest'] },
  ],
};

function languageOf(name: string): ScriptLanguage {
  if (name.endsWith('.py')) return 'python';
  if (name.endsWith('.R')) return 'r';
  return name.endsWith('.sh') ? 'bash' : 'typescript';
}

let programFolder: Promise<string> | undefined;

/** The part of `dist/` that scripts need. */
async function buildProgram(): Promise<string> {
  const outdir = realpathSync(mkdtempSync(join(tmpdir(), 'dagflow-program-')));
  afterAll(() => rmSync(outdir, { recursive: true, force: true }));
  const source = join(import.meta.dirname, '../../../src');
  await build({
    entryPoints: {
      index: join(source, 'index.ts'),
      'run-script': join(source, 'script/run-script.ts'),
    },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
  });
  copyFileSync(join(source, 'script/python-runner.py'), join(outdir, 'python-runner.py'));
  return outdir;
}
