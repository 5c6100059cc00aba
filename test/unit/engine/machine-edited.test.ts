import { expect, test } from 'vitest';
import { MachineDrive } from '../../rigs/machine-drive.ts';
import { worldOf } from '../../rigs/run-rig.ts';

test('what the plan holds is told at the start, and kept', () => {
  const world = worldOf(['m: a b <- s', 'c <- a'], {
    verdicts: { m: 'held' },
    edited: ['b'],
  });
  const drive = new MachineDrive(world).start();
  expect(drive.news()).toEqual(['m held: b', 'launch c']);
  drive.succeed('c');
  expect(drive.counts).toMatchObject({ succeeded: 1, held: 1 });
});

test('a job that comes to run and was edited by hand is held, and others go on', () => {
  const world = worldOf(['a <- s', 'b <- a', 'c <- order(b)'], {
    verdicts: { b: 'conditional' },
    edited: ['b'],
  });
  const drive = new MachineDrive(world).start().succeed('a', ['a']);
  expect(drive.news().slice(1)).toEqual(['record a', 'a succeeded', 'b held: b', 'launch c']);
});

test('a removed file that cannot be brought back without overwriting an edit is not brought', () => {
  const world = worldOf(['m: temp(t) log <- s', 'a <- s', 'b <- a t', 'c <- b'], {
    verdicts: { m: 'dormant', b: 'conditional', c: 'conditional' },
    absent: ['t'],
    edited: ['log'],
  });
  const drive = new MachineDrive(world).start().succeed('a', ['a']);
  expect(drive.news().slice(3)).toEqual([
    'm held: log',
    'b skipped: needs m',
    'c skipped: needs b',
    'finish',
  ]);
});
