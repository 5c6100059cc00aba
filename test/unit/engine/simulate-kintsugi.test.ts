import { expect, test } from 'vitest';
import type { ResourceRequest } from '../../../src/core/rule/resources.ts';
import { measureSchedule } from '../../../src/core/schedule/measure-schedule.ts';
import { fillThenRoundRobin } from '../../../src/core/schedule/placement.ts';
import { simulateRun } from '../../../src/engine/simulate-run.ts';
import { SMALL, worldOf } from '../../rigs/run-rig.ts';

// Nine cycles of stitch, decon and edf on five GPU slots, in minutes on a GPU and on a CPU. Beside
// the simulator stands a clock that goes on by half a minute and looks at everything each time.

const CYCLES = 9;
const ACCOUNTS = { clive: 3, maigan: 2 };
const SLOTS = 5;
const STAGES = [
  { name: 'stitch', gpu: 8, cpu: 200 },
  { name: 'decon', gpu: 12, cpu: 60 },
  { name: 'edf', gpu: 1.5, cpu: 22 },
];

/** Where each cycle runs its three steps. */
type Device = (cycle: number) => 'gpu' | 'cpu';

interface Step {
  readonly cycle: number;
  readonly stage: number;
  readonly device: 'gpu' | 'cpu';
  readonly minutes: number;
  /** Of this step and those after it in its cycle. */
  readonly path: number;
}

function stepsOf(device: Device): readonly Step[] {
  return STAGES.flatMap((_, stage) =>
    Array.from({ length: CYCLES }, (__, cycle): Step => {
      const on = device(cycle);
      const [minutes = 0, ...later] = STAGES.slice(stage).map((it) => it[on]);
      const path = later.reduce((sum, each) => sum + each, minutes);
      return { cycle, stage, device: on, minutes, path };
    }),
  );
}

/**
 * When each step ends, as `cycle.stage`. `slots` are the numbers of GPU slots of accounts; `account`
 * says which of them a cycle has to use.
 */
function byClock(
  steps: readonly Step[],
  slots: readonly number[] = [SLOTS],
  account: (cycle: number) => number = () => 0,
): ReadonlyMap<string, number> {
  const ends = new Map<string, number>();
  const running = new Map<Step, number>();
  for (let now = 0; ends.size < steps.length; now += 0.5) {
    for (const [step, end] of running) {
      if (end > now) continue;
      ends.set(`${step.cycle}.${step.stage}`, end);
      running.delete(step);
    }
    const ready = steps
      .filter((step) => !running.has(step) && !ends.has(`${step.cycle}.${step.stage}`))
      .filter(({ cycle, stage }) => stage === 0 || ends.has(`${cycle}.${stage - 1}`))
      .toSorted((a, b) => b.path - a.path);
    for (const step of ready) {
      const own = account(step.cycle);
      const onGpu = [...running.keys()].filter(
        ({ device, cycle }) => device === 'gpu' && account(cycle) === own,
      ).length;
      if (step.device === 'gpu' && onGpu === slots[own]) continue;
      running.set(step, now + step.minutes);
    }
  }
  return ends;
}

function name({ cycle, stage }: Pick<Step, 'cycle' | 'stage'>): string {
  return `${cycle}.${stage}`;
}

interface Accounts {
  readonly slots: readonly number[];
  readonly account: (cycle: number) => number;
}

function simulate(device: Device, accounts?: Accounts) {
  const steps = stepsOf(device);
  const world = worldOf(
    steps.map(({ cycle, stage }) => {
      const need = stage === 0 ? 'raw' : name({ cycle, stage: stage - 1 });
      return `${name({ cycle, stage })} <- ${need}`;
    }),
    {
      cores: 100,
      gpus: Array.from({ length: SLOTS }, (_, slot) => String(slot)),
      requests: (job): ResourceRequest =>
        steps[job]?.device === 'gpu' ? { ...SMALL, gpus: 1 } : { ...SMALL, threads: 16 },
    },
  );
  const durations = Float64Array.from(steps.map(({ minutes }) => minutes));
  const { limits } = world.request;
  const pools = accounts?.slots.map((count, at) => ({
    name: `account ${at}`,
    capacity: { ...limits.capacity, gpus: limits.capacity.gpus.slice(0, count) },
  }));
  const keys = Int32Array.from(steps.map(({ cycle }) => cycle));
  const placed = pools && { pools, placement: fillThenRoundRobin(pools, keys) };
  const schedule = simulateRun({
    ...world.request,
    limits: { ...limits, ...(placed && { placed }) },
    durations,
  });
  const measures = measureSchedule({
    schedule,
    graph: world.graph,
    durations,
    pools: pools ?? [{ name: '', capacity: limits.capacity }],
  });
  const ends = new Map(schedule.jobs.map(({ job, endMs }) => [name(steps[job] ?? NONE), endMs]));
  return { ends, measures, clock: byClock(steps, accounts?.slots, accounts?.account) };
}

const NONE = { cycle: -1, stage: -1 };

test('waiting for a GPU takes 41.5 minutes, within 8 % of what no schedule can beat', () => {
  const { ends, measures, clock } = simulate(() => 'gpu');
  expect(ends).toEqual(clock);
  // Nine times 21.5 minutes of work on five slots.
  expect(measures.lowerBoundMs).toBeCloseTo((9 * 21.5) / 5, 9);
  expect(measures.boundBy).toBe('gpus');
  expect(measures.criticalPathMs).toBe(21.5);
  expect(measures.makespanMs).toBe(41.5);
});

test('sending the cycles beyond the slots to CPUs takes hours', () => {
  const { ends, measures, clock } = simulate((cycle) => (cycle < SLOTS ? 'gpu' : 'cpu'));
  expect(ends).toEqual(clock);
  expect(measures.makespanMs).toBe(282);
  expect(measures.boundBy).toBe('critical path');
});

test('dealt out to accounts beforehand, they take two rounds of 21.5 minutes', () => {
  const accounts = { slots: [ACCOUNTS.clive, ACCOUNTS.maigan], account: dealtAccount };
  const { ends, measures, clock } = simulate(() => 'gpu', accounts);
  expect(ends).toEqual(clock);
  expect(measures.makespanMs).toBe(43);
  expect(measures.lowerBoundMs).toBeCloseTo((9 * 21.5) / 5, 9);
});

function dealtAccount(cycle: number): number {
  return 'cccmmmcmc'.charAt(cycle) === 'c' ? 0 : 1;
}
