import { readdirSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  diskRefused,
  lockBeingTakenOver,
  locked,
  lockedElsewhere,
  type LockHolder,
} from '../core/catalogue/environment.ts';
import { FlowError } from '../core/diagnostic.ts';
import { errorCode, isSystemError } from './error-code.ts';
import {
  createHolding,
  lastSignMs,
  type LockHolding,
  newHolding,
  readHolding,
  removeFile,
  replaceHolding,
} from './lock-file.ts';
import { endOrphans } from './orphans.ts';
import { fateOf, ownIdentity } from './process-identity.ts';

export interface LockRequest {
  /** `.flow`, which must exist. */
  readonly flowFolder: string;
  readonly runId: string;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** How long processes that a dead owner left get to end by themselves. */
  readonly graceMs: number;
  /** Tokens of attempts of a dead owner's run that may go on. */
  readonly spared?: (runId: string) => ReadonlySet<string>;
}

export interface RunLock {
  /** The run of the dead owner whose lock was taken over, all its processes ended. */
  readonly takenFrom: string | undefined;
  /**
   * Later than this, no process of that run wrote to a file. Milliseconds since 1970; without a
   * dead owner, the time of now.
   */
  readonly lastWriteMs: number;
  release(): void;
}

const LOCK = 'lock';
const HEARTBEAT_MS = 10_000;
/** An owner that gave no sign for so long was dead by then. */
const SILENCE_MS = 15_000;
/** Drafts live for milliseconds; an older one is of a process that died. */
const STRAY_DRAFT_MS = 60_000;
const READ_ATTEMPTS = 10;
const READ_PAUSE_MS = 20;

/**
 * Takes the lock of a working directory: free, or held by a process that is certainly dead, whose
 * orphans are ended first.
 *
 * The lock of a dead holder X may be replaced only by who holds `lock.after-X`, which is created
 * like the lock itself; should its holder Y die too, by who holds `lock.after-Y`, and so on. Since X
 * and Y never come back, of any number of takers exactly one gets through, wherever others die.
 *
 * @throws FlowError if another flow holds it, or may hold it, or orphans cannot be ended.
 */
export async function acquireLock(request: LockRequest): Promise<RunLock> {
  const { flowFolder, runId, nowMs, graceMs, spared } = request;
  const path = `${flowFolder}/${LOCK}`;
  const mine = newHolding(ownIdentity(), { runId, startedAtMs: nowMs });
  const claim = new Claim(flowFolder, mine);
  let takenFrom: string | undefined;
  let lastWriteMs: number | undefined;
  await orRefused(path, async () => {
    await claim.take(path, async (dead) => {
      const signMs = lastSignMs(path);
      const orphanCount = await endOrphans({
        runId: dead.runId,
        graceMs,
        ...(spared !== undefined && { spared: spared(dead.runId) }),
      });
      if (orphanCount === 0 && signMs !== undefined) lastWriteMs = signMs + SILENCE_MS;
      takenFrom = dead.runId;
    });
    removeStrays(flowFolder);
  });
  const heartbeat = setInterval(() => touch(path), HEARTBEAT_MS).unref();
  return {
    takenFrom,
    lastWriteMs: lastWriteMs ?? Date.now(),
    release: () => {
      clearInterval(heartbeat);
      if (isHeldBy(path, mine.id)) removeFile(path);
    },
  };
}

/**
 * `flow unlock`: takes away a lock whose holder is dead, or cannot be looked at from here. Answers
 * whose it was; undefined: there was none.
 *
 * @throws FlowError if its holder is alive, or orphans cannot be ended.
 */
export async function breakLock(
  request: Omit<LockRequest, 'runId'>,
): Promise<LockHolder | undefined> {
  const { flowFolder, graceMs, nowMs } = request;
  const path = `${flowFolder}/${LOCK}`;
  return await orRefused(path, async () => {
    const holding = readOrRemove(path);
    if (holding === undefined) return undefined;
    const holder = describe(path, holding);
    const fate = fateOf(holding);
    if (fate === 'alive') throw new FlowError(locked(dirname(flowFolder), holder));
    if (fate === 'dead') {
      const lock = await acquireLock({ flowFolder, graceMs, nowMs, runId: 'unlock' });
      lock.release();
    } else if (isHeldBy(path, holding.id)) {
      removeFile(path);
    }
    return holder;
  });
}

/** One process on its way to the lock. */
class Claim {
  readonly #flowFolder: string;
  readonly #mine: LockHolding;

  constructor(flowFolder: string, mine: LockHolding) {
    this.#flowFolder = flowFolder;
    this.#mine = mine;
  }

  /** `bury` is called before the holding of a dead one is replaced. */
  async take(path: string, bury?: (dead: LockHolding) => Promise<void>): Promise<void> {
    for (;;) {
      if (createHolding(path, this.#mine)) return;
      const holding = await readSteadily(path);
      if (holding === undefined) continue;
      // A network file system may answer that it is there when it was we who put it there.
      if (holding.id === this.#mine.id) return;
      if (fateOf(holding) !== 'dead') throw new FlowError(this.#refusal(path, holding));
      if (await this.#succeed(path, { dead: holding, bury })) return;
    }
  }

  async #succeed(
    path: string,
    { dead, bury }: { dead: LockHolding; bury: ((dead: LockHolding) => Promise<void>) | undefined },
  ): Promise<boolean> {
    const right = `${this.#flowFolder}/${LOCK}.after-${dead.id}`;
    await this.take(right);
    try {
      // Only now is it certain that nobody else replaces it; it may have been before.
      if (readHolding(path)?.id !== dead.id) return false;
      await bury?.(dead);
      replaceHolding(path, this.#mine);
      return true;
    } finally {
      removeFile(right);
    }
  }

  #refusal(path: string, holding: LockHolding): ReturnType<typeof locked> {
    const folder = dirname(this.#flowFolder);
    const holder = describe(path, holding);
    if (fateOf(holding) === 'unknown') return lockedElsewhere(folder, holder);
    const isLock = path === `${this.#flowFolder}/${LOCK}`;
    return isLock ? locked(folder, holder) : lockBeingTakenOver(folder, holder);
  }
}

/** Where there are no hard links, a lock that is just being written is whole a moment later. */
async function readSteadily(path: string): Promise<LockHolding | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      return readHolding(path);
    } catch (error) {
      if (!(error instanceof FlowError) || attempt === READ_ATTEMPTS) throw error;
      await setTimeout(READ_PAUSE_MS);
    }
  }
}

function isHeldBy(path: string, id: string): boolean {
  try {
    return readHolding(path)?.id === id;
  } catch {
    return false; // Whatever it is, it is not what we wrote.
  }
}

/** What takers that died left behind. */
function removeStrays(flowFolder: string): void {
  for (const name of readdirSync(flowFolder)) {
    const path = `${flowFolder}/${name}`;
    if (name.startsWith(`${LOCK}.after-`)) {
      const holding = name.includes('.draft-') ? undefined : readHolding(path);
      if (holding !== undefined && fateOf(holding) === 'dead') removeFile(path);
    }
    if (name.startsWith(LOCK) && name.includes('.draft-')) {
      const ageMs = Date.now() - (lastSignMs(path) ?? Date.now());
      if (ageMs > STRAY_DRAFT_MS) removeFile(path);
    }
  }
}

function readOrRemove(path: string): LockHolding | undefined {
  try {
    return readHolding(path);
  } catch (error) {
    if (!(error instanceof FlowError)) throw error;
    removeFile(path); // Nobody's: `flow unlock` was asked to take it away.
    return undefined;
  }
}

function describe(path: string, holding: LockHolding): LockHolder {
  return {
    host: holding.host,
    pid: holding.pid,
    since: new Date(holding.startedAtMs).toISOString(),
    lastSeen: new Date(lastSignMs(path) ?? holding.startedAtMs).toISOString(),
  };
}

/** A sign of life, for people on other hosts. */
function touch(path: string): void {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch {
    // The sign is missing then; the lock holds all the same.
  }
}

async function orRefused<T>(path: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new FlowError(diskRefused('lock', { path, code: errorCode(error) }), { cause: error });
  }
}
