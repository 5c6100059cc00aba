import { expect, test } from 'vitest';
import { failed, MachineDrive } from '../../rigs/machine-drive.ts';
import { newDigest, oldDigest, worldOf } from '../../rigs/run-rig.ts';

test('an input that comes out as recorded stops the wave', () => {
  const world = worldOf(['a <- s', 'b <- a', 'c <- b'], {
    verdicts: { b: 'conditional', c: 'conditional' },
  });
  const drive = new MachineDrive(world).start().succeed('a');
  expect(drive.news().slice(1)).toEqual([
    'record a',
    'a succeeded = a',
    'b pruned',
    'c pruned',
    'finish',
  ]);
});

test('what counts is the input file, not the job that makes it', () => {
  const world = worldOf(['m: a b <- s', 'c <- a', 'd <- b'], {
    verdicts: { c: 'conditional', d: 'conditional' },
  });
  const drive = new MachineDrive(world).start().succeed('m', ['b']);
  expect(drive.news().slice(1)).toEqual(['record m', 'm succeeded = a', 'c pruned', 'launch d']);
  const launch = drive.running.get('d');
  expect(launch?.reasons).toEqual([
    { kind: 'input-changed', path: 'b', old: oldDigest('b'), new: newDigest('b') },
  ]);
});

test('edges that only order jobs carry no change', () => {
  const world = worldOf(['a <- s', 'b <- order(a)', 'c <- ancient(a)', 'd <- final(a)'], {
    verdicts: { b: 'conditional', c: 'conditional', d: 'conditional' },
  });
  const drive = new MachineDrive(world).start().succeed('a', ['a']);
  expect(drive.news().slice(3)).toEqual(['b pruned', 'c pruned', 'launch d']);
});

test('a job waits for the decision about one that may run', () => {
  const world = worldOf(['a <- s', 'b <- a', 'c <- b s'], { verdicts: { b: 'conditional' } });
  const drive = new MachineDrive(world).start();
  expect([...drive.running.keys()]).toEqual(['a']);
  drive.succeed('a');
  expect(drive.news().slice(3)).toEqual(['b pruned', 'launch c']);
});

test('an input whose maker did not run after all may still be a reason', () => {
  const world = worldOf(['a <- s', 'b <- a', 'c <- b'], {
    verdicts: { b: 'conditional', c: 'conditional' },
    staleIfKept: ['c b'],
  });
  const drive = new MachineDrive(world).start().succeed('a');
  expect(drive.news().slice(3)).toEqual(['b pruned', 'launch c']);
  expect(drive.running.get('c')?.reasons).toEqual([
    { kind: 'input-changed', path: 'b', old: 'other', new: oldDigest('b') },
  ]);
});

test('only a job that may be pruned waits for a digest that comes late', () => {
  const world = worldOf(['a <- s', 'b <- a', 'c <- a'], {
    verdicts: { c: 'conditional' },
    cores: 3,
  });
  const drive = new MachineDrive(world).start();
  drive.succeedWithoutDigests('a');
  expect(drive.news().slice(1)).toEqual(['record a', 'a succeeded', 'fingerprint a', 'launch b']);
  drive.succeed('b');
  expect(drive.counts).toBeUndefined();
  drive.step({ kind: 'digest-known', file: world.file('a'), digest: newDigest('a') });
  expect(drive.news()).toEqual(['record b', 'b succeeded = b', 'launch c']);
  drive.succeed('c');
  expect(drive.counts).toMatchObject({ succeeded: 3 });
});

function newsOfDigest(digest: string | undefined): string[] {
  const world = worldOf(['a <- s', 'b <- a'], { verdicts: { b: 'conditional' } });
  const drive = new MachineDrive(world).start().succeedWithoutDigests('a');
  drive.news();
  drive.step({ kind: 'digest-known', file: world.file('a'), digest });
  return drive.news();
}

test('a late digest that is the recorded one prunes; one that cannot be known does not', () => {
  expect(newsOfDigest(oldDigest('a'))).toEqual(['b pruned', 'finish']);
  expect(newsOfDigest(undefined)).toEqual(['launch b']);
});

test('a run that only waits for digests is not over, unless the user gives up', () => {
  const drive = new MachineDrive(worldOf(['a <- s'])).start().succeedWithoutDigests('a');
  expect(drive.counts).toBeUndefined();
  drive.step({ kind: 'cancelled', signal: 'SIGINT' });
  expect(drive.counts).toMatchObject({ succeeded: 1 });
});

test('a run that fails still waits for digests, for the record', () => {
  const world = worldOf(['a <- s', 'b <- s']);
  const drive = new MachineDrive(world).start().end('b', failed()).succeedWithoutDigests('a');
  expect(drive.counts).toBeUndefined();
  drive.step({ kind: 'digest-known', file: world.file('a'), digest: newDigest('a') });
  expect(drive.counts).toMatchObject({ succeeded: 1, failed: 1 });
});
