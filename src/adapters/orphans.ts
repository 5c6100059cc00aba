import { setTimeout } from 'node:timers/promises';
import { orphansLeft } from '../core/catalogue/environment.ts';
import { FlowError } from '../core/diagnostic.ts';
import { errorCode } from './error-code.ts';
import {
  environmentValue,
  findByEnvironment,
  listProcesses,
  type ProcessEntry,
} from './process-list.ts';

/** The environment of every process of a run names the run. */
const RUN_MARKER = 'FLOW_RUN_ID';
/** And those of an attempt its token. */
const TOKEN_MARKER = 'FLOW_JOB_TOKEN';

export interface EndOrphansRequest {
  readonly runId: string;
  /** From TERM to KILL. */
  readonly graceMs: number;
  /** Tokens of attempts that may go on. */
  readonly spared?: ReadonlySet<string>;
}

/** From KILL to giving up. */
const KILL_MS = 5_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;

/**
 * Ends all processes of a run that died: those that bear its marker, wherever they went, and their
 * descendants. Answers how many there were, once none of them can write any more.
 *
 * A process that wiped its environment and whose parents are gone is not found. We ourselves, and
 * whoever started us, are never ended.
 *
 * @throws FlowError if some cannot be ended: they belong to another user, or hang in the kernel.
 */
export async function endOrphans(request: EndOrphansRequest): Promise<number> {
  const { runId, graceMs } = request;
  const seen = new Map<string, ProcessEntry>();
  const beginMs = performance.now();
  let pauseMs = FIRST_PAUSE_MS;
  for (;;) {
    const orphans = findOrphans(request, seen);
    if (orphans.length === 0) return seen.size;
    const passedMs = performance.now() - beginMs;
    if (passedMs > graceMs + KILL_MS) {
      const pids = orphans.map(({ pid }) => pid);
      throw new FlowError(orphansLeft(runId, pids));
    }
    for (const orphan of orphans) {
      if (passedMs >= graceMs) send(orphan.pid, 'SIGKILL');
      else if (!seen.has(nameOf(orphan))) {
        send(orphan.pid, 'SIGTERM');
        send(orphan.pid, 'SIGCONT'); // A stopped one would not hear it.
      }
      seen.set(nameOf(orphan), orphan);
    }
    await setTimeout(pauseMs);
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }
}

/**
 * Those that can still write: what has ended and waits to be asked is none of them. Descendants
 * that wiped their environment are known by `seen` when their parents are gone.
 */
function findOrphans(
  { runId, spared: sparedTokens = new Set() }: EndOrphansRequest,
  seen: ReadonlyMap<string, ProcessEntry>,
): readonly ProcessEntry[] {
  const goesOn = (pid: number): boolean => {
    const token = sparedTokens.size === 0 ? undefined : environmentValue(pid, TOKEN_MARKER);
    return token !== undefined && sparedTokens.has(token);
  };
  const marked = findByEnvironment(RUN_MARKER, runId).filter((pid) => !goesOn(pid));
  if (marked.length + seen.size === 0) return [];
  const all = listProcesses();
  const known = all.filter((entry) => seen.has(nameOf(entry))).map(({ pid }) => pid);
  const spared = ancestors(all, process.pid);
  const orphans = new Set([...marked, ...known].filter((pid) => !spared.has(pid)));
  const children = byParent(all);
  // A set hands out what is added while it is gone through.
  for (const pid of orphans) {
    for (const child of children.get(pid) ?? []) {
      if (!spared.has(child) && !goesOn(child)) orphans.add(child);
    }
  }
  return all.filter(({ pid, isDead }) => orphans.has(pid) && !isDead);
}

function nameOf({ pid, startTime }: ProcessEntry): string {
  return `${pid} ${startTime}`;
}

/** The process and all that it descends from. */
function ancestors(all: readonly ProcessEntry[], pid: number): ReadonlySet<number> {
  const parents = new Map(all.map((entry) => [entry.pid, entry.parent]));
  const found = new Set<number>();
  for (let at: number | undefined = pid; at !== undefined && !found.has(at); at = parents.get(at)) {
    found.add(at);
  }
  return found;
}

function byParent(all: readonly ProcessEntry[]): ReadonlyMap<number, readonly number[]> {
  const children = new Map<number, number[]>();
  for (const { pid, parent } of all) {
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [pid]);
    else siblings.push(pid);
  }
  return children;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // Gone already, or not ours to end: the next look tells which.
    if (errorCode(error) !== 'ESRCH' && errorCode(error) !== 'EPERM') throw error;
  }
}
