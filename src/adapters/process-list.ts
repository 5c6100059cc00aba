import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  /** Tells it from another that bears the number later. */
  readonly startTime: string;
  /** Has ended, and waits for its parent to ask how; it can do nothing any more. */
  readonly isDead: boolean;
}

/** What is known of one process; undefined if there is none, or it may not be looked at. */
export function processEntry(pid: number): ProcessEntry | undefined {
  if (process.platform === 'linux') return linuxEntry(pid);
  return listWithPs(['-p', `${pid}`]).find((entry) => entry.pid === pid);
}

/** All processes that may be looked at. */
export function listProcesses(): readonly ProcessEntry[] {
  if (process.platform !== 'linux') return listWithPs(['-A']);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => linuxEntry(Number(name)) ?? []);
}

/** Processes that began with `name=value` in their environment, as far as it may be read. */
export function findByEnvironment(name: string, value: string): readonly number[] {
  const marker = `${name}=${value}`;
  if (process.platform === 'linux') {
    return listProcesses()
      .filter(({ pid }) => linuxEnvironment(pid).includes(`\0${marker}\0`))
      .map(({ pid }) => pid);
  }
  return ps(['-A', '-E', '-ww', '-o', 'pid=,command='])
    .filter((line) => ` ${line} `.includes(` ${marker} `))
    .map((line) => Number.parseInt(line.trim(), 10));
}

/** What a process began with in its environment by that name, as far as it may be read. */
export function environmentValue(pid: number, name: string): string | undefined {
  if (process.platform === 'linux') {
    return valueIn(linuxEnvironment(pid).split('\0'), name);
  }
  return valueIn(
    ps(['-p', `${pid}`, '-E', '-ww', '-o', 'command='])
      .join(' ')
      .split(' '),
    name,
  );
}

function valueIn(entries: readonly string[], name: string): string | undefined {
  return entries.find((entry) => entry.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Fields after the name, which may hold blanks and parentheses: `man 5 proc`. */
const STATE = 0;
const PARENT = 1;
const START_TIME = 19;

function linuxEntry(pid: number): ProcessEntry | undefined {
  const stat = readIfAllowed(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const startTime = fields[START_TIME];
  if (startTime === undefined) return undefined;
  return {
    pid,
    parent: Number(fields[PARENT]),
    startTime,
    isDead: /^[ZXx]$/.test(fields[STATE] ?? ''),
  };
}

function linuxEnvironment(pid: number): string {
  return `\0${readIfAllowed(`/proc/${pid}/environ`)}\0`;
}

function readIfAllowed(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return ''; // It ended meanwhile, or belongs to someone else.
  }
}

function listWithPs(which: readonly string[]): readonly ProcessEntry[] {
  return ps([...which, '-o', 'pid=,ppid=,stat=,lstart=']).flatMap((line) => {
    const [pid, parent, state, ...startTime] = line.trim().split(/\s+/);
    if (pid === undefined || parent === undefined || state === undefined) return [];
    return {
      pid: Number(pid),
      parent: Number(parent),
      startTime: startTime.join(' '),
      isDead: state.startsWith('Z'),
    };
  });
}

function ps(options: readonly string[]): readonly string[] {
  try {
    // Loaded where it is needed: on Linux it is not.
    const output = process.getBuiltinModule('node:child_process').execFileSync('ps', options, {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
      maxBuffer: 256 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return output.split('\n').filter((line) => line !== '');
  } catch {
    return []; // So `ps` answers if there is no such process.
  }
}
