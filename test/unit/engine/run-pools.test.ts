import { expect, test } from 'vitest';
import type { ResourceRequest } from '../../../src/core/rule/resources.ts';
import {
  fillThenRoundRobin,
  latePlacement,
  NO_KEY,
  type Placement,
} from '../../../src/core/schedule/placement.ts';
import type { Pool } from '../../../src/core/schedule/pool.ts';
import { PlanRunner, success } from '../../rigs/plan-runner.ts';
import { SMALL, worldOf, type World } from '../../rigs/run-rig.ts';
import { waitUntil } from '../../rigs/wait-until.ts';

// A run in several pools: who was launched where, as the executor and the events say.

const GPU_JOB: ResourceRequest = { ...SMALL, gpus: 1 };
const ENDLESS = {
  cores: Number.POSITIVE_INFINITY,
  jobs: undefined,
  memMib: undefined,
  diskMib: undefined,
  gpus: [],
  custom: {},
};

function slots(name: string, count: number): Pool {
  const gpus = Array.from({ length: count }, (_, index) => String(index));
  return { name, capacity: { ...ENDLESS, gpus }, hasSlots: true };
}

const QC: Pool = { name: 'qc', capacity: { ...ENDLESS, jobs: 1 } };

interface Case {
  readonly lines: readonly string[];
  readonly pools: readonly Pool[];
  readonly placement: (pools: readonly Pool[]) => Placement;
  /** Jobs that need no GPU. */
  readonly small?: readonly string[];
  readonly retries?: number;
}

function worldIn({ lines, pools, placement, small = [], retries = 0 }: Case): World {
  const world: World = worldOf(lines, {
    requests: (job) => (small.includes(world.name(job)) ? SMALL : GPU_JOB),
    limits: { placed: { pools, placement: placement(pools) }, retries },
  });
  return world;
}

/** `label pool`, in the order of launching. */
function places({ executor }: PlanRunner): readonly string[] {
  return executor.launched.map(({ label, pool }) => `${label} ${pool}`);
}

const SIX = ['a <- s', 'b <- s', 'c <- s', 'd <- s', 'e <- s', 'f <- s'];

test('a ready job goes to whichever pool has room when it starts', async () => {
  const world = worldIn({
    lines: SIX,
    pools: [slots('clive', 1), slots('maigan', 2)],
    placement: latePlacement,
  });
  const runner = PlanRunner.script(world, () => 'hangs');
  const running = runner.run();
  await waitUntil(() => runner.executor.launched.length === 3, 'all slots are taken');
  expect(places(runner)).toEqual(['a clive', 'b maigan', 'c maigan']);

  for (const label of ['b', 'a', 'd', 'c', 'e', 'f']) {
    await waitUntil(() => runner.executor.running.includes(label), `${label} runs`);
    runner.executor.end(label, success(specOf(runner, label)));
  }
  const { counts } = await running;
  expect(counts.succeeded).toBe(6);
  expect(places(runner).slice(3)).toEqual(['d maigan', 'e clive', 'f maigan']);
});

test('jobs of a key follow the first of them, also when they are tried again', async () => {
  const world = worldIn({
    lines: ['a1 <- s', 'b1 <- s', 'a2 <- a1', 'b2 <- b1'],
    pools: [slots('clive', 1), slots('maigan', 1)],
    placement: (pools) => latePlacement(pools, Int32Array.from([0, 1, 0, 1])),
    retries: 1,
  });
  const failed = new Set<string>();
  const runner = PlanRunner.script(world, (spec) => {
    if (spec.label !== 'b2' || failed.has(spec.label)) return success(spec);
    failed.add(spec.label);
    return { kind: 'failed', cause: 'exit', detail: 'exit code 1', exitCode: 1, lastLines: [] };
  });
  await runner.run();
  expect(places(runner).toSorted()).toEqual([
    'a1 clive',
    'a2 clive',
    'b1 maigan',
    'b2 maigan',
    'b2 maigan',
  ]);
});

test('keys are dealt out as `fill-then-round-robin` says, the rest goes to the first pool', async () => {
  const keys = Int32Array.from([0, 1, 2, 3, 4, NO_KEY]);
  const world = worldIn({
    lines: SIX,
    pools: [slots('clive', 1), slots('maigan', 2)],
    placement: (pools) => fillThenRoundRobin(pools, keys),
  });
  const runner = PlanRunner.script(world, success);
  await runner.run();
  expect(places(runner).toSorted()).toEqual([
    'a clive',
    'b maigan',
    'c maigan',
    'd maigan',
    'e clive',
    'f clive',
  ]);
});

test('jobs without a GPU have a pool of their own, and never take a slot', async () => {
  const world = worldIn({
    lines: ['a <- s', 'b <- s', 'small1 <- s', 'small2 <- s'],
    pools: [slots('clive', 1), QC],
    placement: latePlacement,
    small: ['small1', 'small2'],
  });
  const runner = PlanRunner.script(world, () => 'hangs');
  const running = runner.run();
  await waitUntil(() => runner.executor.launched.length === 2, 'both pools are full');
  expect(places(runner)).toEqual(['a clive', 'small1 qc']);
  runner.signal();
  await running;
});

test('slots are no cards: the executor gets none, and events name the pool', async () => {
  const named: Pool = { name: 'box', capacity: { ...ENDLESS, gpus: ['GPU-1'] } };
  const pools = [slots('clive', 1), named, QC];
  const world = worldIn({
    lines: ['a <- s', 'b <- s', 'small <- s'],
    pools,
    placement: latePlacement,
    small: ['small'],
  });
  const runner = PlanRunner.script(world, success);
  await runner.run();
  expect(runner.executor.launched.map(({ label, gpus }) => [label, gpus])).toEqual([
    ['a', []],
    ['b', ['GPU-1']],
    ['small', []],
  ]);
  const starts = runner.events.filter((event) => event.kind === 'job-started');
  expect(starts.map(({ job, pool, gpus }) => [job.label, pool, gpus])).toEqual([
    ['a', 'clive', []],
    ['b', 'box', ['GPU-1']],
    ['small', 'qc', []],
  ]);
  const [first] = runner.events;
  expect(first).toMatchObject({
    kind: 'run-started',
    gpus: [],
    pools: [
      { name: 'clive', gpus: 1 },
      { name: 'box', gpus: 1 },
      { name: 'qc', gpus: 0, jobs: 1 },
    ],
  });
});

test('a run on one machine names no pool', async () => {
  const runner = PlanRunner.script(worldOf(['a <- s']), success);
  await runner.run();
  expect(runner.executor.launched.map((spec) => 'pool' in spec)).toEqual([false]);
  const [first] = runner.events;
  expect(first).toMatchObject({ kind: 'run-started', cores: 2 });
  expect(first).not.toHaveProperty('pools');
});

function specOf({ executor }: PlanRunner, label: string): PlanRunner['executor']['launched'][0] {
  const spec = executor.launched.findLast((each) => each.label === label);
  if (spec === undefined) throw new Error(`${label} was not launched`);
  return spec;
}
