import { namesIn, textOf } from '../proc-files.ts';

/** One process at one look. Times and amounts include those of children that it has waited for. */
export interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Tells it from another that bears the number later. */
  readonly startTime: string;
  readonly cpuS: number;
  /** Of this, what waited-for children used. */
  readonly childrenCpuS: number;
}

export interface ProcessMemory {
  readonly rssMib: number;
  /** The most it ever was, since the program began. */
  readonly peakRssMib: number;
}

export interface ProcessStorage {
  readonly readMib: number;
  readonly writtenMib: number;
}

/** What the system tells of its processes; undefined where it tells nothing, or not us. */
export interface ProcessTable {
  list(): readonly ProcessStat[] | undefined;
  stat(pid: number): ProcessStat | undefined;
  memory(pid: number): ProcessMemory | undefined;
  storage(pid: number): ProcessStorage | undefined;
}

/** Linux, `man 5 proc`. */
export const linuxProcesses: ProcessTable = {
  list() {
    const names = namesIn('/proc');
    if (!names.includes('self')) return undefined;
    const rows: ProcessStat[] = [];
    for (const name of names) {
      const first = name.codePointAt(0) ?? 0;
      if (first < DIGIT_0 || first > DIGIT_9) continue;
      const row = statOf(Number(name));
      if (row !== undefined) rows.push(row);
    }
    return rows;
  },
  stat: statOf,
  memory(pid) {
    const status = textOf(`/proc/${pid}/status`);
    const rss = numberAfter('VmRSS:', status);
    const peak = numberAfter('VmHWM:', status);
    // Kernel threads and zombies have none.
    if (rss === undefined || peak === undefined) return undefined;
    return { rssMib: rss / KIB_IN_MIB, peakRssMib: peak / KIB_IN_MIB };
  },
  storage(pid) {
    const io = textOf(`/proc/${pid}/io`);
    const read = numberAfter('\nread_bytes:', io);
    const written = numberAfter('\nwrite_bytes:', io);
    if (read === undefined || written === undefined) return undefined;
    return { readMib: read / BYTES_IN_MIB, writtenMib: written / BYTES_IN_MIB };
  },
};

const DIGIT_0 = 48;
const DIGIT_9 = 57;
const KIB_IN_MIB = 1024;
const BYTES_IN_MIB = 2 ** 20;
/** What `/proc` counts in, on every architecture that Node runs on. */
const TICKS_IN_S = 100;

/** Fields of `stat` after the name, which may hold blanks and parentheses. */
const PARENT = 1;
const GROUP = 2;
const USER_TIME = 11;
const SYSTEM_TIME = 12;
const CHILDREN_USER_TIME = 13;
const CHILDREN_SYSTEM_TIME = 14;
const START_TIME = 19;

function statOf(pid: number): ProcessStat | undefined {
  const text = textOf(`/proc/${pid}/stat`);
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ', START_TIME + 1);
  const startTime = fields[START_TIME];
  if (startTime === undefined) return undefined;
  const seconds = (field: number): number => Number(fields[field]) / TICKS_IN_S;
  const childrenCpuS = seconds(CHILDREN_USER_TIME) + seconds(CHILDREN_SYSTEM_TIME);
  return {
    pid,
    parent: Number(fields[PARENT]),
    group: Number(fields[GROUP]),
    startTime,
    cpuS: seconds(USER_TIME) + seconds(SYSTEM_TIME) + childrenCpuS,
    childrenCpuS,
  };
}

function numberAfter(label: string, text: string): number | undefined {
  const at = text.indexOf(label);
  if (at === -1) return undefined;
  return Number.parseInt(text.slice(at + label.length, at + label.length + 32), 10);
}
