import { readlinkSync, statSync } from 'node:fs';
import { namesIn, textOf } from './proc-files.ts';
import {
  OUTER_TOKENS_VARIABLE,
  RUN_VARIABLE,
  TOKEN_VARIABLE,
} from '../protocol/job-environment.ts';

/** A process of this machine that runs; zombies do not. */
export interface ProcessRow {
  readonly pid: number;
  readonly group: number;
  /** Of the job that it belongs to, and of the jobs around that one; empty: of none. */
  readonly tokens: readonly string[];
  readonly runId: string | undefined;
}

/**
 * All processes, with the marks in the environment that they were started with. What a process
 * exported later, or overwrote, does not show; nor do marks of other users' processes.
 *
 * @returns undefined where there is no `/proc` to read.
 */
export function readProcesses(): readonly ProcessRow[] | undefined {
  const names = namesIn('/proc');
  if (!names.includes('self')) return undefined;
  const rows: ProcessRow[] = [];
  for (const name of names) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const group = groupOf(pid);
    if (group !== undefined) rows.push({ pid, group, ...marksOf(pid) });
  }
  return rows;
}

/** Real paths of the files that a process has open for writing, as far as they may be seen. */
export function filesWrittenBy(pid: number): readonly string[] {
  return namesIn(`/proc/${pid}/fd`).flatMap((descriptor) => {
    const flags = /^flags:\s*([0-7]+)/mu.exec(textOf(`/proc/${pid}/fdinfo/${descriptor}`))?.[1];
    const isWritten = flags !== undefined && (Number.parseInt(flags, 8) & ACCESS_MODE) !== 0;
    return isWritten ? linkOf(`/proc/${pid}/fd/${descriptor}`) : [];
  });
}

/** Of the flags of `open`: 0 is for reading. */
const ACCESS_MODE = 3;

function linkOf(path: string): readonly string[] {
  try {
    return [readlinkSync(path)];
  } catch {
    return [];
  }
}

/** Undefined: it is dead, or a zombie. */
function groupOf(pid: number): number | undefined {
  const stat = textOf(`/proc/${pid}/stat`);
  // The name of the program is in parentheses, and may have some itself.
  const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 3);
  if (state === undefined || state === '' || 'ZXx'.includes(state)) return undefined;
  return Number(group);
}

const NO_MARKS = { tokens: [], runId: undefined };

function marksOf(pid: number): Pick<ProcessRow, 'tokens' | 'runId'> {
  if (!isReadable(pid)) return NO_MARKS;
  const environment = textOf(`/proc/${pid}/environ`);
  if (!environment.includes('FLOW_')) return NO_MARKS;
  const values = new Map<string, string>();
  for (const entry of environment.split('\0')) {
    const at = entry.indexOf('=');
    if (entry.startsWith('FLOW_')) values.set(entry.slice(0, at), entry.slice(at + 1));
  }
  const outer = values.get(OUTER_TOKENS_VARIABLE)?.split(' ') ?? [];
  const token = values.get(TOKEN_VARIABLE);
  return {
    tokens: token === undefined ? outer : [token, ...outer],
    runId: values.get(RUN_VARIABLE),
  };
}

/** Asking first is cheaper than the error that reading a stranger's environment throws. */
function isReadable(pid: number): boolean {
  const me = process.getuid?.();
  if (me === 0) return true;
  return statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid === me;
}
