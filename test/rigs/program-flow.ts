import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readlinkSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { tempFolder } from './temp-folder.ts';

export const PROGRAM = resolve(import.meta.dirname, '../../dist/flow.cjs');
const KILLER = resolve(import.meta.dirname, 'kill-at-call.mjs');

/** How the program ended, and all that it printed. */
export interface Ended {
  /** Null: by a signal. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Standard output: what was asked for. */
  readonly out: string;
  /** Standard error: all else. */
  readonly err: string;
}

export interface StartedFlow {
  readonly pid: number;
  /** What it has printed to standard error so far. */
  readonly err: () => string;
  /** Closes our end of its output, as `flow 2>&1 | head` does. */
  readonly stopReading: () => void;
  readonly ended: Promise<Ended>;
}

export interface FlowOptions {
  /** Added to what the program gets of an environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Leads a process group of its own, as what a shell starts in the foreground does. */
  readonly isGroupLeader?: boolean;
}

/** A new working directory with these files; whatever still runs in it at the end is killed. */
export function workFolder(files: Readonly<Record<string, string>>): string {
  const folder = join(tempFolder(), 'work');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  onTestFinished(() => {
    for (const pid of processesIn(folder)) killIfThere(pid, 'SIGKILL');
  });
  return folder;
}

/** The built program, run in a folder until it ends. */
export function flow(
  folder: string,
  words: readonly string[] = [],
  { env = {} }: FlowOptions = {},
): Ended {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, argv(words, env), {
    cwd: folder,
    encoding: 'utf8',
    env: flowEnvironment(folder, env),
  });
  return { code: status, signal, out: stdout, err: stderr };
}

/** The same, to be watched and sent signals while it runs. */
export function startFlow(
  folder: string,
  words: readonly string[] = [],
  { env = {}, isGroupLeader = false }: FlowOptions = {},
): StartedFlow {
  const child = spawn(process.execPath, argv(words, env), {
    cwd: folder,
    env: flowEnvironment(folder, env),
    detached: isGroupLeader,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return watched(child);
}

function watched(child: ChildProcess): StartedFlow {
  let out = '';
  let err = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text));
  const ended = new Promise<Ended>((settle) => {
    child.once('close', (code, signal) => settle({ code, signal, out, err }));
  });
  if (child.pid === undefined) throw new Error('the program could not be started');
  const stopReading = (): void => {
    child.stdout?.destroy();
    child.stderr?.destroy();
  };
  return { pid: child.pid, err: () => err, stopReading, ended };
}

/** Counting calls costs time, so only who asks for a kill or a count gets it. */
function argv(words: readonly string[], env: Readonly<Record<string, string>>): string[] {
  const isCounted = 'KILL_AT_CALL' in env || 'COUNT_CALLS_IN' in env;
  return [...(isCounted ? ['--import', KILLER] : []), PROGRAM, ...words];
}

/** What the program gets of an environment; it marks all that is started in the folder. */
export function flowEnvironment(
  folder: string,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const { PATH = '' } = process.env;
  const home = dirname(folder);
  return {
    PATH,
    HOME: home,
    XDG_CACHE_HOME: join(home, 'cache'),
    LC_ALL: 'C.UTF-8',
    WORK_FOLDER: folder,
    ...more,
  };
}

/**
 * Numbers of the processes that work in the folder: flow's that were started there, and what these
 * started, wherever that went. Zombies are none.
 */
export function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name) && isOf(name, folder) && !isZombie(name))
    .map(Number);
}

function isOf(pid: string, folder: string): boolean {
  const environ = `\0${textOf(`/proc/${pid}/environ`)}`;
  return environ.includes(`\0WORK_FOLDER=${folder}\0`) || isBelow(currentFolder(pid), folder);
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function isZombie(pid: string): boolean {
  const stat = textOf(`/proc/${pid}/stat`);
  return /^[ZXx]?$/u.test(stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3));
}

function currentFolder(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return ''; // It ended meanwhile.
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return ''; // It ended meanwhile.
  }
}

export function killIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended meanwhile.
  }
}
