import { ENDLESS } from '../schedule/capacity.ts';
import type { Pool } from '../schedule/pool.ts';
import type { Account, AccountPlace } from './account.ts';

/** The pools of a run on a cluster, and what each of them is there, by its name. */
export interface AccountPools {
  readonly pools: readonly Pool[];
  readonly places: ReadonlyMap<string, AccountPlace>;
}

/**
 * Two pools an account, in the order of the config: under its name its GPU slots, if it has any, and
 * as `NAME:cpu` jobs that need no GPU. So these never take a slot, and have a limit of their own.
 */
export function accountPools(
  accounts: readonly Account[],
  slotsOf: (account: Account) => number,
): AccountPools {
  const places = new Map<string, AccountPlace>();
  const pools = accounts.flatMap((account): Pool[] => {
    const { name, cpuSlots, partition, qos } = account;
    const slots = slotsOf(account);
    const onCpus = `${name}:cpu`;
    places.set(onCpus, { account: name, partition: partition.cpu, qos });
    const cpuPool: Pool = { name: onCpus, capacity: { ...ENDLESS, jobs: cpuSlots } };
    if (slots === 0) return [cpuPool];
    places.set(name, { account: name, partition: partition.gpu, qos });
    const gpus = Array.from({ length: slots }, (_, slot) => String(slot));
    return [{ name, capacity: { ...ENDLESS, gpus }, hasSlots: true }, cpuPool];
  });
  return { pools, places };
}
