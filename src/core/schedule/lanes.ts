import { Heap } from './heap.ts';
import type { Pool } from './pool.ts';
import type { Schedule, ScheduledJob } from './schedule.ts';

/** Jobs that run one after the other in one place, as in a row of a chart. */
export interface Lane {
  readonly name: string;
  /** By their start; none overlaps another. */
  readonly jobs: readonly ScheduledJob[];
}

/**
 * A schedule as lanes: of each pool first its cards, more than one lane where jobs share a card, then
 * as many lanes as jobs without a card ever ran there at once. A job of two cards is in two lanes.
 */
export function lanesOf({ jobs }: Schedule, pools: readonly Pool[]): readonly Lane[] {
  return pools.flatMap(({ name, capacity }, index) => {
    const inPool = jobs.filter(({ pool }) => pool === index);
    const prefix = name === '' ? '' : `${name} `;
    const cards = capacity.gpus.flatMap((card) => {
      const onCard = inPool.filter(({ gpus }) => gpus.includes(card));
      return spread(onCard).map((lane) => ({ name: `${prefix}GPU ${card}`, jobs: lane }));
    });
    const others = spread(inPool.filter(({ gpus }) => gpus.length === 0));
    return [
      ...cards,
      ...others.map((lane, at) => ({ name: `${prefix}slot ${at + 1}`, jobs: lane })),
    ];
  });
}

/** Each job goes into the first lane that is free when it starts. */
function spread(jobs: readonly ScheduledJob[]): ScheduledJob[][] {
  const lanes: ScheduledJob[][] = [];
  const endOf = (lane: number): number => lanes[lane]?.at(-1)?.endMs ?? 0;
  const free = new Heap((a, b) => a < b);
  const busy = new Heap((a, b) => endOf(a) < endOf(b));
  for (const job of jobs) {
    for (let lane = busy.peek(); lane !== undefined && endOf(lane) <= job.startMs; ) {
      busy.pop();
      free.push(lane);
      lane = busy.peek();
    }
    const lane = free.pop() ?? lanes.length;
    (lanes[lane] ??= []).push(job);
    busy.push(lane);
  }
  return lanes;
}
