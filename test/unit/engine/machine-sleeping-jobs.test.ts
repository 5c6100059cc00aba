import { expect, test } from 'vitest';
import { MachineDrive } from '../../rigs/machine-drive.ts';
import { type World, worldOf } from '../../rigs/run-rig.ts';

function withRemovedTemp(verdict: 'run' | 'conditional'): World {
  return worldOf(['a <- s', 'temp(t) <- s', 'b <- a t'], {
    verdicts: { t: 'dormant', b: verdict },
    absent: ['t'],
  });
}

test('a removed temporary file is made again when a job that reads it comes to run', () => {
  const drive = new MachineDrive(withRemovedTemp('conditional')).start();
  expect(drive.news()).toEqual(['launch a']);
  drive.succeed('a', ['a']);
  expect(drive.news()).toEqual(['record a', 'a succeeded', 'launch t']);
  expect(drive.running.get('t')?.reasons).toEqual([{ kind: 'temp-needed', path: 't' }]);
  drive.succeed('t');
  expect(drive.news()).toEqual(['record t', 't succeeded = t', 'launch b']);
  drive.succeed('b');
  expect(drive.news()).toEqual(['record b', 'b succeeded = b', 'remove t', 'finish']);
});

test('a job that sleeps is not needed when nobody comes to need it', () => {
  const drive = new MachineDrive(withRemovedTemp('conditional')).start().succeed('a');
  expect(drive.news().slice(3)).toEqual(['b pruned', 't pruned', 'finish']);
});

test('a chain of removed files is made again from its beginning', () => {
  const world = worldOf(['temp(t) <- s', 'temp(u) <- t', 'a <- s', 'b <- a u'], {
    verdicts: { t: 'dormant', u: 'dormant', b: 'conditional' },
    absent: ['t', 'u'],
  });
  const drive = new MachineDrive(world).start().succeed('a', ['a']);
  expect(drive.news().at(-1)).toBe('launch t');
  drive.succeed('t').succeed('u').succeed('b');
  expect(drive.counts).toMatchObject({ succeeded: 4 });
});

test('a job whose inputs came out as they were still runs if its removed file is needed', () => {
  const world = worldOf(['a <- s', 'temp(t) <- a', 'b <- t c', 'c <- s'], {
    verdicts: { t: 'conditional', b: 'conditional' },
    absent: ['t'],
    cores: 1,
  });
  const drive = new MachineDrive(world).start().succeed('a');
  expect(drive.news().at(-1)).toBe('launch c');
  drive.succeed('c', ['c']);
  expect(drive.news().at(-1)).toBe('launch t');
  drive.succeed('t').succeed('b');
  expect(drive.counts).toMatchObject({ succeeded: 4, pruned: 0 });
});

test('a job that is called waits until what it replaces is read no more', () => {
  // m makes t, which was removed, and log, which is there and is being read by w.
  const world = worldOf(['m: temp(t) log <- s', 'w <- log', 'a <- s', 'b <- a t'], {
    verdicts: { m: 'dormant', b: 'conditional' },
    absent: ['t'],
  });
  const drive = new MachineDrive(world).start();
  expect([...drive.running.keys()]).toEqual(['a', 'w']);
  drive.succeed('a', ['a']);
  expect([...drive.running.keys()]).toEqual(['w']);
  drive.succeed('w');
  expect([...drive.running.keys()]).toEqual(['m']);
});

test('a job that was about to start waits for the called one that replaces what it reads', () => {
  const world = worldOf(['m: temp(t) log <- s', 'a <- s', 'b <- a t', 'w <- log'], {
    verdicts: { m: 'dormant', b: 'conditional' },
    absent: ['t'],
    cores: 1,
    priorities: { a: 1 },
  });
  const drive = new MachineDrive(world).start();
  expect([...drive.running.keys()]).toEqual(['a']);
  drive.succeed('a', ['a']);
  expect([...drive.running.keys()]).toEqual(['m']);
  drive.succeed('m').succeed('b').succeed('w');
  expect(drive.counts).toMatchObject({ succeeded: 4 });
});

test('jobs that wait for one that can only be called go on when nothing else happens', () => {
  const world = worldOf(['temp(t) <- s', 'u <- t', 'v <- order(u)'], {
    verdicts: { t: 'dormant', u: 'conditional' },
    absent: ['t'],
  });
  const drive = new MachineDrive(world).start();
  expect(drive.news()).toEqual(['u pruned', 'launch v']);
});

test('a job that could be changed by one that sleeps is not pruned before that is settled', () => {
  const world = worldOf(['temp(t) <- s', 'u <- t', 'a <- s', 'b <- a t'], {
    verdicts: { t: 'dormant', u: 'conditional', b: 'conditional' },
    absent: ['t'],
  });
  const drive = new MachineDrive(world).start().succeed('a', ['a']);
  expect(drive.news()).toEqual(['launch a', 'record a', 'a succeeded', 'launch t']);
  drive.succeed('t', ['t']);
  expect(drive.news()).toEqual(['record t', 't succeeded', 'launch u', 'launch b']);
});

test('a job that goes back to wait does not hide those that queue behind it', () => {
  const lines = ['m: temp(t) log <- s', 'a <- s', 'b <- a t', 'w <- log', 'z <- s'];
  const world = worldOf(lines, {
    verdicts: { m: 'dormant', b: 'conditional' },
    absent: ['t'],
    cores: 1,
    priorities: { a: 1 },
  });
  const drive = new MachineDrive(world).start().succeed('a', ['a']).succeed('m');
  drive.succeed('b').succeed('w').succeed('z');
  expect(drive.counts).toMatchObject({ succeeded: 5 });
});

test('a job that sleeps is not woken by what comes out changed while the run stops', () => {
  const lines = ['temp(t) <- s', 'temp(u) <- t', 'a <- s', 'b <- a t', 'c <- u x', 'x <- a'];
  const world = worldOf(lines, {
    verdicts: { t: 'dormant', u: 'dormant', b: 'conditional', c: 'conditional' },
    absent: ['t', 'u'],
  });
  const drive = new MachineDrive(world).start().succeed('a', ['a']);
  expect([...drive.running.keys()]).toEqual(['t', 'x']);
  drive.step({ kind: 'cancelled', signal: 'SIGINT' });
  drive.succeed('t', ['t']).succeed('x');
  expect(drive.counts).toMatchObject({ succeeded: 3, skipped: 2, pruned: 1 });
});
