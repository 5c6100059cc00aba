import type { Disk } from '../../../ports/disk.ts';
import type { FrozenAttempt } from '../../../ports/frozen-attempt.ts';
import type { JobSpec } from '../../../ports/job-spec.ts';
import type { InputLook } from '../input-look.ts';

/** How an attempt is launched. */
export interface FreezeFacts {
  /** Name of the executor. */
  readonly executor: string;
  readonly folder: string;
  readonly nowMs: number;
  readonly inputs: readonly InputLook[];
}

/** What is to be known of an attempt by whoever comes after us. */
export function freeze(
  spec: JobSpec,
  facts: FreezeFacts,
  disk: Pick<Disk, 'lstat'>,
): FrozenAttempt {
  // Of what is not there now, whatever is found there later was made by the attempt.
  const moveAside = spec.prepare.moveAside.filter(({ from }) => disk.lstat(from) !== undefined);
  return {
    version: 1,
    executor: facts.executor,
    launchedAtMs: facts.nowMs,
    folder: facts.folder,
    spec: { ...spec, prepare: { ...spec.prepare, moveAside } },
    inputs: facts.inputs.map(({ stat }) => stat ?? null),
  };
}

export function frozenText(frozen: FrozenAttempt): string {
  return `${JSON.stringify(frozen)}\n`;
}

/** Undefined: it is not whole, or of another version. */
export function parseFrozen(text: string): FrozenAttempt | undefined {
  try {
    // Written by `frozenText`, and replaced by a rename.
    const frozen: FrozenAttempt = JSON.parse(text);
    return frozen.version === 1 ? frozen : undefined;
  } catch {
    return undefined;
  }
}
