import type { JobProcesses } from '../end-processes.ts';
import type { ProcessStat } from './process-table.ts';

/** Start times by process number, at the last look. */
export type KnownMembers = ReadonlyMap<number, string>;

interface Job {
  readonly processes: JobProcesses;
  readonly members: KnownMembers;
}

/**
 * Which of all processes belong to which job: those of its group, those that were seen to belong to
 * it, and their descendants. What left the group and lost its parent between two looks is not found.
 */
export function jobMembers<Its extends Job>(
  rows: readonly ProcessStat[],
  jobs: readonly Its[],
): ReadonlyMap<Its, readonly ProcessStat[]> {
  const byGroup = new Map(jobs.map((job) => [job.processes.group, job]));
  const known = new Map<number, { readonly job: Its; readonly startTime: string }>();
  for (const job of jobs) {
    for (const [pid, startTime] of job.members) known.set(pid, { job, startTime });
  }
  const byPid = new Map(rows.map((row) => [row.pid, row]));
  const owners = new Map<number, Its | undefined>();
  const ownerItself = (row: ProcessStat): Its | undefined => {
    const seen = known.get(row.pid);
    return byGroup.get(row.group) ?? (seen?.startTime === row.startTime ? seen.job : undefined);
  };
  const members = new Map<Its, ProcessStat[]>();
  for (const row of rows) {
    const owner = ownerOf(row, { byPid, owners, ownerItself });
    if (owner === undefined) continue;
    const its = members.get(owner);
    if (its === undefined) members.set(owner, [row]);
    else its.push(row);
  }
  return members;
}

/** Goes up until somebody is known to belong to a job, or to none, and remembers all on the way. */
function ownerOf<Its>(
  row: ProcessStat,
  look: {
    readonly byPid: ReadonlyMap<number, ProcessStat>;
    readonly owners: Map<number, Its | undefined>;
    readonly ownerItself: (row: ProcessStat) => Its | undefined;
  },
): Its | undefined {
  const { byPid, owners, ownerItself } = look;
  const way: number[] = [];
  let owner: Its | undefined;
  for (let at: ProcessStat | undefined = row; at !== undefined; at = byPid.get(at.parent)) {
    if (owners.has(at.pid)) {
      owner = owners.get(at.pid);
      break;
    }
    owner = ownerItself(at);
    // At once: where numbers were used anew while we looked, the way up may be a ring.
    owners.set(at.pid, owner);
    way.push(at.pid);
    if (owner !== undefined) break;
  }
  for (const pid of way) owners.set(pid, owner);
  return owner;
}
