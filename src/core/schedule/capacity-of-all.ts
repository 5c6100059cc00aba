import type { Capacity } from './capacity.ts';
import type { Pool } from './pool.ts';

/** What several pools have together: where one counts a thing and another does not, no end of it. */
export function capacityOfAll(pools: readonly Pool[]): Capacity {
  const all = pools.map(({ capacity }) => capacity);
  const sum = (amount: (of: Capacity) => number | undefined): number | undefined => {
    const amounts = all.map(amount);
    return amounts.reduce(
      (total, each) => (total === undefined || each === undefined ? undefined : total + each),
      0,
    );
  };
  const names = new Set(all.flatMap(({ custom }) => Object.keys(custom)));
  const custom = Array.from(names, (name): [string, number] => [
    name,
    sum((each) => each.custom[name]) ?? Number.POSITIVE_INFINITY,
  ]);
  return {
    cores: sum(({ cores }) => cores) ?? Number.POSITIVE_INFINITY,
    jobs: sum(({ jobs }) => jobs),
    memMib: sum(({ memMib }) => memMib),
    diskMib: sum(({ diskMib }) => diskMib),
    gpus: all.flatMap(({ gpus }) => gpus),
    custom: Object.fromEntries(custom),
  };
}
