import { expect, test } from 'vitest';
import { parsedApps } from '../../../../../src/executors/local/usage/gpu-memory.ts';
import type {
  ProcessStat,
  ProcessTable,
} from '../../../../../src/executors/local/usage/process-table.ts';
import { UsageSampler } from '../../../../../src/executors/local/usage/usage-sampler.ts';
import { ManualClock } from '../../../../rigs/manual-clock.ts';

interface Row extends Partial<ProcessStat> {
  readonly pid: number;
  readonly rssMib?: number;
  readonly peakRssMib?: number;
  readonly readMib?: number;
}

/** A machine whose processes the test makes up. */
class Machine {
  readonly clock = new ManualClock();
  readonly gpuMib = new Map<number, number>();
  rows: readonly Row[] | undefined = [];
  lookCount = 0;

  readonly #table: ProcessTable = {
    list: () => {
      this.lookCount += 1;
      return this.rows?.map(statOf);
    },
    stat: (pid) => this.#row(pid, statOf),
    memory: (pid) =>
      this.#row(pid, ({ rssMib = 0, peakRssMib = rssMib }) => ({ rssMib, peakRssMib })),
    storage: (pid) => this.#row(pid, ({ readMib = 0 }) => ({ readMib, writtenMib: 0 })),
  };

  readonly sampler = new UsageSampler({
    clock: this.clock,
    processes: this.#table,
    gpuMemory: { usedMib: () => this.gpuMib, close: () => {} },
  });

  /** Lets so much time pass that a look is due, whatever the last one cost. */
  look(rows: readonly Row[]): void {
    this.rows = rows;
    for (let passedMs = 0; passedMs < 10_000; passedMs += 200) this.clock.advance(200);
  }

  #row<Answer>(pid: number, make: (row: Row) => Answer): Answer | undefined {
    const row = this.rows?.find((it) => it.pid === pid);
    return row === undefined ? undefined : make(row);
  }
}

function statOf(row: Row): ProcessStat {
  return { parent: 1, group: row.pid, startTime: 'then', cpuS: 0, childrenCpuS: 0, ...row };
}

function processesOf(group: number, bystander?: number) {
  return { group, tokens: [], bystander };
}

test('a job that is over in a moment costs no look, and nothing is known of it', () => {
  const { sampler, clock, lookCount } = new Machine();
  const job = sampler.watch(processesOf(10), false);
  clock.advance(199);
  expect(sampler.end(job)).toBeUndefined();
  expect(lookCount).toBe(0);
});

test('without jobs no timer runs', () => {
  const { sampler, clock } = new Machine();
  sampler.end(sampler.watch(processesOf(10), false));
  clock.advance(200);
  expect(clock.delays).toEqual([]);
  sampler.watch(processesOf(10), false);
  expect(clock.delays).toHaveLength(1);
  sampler.close();
  expect(clock.delays).toEqual([]);
});

test('memory is the most of all processes at one time, or of one of them at any time', () => {
  const machine = new Machine();
  const job = machine.sampler.watch(processesOf(10), false);
  const other = machine.sampler.watch(processesOf(20), false);
  machine.look([
    { pid: 10, rssMib: 5 },
    { pid: 11, group: 10, rssMib: 30 },
    { pid: 20, rssMib: 1, peakRssMib: 900 },
    { pid: 30, rssMib: 7 },
  ]);
  machine.look([
    { pid: 10, rssMib: 6 },
    { pid: 11, group: 10, rssMib: 20 },
  ]);
  expect(machine.sampler.end(job)?.peakRssMib).toBe(35);
  expect(machine.sampler.end(other)?.peakRssMib).toBe(900);
});

test('a process belongs to the job that it descends from, also when it has left and lost its parent', () => {
  const machine = new Machine();
  const job = machine.sampler.watch(processesOf(10), false);
  machine.look([{ pid: 12, parent: 11, cpuS: 1 }, { pid: 11, parent: 10, cpuS: 2 }, { pid: 10 }]);
  machine.look([{ pid: 12, cpuS: 9 }, { pid: 10 }]);
  machine.look([{ pid: 12, cpuS: 50, startTime: 'later' }, { pid: 10 }]);
  expect(machine.sampler.end(job)?.cpuS).toBe(9);
});

test('numbers that were used anew while we looked lead round in no circle', () => {
  const machine = new Machine();
  const job = machine.sampler.watch(processesOf(10), false);
  machine.look([
    { pid: 3, parent: 4 },
    { pid: 4, parent: 3 },
    { pid: 10, cpuS: 1 },
  ]);
  expect(machine.sampler.end(job)?.cpuS).toBe(1);
});

test('in a resident shell the end is on the account of the shell, and what was before is not', () => {
  const machine = new Machine();
  const job = machine.sampler.watch(processesOf(10, 9), false);
  const shell = { pid: 9, childrenCpuS: 100, readMib: 40 };
  machine.look([shell, { pid: 10, parent: 9, cpuS: 2, readMib: 1 }]);
  machine.rows = [{ ...shell, childrenCpuS: 104.5, readMib: 43 }];
  expect(machine.sampler.end(job)).toMatchObject({ cpuS: 4.5, readMib: 3 });
});

test('memory on cards is that of the job, where it has cards', () => {
  const machine = new Machine();
  const jobs = [true, false].map((usesGpus, index) =>
    machine.sampler.watch(processesOf(10 + index), usesGpus),
  );
  machine.gpuMib.set(10, 300).set(11, 4).set(12, 50);
  machine.look([{ pid: 10 }, { pid: 11 }, { pid: 12, parent: 10 }]);
  expect(jobs.map((job) => machine.sampler.end(job)?.gpuMemMib)).toEqual([350, undefined]);
});

test('where the system tells nothing, it is asked once', () => {
  const machine = new Machine();
  const job = machine.sampler.watch(processesOf(10), false);
  machine.rows = undefined;
  for (let second = 0; second < 10; second += 1) machine.clock.advance(1000);
  expect(machine.sampler.end(job)).toBeUndefined();
  expect(machine.lookCount).toBe(1);
  expect(machine.clock.delays).toEqual([]);
});

test('what nvidia-smi says of processes is added up by process', () => {
  const text = '4242, 300\n4242, 20\n17, [N/A]\nno running processes found\n';
  expect([...parsedApps(text)]).toEqual([[4242, 320]]);
});
