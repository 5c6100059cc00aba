import { fateOf } from '../adapters/process-identity.ts';
import { FLOW_FOLDER } from '../adapters/flow-folder.ts';
import { lastSignMs, type LockHolding, readHolding } from '../adapters/lock-file.ts';
import { runIds } from '../adapters/run-history.ts';
import { usageError } from '../core/catalogue/usage.ts';
import { FlowError } from '../core/diagnostic.ts';

/** Who holds the lock of the working directory, as far as can be seen from here. */
export interface LiveFlow {
  readonly runId: string;
  readonly host: string;
  readonly pid: number;
  /** False: it is on another host, or hidden from us. */
  readonly isSeen: boolean;
  /** Milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly lastSignMs: number;
}

/** Undefined: nobody, or a process that is certainly dead. */
export function liveFlow(): LiveFlow | undefined {
  const lock = `${FLOW_FOLDER}/lock`;
  const holding = holdingOf(lock);
  if (holding === undefined) return undefined;
  const fate = fateOf(holding);
  if (fate === 'dead') return undefined;
  const { runId, host, pid, startedAtMs } = holding;
  const isSeen = fate === 'alive';
  return { runId, host, pid, isSeen, startedAtMs, lastSignMs: lastSignMs(lock) ?? startedAtMs };
}

/** One that is just being written, or is of a newer version, tells nothing to who only looks. */
function holdingOf(lock: string): LockHolding | undefined {
  try {
    return readHolding(lock);
  } catch (error) {
    if (error instanceof FlowError) return undefined;
    throw error;
  }
}

/** The runs that left something, newest first, or the one that the words name. */
export function runsNamed(words: readonly string[]): readonly string[] {
  const ids = runIds(FLOW_FOLDER);
  const [word, ...more] = words;
  if (word === undefined) return ids;
  if (more.length > 0) throw new FlowError(usageError(ONE_RUN));
  const found = ids.filter((id) => id.includes(word));
  if (found.length === 1) return found;
  const many = `these are called so: ${found.slice(0, 5).join(', ')}`;
  const none = ids.length === 0 ? 'nothing has run here yet' : `the last one is \`${ids[0]}\``;
  throw new FlowError(
    usageError({
      title: `\`${word}\` names ${found.length === 0 ? 'no run' : `${found.length} runs`}`,
      hint: found.length === 0 ? none : many,
    }),
  );
}

const ONE_RUN = {
  title: 'more than one run is named',
  hint: 'name one, by its id or a part of it',
};
