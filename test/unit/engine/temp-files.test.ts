import { expect, test } from 'vitest';
import { failed, MachineDrive } from '../../rigs/machine-drive.ts';
import { type WorldOptions, worldOf } from '../../rigs/run-rig.ts';

function removalsAtStart(lines: readonly string[], options: WorldOptions): string[] {
  const drive = new MachineDrive(worldOf(lines, options)).start();
  return drive.news().filter((line) => line.startsWith('remove'));
}

const DONE = { a: 'keep', b: 'keep' } as const;
const LINES = ['temp(a) <- s', 'b <- a'];

test('a temporary file goes when the last of all that read it is done', () => {
  const lines = ['temp(a) <- s', 'b <- a', 'c <- order(a)', 'd <- b c'];
  const drive = new MachineDrive(worldOf(lines, { targets: ['d'] })).start();
  drive.succeed('a').succeed('b');
  expect(drive.news().filter((line) => line.startsWith('remove'))).toEqual([]);
  drive.succeed('c');
  expect(drive.news()).toEqual(['record c', 'c succeeded = c', 'launch d', 'remove a']);
});

test('a job that is pruned is done with it, too', () => {
  const drive = new MachineDrive(
    worldOf(LINES, { verdicts: { b: 'conditional' }, targets: ['b'] }),
  );
  drive.start().succeed('a');
  expect(drive.news().slice(1)).toEqual([
    'record a',
    'a succeeded = a',
    'b pruned',
    'remove a',
    'finish',
  ]);
});

test('a job that failed or was skipped may need it next time', () => {
  const world = worldOf(['temp(a) <- s', 'b <- a', 'c <- a b'], {
    limits: { isKeepGoing: true },
    targets: ['c'],
  });
  const drive = new MachineDrive(world).start().succeed('a').end('b', failed());
  expect(drive.counts).toMatchObject({ failed: 1, skipped: 1 });
  expect(drive.news().filter((line) => line.startsWith('remove'))).toEqual([]);
});

test('one that nobody reads stays', () => {
  const drive = new MachineDrive(worldOf(['m: temp(a) b <- s'], { targets: ['b'] })).start();
  drive.succeed('m');
  expect(drive.news().slice(1)).toEqual(['record m', 'm succeeded = a b', 'finish']);
});

test('a job that is held may need it when it is forced', () => {
  expect(removalsAtStart(LINES, { verdicts: { a: 'keep', b: 'held' }, edited: ['b'] })).toEqual([]);
});

test('a file of a person that a job did not come to replace stays', () => {
  const world = worldOf(['temp(a) <- s', 'b <- final(a)'], { unrecorded: ['a'], targets: ['b'] });
  const keepGoing = { ...world.request.limits, isKeepGoing: true };
  const request = { ...world.request, limits: keepGoing };
  const drive = new MachineDrive({ ...world, request }).start().end('a', failed()).succeed('b');
  expect(drive.news().filter((line) => line.startsWith('remove'))).toEqual([]);
});

test('what an earlier run left is removed at the start, if all that read it are up to date', () => {
  expect(removalsAtStart(LINES, { verdicts: DONE })).toEqual(['remove a']);
  expect(removalsAtStart(LINES, { verdicts: { a: 'keep' } })).toEqual([]);
  expect(removalsAtStart(LINES, { verdicts: DONE, absent: ['a'] })).toEqual([]);
});

test('it stays where somebody asked for it, or still will', () => {
  expect(removalsAtStart(LINES, { verdicts: DONE, targets: ['a'] })).toEqual([]);
  expect(removalsAtStart([...LINES, 'all: <- a b'], { verdicts: DONE })).toEqual([]);
  expect(removalsAtStart(LINES, { verdicts: DONE, tempHolds: ['a'] })).toEqual([]);
  expect(removalsAtStart(LINES, { verdicts: DONE, limits: { isKeepingTemps: true } })).toEqual([]);
});

test('it stays where it is not ours, or no longer', () => {
  expect(removalsAtStart(LINES, { verdicts: DONE, edited: ['a'] })).toEqual([]);
  expect(removalsAtStart(LINES, { verdicts: DONE, unrecorded: ['a'] })).toEqual([]);
});

test('it stays while the record of the job that made or reads it is only being made', () => {
  const adopting = { verdicts: DONE, adopted: ['b'], unrecorded: ['b'] };
  expect(removalsAtStart(LINES, adopting)).toEqual([]);
  expect(removalsAtStart(LINES, { ...adopting, adopted: ['a'], unrecorded: ['a'] })).toEqual([]);
});

test('a run that stops removes what is read no more', () => {
  const lines = ['temp(a) <- s', 'b <- a', 'c <- s'];
  const drive = new MachineDrive(worldOf(lines, { targets: ['b', 'c'], cores: 2 })).start();
  drive.succeed('a').end('c', failed()).succeed('b');
  expect(drive.counts).toMatchObject({ succeeded: 2, failed: 1 });
  expect(drive.news().slice(-2)).toEqual(['remove a', 'finish']);
});

test('a run that stops keeps what a sleeping job may need when it is made up for', () => {
  const lines = ['temp(a) <- s', 'b <- a', 'temp(t) <- a', 'c <- t x', 'x <- s', 'y <- s'];
  const world = worldOf(lines, {
    verdicts: { a: 'keep', t: 'dormant', c: 'conditional' },
    absent: ['t'],
    targets: ['b', 'c', 'y'],
    cores: 3,
  });
  const drive = new MachineDrive(world).start().end('y', failed()).succeed('x').succeed('b');
  expect(drive.counts).toMatchObject({ succeeded: 2, failed: 1, skipped: 1, pruned: 1 });
  expect(drive.news().filter((line) => line.startsWith('remove'))).toEqual([]);
});

test('what a sleeping job would read stays until nobody can call it', () => {
  const lines = ['temp(a) <- s', 'temp(t) <- a', 'b <- t x', 'x <- s'];
  const world = worldOf(lines, {
    verdicts: { a: 'keep', t: 'dormant', b: 'conditional' },
    absent: ['t'],
    targets: ['b'],
  });
  const drive = new MachineDrive(world).start();
  expect(drive.news()).toEqual(['launch x']);
  drive.succeed('x');
  expect(drive.news()).toEqual([
    'record x',
    'x succeeded = x',
    'b pruned',
    't pruned',
    'remove a',
    'finish',
  ]);
});
