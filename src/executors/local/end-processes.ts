import type { Clock } from '../../ports/clock.ts';
import { pause } from '../protocol/pause.ts';
import { filesWrittenBy, type ProcessRow, readProcesses } from './processes.ts';
import { hasGroup, sendSignal } from './signals.ts';

/** All processes of one attempt. */
export interface JobProcesses {
  readonly group: number;
  /** A process that bears one of these belongs to the attempt, even outside the group. */
  readonly tokens: readonly string[];
  /** Bears a token, and is no part of the attempt: the shell that it was forked from. */
  readonly bystander: number | undefined;
}

export interface Ending {
  readonly clock: Clock;
  /** Between TERM and KILL. */
  readonly graceMs: number;
  /** Asked again and again: there is no time for grace. */
  readonly isUrgent: () => boolean;
}

const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 50;
/** After KILL. Who lives on then hangs in the kernel, on a dead file server or a card. */
const CONFIRM_MS = 10_000;

/**
 * Ends all processes of an attempt: TERM, and KILL after the time of grace.
 *
 * @returns whether all are dead; false after having waited in vain.
 */
export async function endProcesses(job: JobProcesses, ending: Ending): Promise<boolean> {
  const { clock, graceMs, isUrgent } = ending;
  const graceEndMs = clock.now() + graceMs;
  const asked = new Set<number>();
  let killedAtMs: number | undefined;
  if (!isUrgent()) askToEnd(-job.group);
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    if (killedAtMs === undefined && (isUrgent() || clock.now() >= graceEndMs)) {
      killedAtMs = clock.now();
    }
    if (killedAtMs !== undefined) sendSignal(-job.group, 'SIGKILL');
    const living = await livingProcesses(job);
    if (living.length === 0) return true;
    if (killedAtMs !== undefined && clock.now() >= killedAtMs + CONFIRM_MS) return false;
    for (const { pid } of living.filter(({ group }) => group !== job.group)) {
      if (killedAtMs !== undefined) sendSignal(pid, 'SIGKILL');
      else if (!asked.has(pid)) askToEnd(pid);
      asked.add(pid);
    }
    await pause(pauseMs, clock);
  }
}

/**
 * Gives the group of an attempt time to end by itself, as the readers of a bash `>(…)` do once their
 * writer has ended.
 *
 * @returns whether it has.
 */
export async function waitForGroup(
  { group }: JobProcesses,
  patience: { readonly clock: Clock; readonly ms: number; readonly isOver: () => boolean },
): Promise<boolean> {
  const { clock } = patience;
  const endMs = clock.now() + patience.ms;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    if (!hasGroup(group)) return true;
    const rows = await sharedLook();
    if (rows !== undefined && !rows.some((row) => row.group === group)) return true;
    if (patience.isOver() || clock.now() >= endMs) return false;
    await pause(pauseMs, clock);
  }
}

/** Files that some process of the attempt has open for writing, by their real paths. */
export async function filesBeingWritten(job: JobProcesses): Promise<readonly string[]> {
  const living = await livingProcesses(job);
  return living.flatMap(({ pid }) => filesWrittenBy(pid));
}

/** A stopped process gets its TERM only once it goes on. */
function askToEnd(target: number): void {
  sendSignal(target, 'SIGTERM');
  sendSignal(target, 'SIGCONT');
}

/**
 * From a single look, or one that leaves its group while we ask could hide. Zombies are dead: where
 * nobody reaps orphans, groups consist of them for ever.
 */
async function livingProcesses(
  job: JobProcesses,
): Promise<readonly Pick<ProcessRow, 'pid' | 'group'>[]> {
  const rows = await sharedLook();
  if (rows === undefined) return hasGroup(job.group) ? [{ pid: job.group, group: job.group }] : [];
  return rows.filter(
    ({ pid, group, tokens }) =>
      group === job.group ||
      (pid !== job.bystander &&
        pid !== process.pid &&
        tokens.some((token) => job.tokens.includes(token))),
  );
}

let nextLook: Promise<readonly ProcessRow[] | undefined> | undefined;

/** One look for all who ask in the same turn of the event loop, such as hundreds of cancels. */
function sharedLook(): Promise<readonly ProcessRow[] | undefined> {
  nextLook ??= new Promise((resolve) => {
    setImmediate(() => {
      nextLook = undefined;
      resolve(readProcesses());
    });
  });
  return nextLook;
}
