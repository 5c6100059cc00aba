import type { Disk } from '../../ports/disk.ts';
import type { FrozenAttempt } from '../../ports/frozen-attempt.ts';
import type { JobProcesses } from './end-processes.ts';
import { exitRecordOf, keptProcesses } from './outliving.ts';
import { readProcesses } from './processes.ts';

/**
 * The processes of a frozen attempt, with the shell that is to see its end if that is one of them;
 * undefined: none of them lives. They are known by the marks in their environments, which no
 * stranger bears and which no other boot of the machine has.
 */
export function livingProcesses(
  { folder, spec }: FrozenAttempt,
  disk: Pick<Disk, 'read'>,
): JobProcesses | undefined {
  const { tokens, bystander } = keptProcesses(folder, spec, disk);
  const living = (readProcesses() ?? []).filter(
    (row) =>
      row.pid !== process.pid &&
      row.pid !== bystander &&
      row.tokens.some((token) => tokens.includes(token)),
  );
  const [first] = living;
  if (first === undefined) return undefined;
  const leader = living.find(({ pid, group }) => pid === group) ?? first;
  return { group: leader.group, tokens, bystander };
}

/** Does it go on, or did somebody see its end? */
export function isToBeTakenOn(frozen: FrozenAttempt, disk: Pick<Disk, 'read'>): boolean {
  return exitRecordOf(frozen, disk) !== undefined || livingProcesses(frozen, disk) !== undefined;
}
