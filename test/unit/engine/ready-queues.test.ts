import { expect, test } from 'vitest';
import type { ResourceRequest } from '../../../src/core/rule/resources.ts';
import { MachineDrive } from '../../rigs/machine-drive.ts';
import { SMALL, worldOf } from '../../rigs/run-rig.ts';

/** Runs to the end, always ending the job that started first; answers the order of starts. */
function startsOf(drive: MachineDrive): string[] {
  drive.start();
  for (let [name] = drive.running.keys(); name !== undefined; [name] = drive.running.keys()) {
    drive.succeed(name);
  }
  return drive
    .news()
    .filter((line) => line.startsWith('launch '))
    .map((line) => line.slice('launch '.length));
}

/** Requests by job, in the order of lines. */
function requests(...list: readonly Partial<ResourceRequest>[]): (job: number) => ResourceRequest {
  return (job) => ({ ...SMALL, ...list[job] });
}

test('more priority is earlier, then the longer way to the end, then the older job', () => {
  //  a, b: alone; c ─► d ─► e; f: alone, with priority
  const world = worldOf(['a <- s', 'b <- s', 'c <- s', 'd <- c', 'e <- d', 'f <- s'], {
    cores: 1,
    priorities: { f: 1 },
  });
  expect(startsOf(new MachineDrive(world))).toEqual(['f', 'c', 'd', 'a', 'b', 'e']);
});

test('the way to the end is as long as its jobs took last time', () => {
  const world = worldOf(['a <- s', 'b <- a', 'c <- b', 'd <- s', 'e <- d'], {
    cores: 1,
    durations: { a: 10, b: 10, c: 10, d: 10, e: 100 },
  });
  expect(startsOf(new MachineDrive(world))).toEqual(['d', 'e', 'a', 'b', 'c']);
});

test('a job that does not fit does not hide smaller ones', () => {
  const world = worldOf(['a <- s', 'big <- s', 'b <- s', 'c <- s'], {
    cores: 3,
    priorities: { a: 2, big: 1 },
    requests: requests({ threads: 1 }, { threads: 3 }, { threads: 1 }, { threads: 1 }),
  });
  const drive = new MachineDrive(world).start();
  expect([...drive.running.keys()]).toEqual(['a', 'b', 'c']);
});

test('sixteen jobs may pass one that does not fit, then room is made for it', () => {
  const small = Array.from({ length: 40 }, (_, index) => `j${index} <- s`);
  const world = worldOf(['big <- s', ...small], {
    cores: 2,
    priorities: { j0: 2, big: 1 },
    requests: (job) => ({ ...SMALL, threads: job === 0 ? 2 : 1 }),
  });
  // j0 and j1 start together, and from then on one at each end.
  expect(startsOf(new MachineDrive(world)).indexOf('big')).toBe(17);
});

test('while a card is awaited for a job, others go on with what they need', () => {
  const small = Array.from({ length: 60 }, (_, index) => `j${index} <- s`);
  const world = worldOf(['hold <- s', 'gpu <- s', ...small], {
    cores: 2,
    gpus: ['0'],
    priorities: { hold: 2, gpu: 1 },
    requests: (job) => ({ ...SMALL, gpus: job < 2 ? 1 : 0 }),
  });
  const drive = new MachineDrive(world).start();
  for (let count = 0; count < 59; count += 1) drive.succeed(`j${count}`);
  expect([...drive.running.keys()]).toEqual(['hold', 'j59']);
  drive.succeed('hold');
  expect(drive.running.get('gpu')?.gpus).toEqual(['0']);
});

test('a card goes from hand to hand in one step', () => {
  const world = worldOf(['a <- s', 'b <- s'], {
    cores: 8,
    gpus: ['GPU-x'],
    requests: requests({ gpus: 1 }, { gpus: 1 }),
  });
  const drive = new MachineDrive(world).start();
  expect(drive.news()).toEqual(['launch a on GPU-x']);
  drive.succeed('a');
  expect(drive.news()).toEqual(['record a', 'a succeeded = a', 'launch b on GPU-x']);
});

test('shares of a card are filled before another card is broken into', () => {
  const world = worldOf(['a <- s', 'b <- s', 'c <- s'], {
    cores: 8,
    gpus: ['0', '1'],
    requests: requests({ gpus: 0.5 }, { gpus: 0.5 }, { gpus: 1 }),
  });
  expect(new MachineDrive(world).start().news()).toEqual([
    'launch a on 0',
    'launch b on 0',
    'launch c on 1',
  ]);
});

test('no more jobs run at once than the run allows', () => {
  const base = worldOf(['a <- s', 'b <- s', 'c <- s'], { cores: 8 });
  const { limits } = base.request;
  const capacity = { ...limits.capacity, jobs: 2 };
  const world = { ...base, request: { ...base.request, limits: { ...limits, capacity } } };
  const drive = new MachineDrive(world).start();
  expect([...drive.running.keys()]).toEqual(['a', 'b']);
  drive.succeed('a');
  expect([...drive.running.keys()]).toEqual(['b', 'c']);
});

test('a hundred shapes that do not fit are no trouble, and the next event finds the rest', () => {
  const lines = Array.from({ length: 200 }, (_, index) => `j${index} <- s`);
  const world = worldOf(['first <- s', ...lines], {
    cores: 400,
    priorities: { first: 1 },
    requests: (job) => ({ ...SMALL, threads: job === 0 ? 300 : 101 + job }),
  });
  const drive = new MachineDrive(world);
  expect(new Set(startsOf(drive)).size).toBe(201);
});
