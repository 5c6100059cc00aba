import { expect, test } from 'vitest';
import { PlanRig } from './plan-rig.ts';
import { digestOf } from './planned.ts';

// The decision table has the cases; here is what the answers say, and whom they are about.

/** `b` will be made again; `c` and `d` read it and were made from different contents of it. */
async function twoReaders(): Promise<PlanRig> {
  const rig = await new PlanRig('b <- a', 'c <- b', 'd <- x b').done('c', 'd');
  await rig.put('b', 'later').rules('d <- x b').done('d');
  return rig.rules('b <- a', 'c <- b', 'd <- x b').change('code', 'b', 'other');
}

test('every reader is answered by its own record', async () => {
  const planned = await (await twoReaders()).plan({ targets: ['c', 'd'] });
  expect(planned.ofRemade('c', 'b', 'new b')).toBeUndefined();
  expect(planned.ofRemade('d', 'b', 'later')).toBeUndefined();
  expect(planned.ofRemade('c', 'b', 'later')).toEqual({
    kind: 'input-changed',
    path: 'b',
    old: digestOf('new b'),
    new: digestOf('later'),
  });
  expect(planned.ofRemade('d', 'b', 'new b')).toEqual({
    kind: 'input-changed',
    path: 'b',
    old: digestOf('later'),
    new: digestOf('new b'),
  });
  expect(planned.ofKept('d', 'b')).toBeUndefined();
  expect(planned.ofKept('c', 'b')?.kind).toBe('input-changed');
});

test('what nobody knows is told as unknown, what is not there as absent', async () => {
  const planned = await (await twoReaders()).plan({ targets: ['c', 'd'] });
  const old = digestOf('new b');
  const change = { kind: 'input-changed', path: 'b', old };
  expect(planned.ofRemade('c', 'b', undefined)).toEqual({ ...change, new: 'unknown' });
  expect(planned.ofRemade('c', 'b', 'absent')).toEqual({ ...change, new: 'absent' });
});

test('age is told with both times, for the oldest output without a record', async () => {
  const rig = await new PlanRig('b <- a', 'three: c d e <- b').write('a').done('b');
  rig.write('d', 'e', 'c', 'b').change('code', 'b', 'other');
  const planned = await rig.plan({ targets: ['c', 'd', 'e'] });
  expect(planned.ofKept('three', 'b')).toEqual({
    kind: 'input-newer',
    input: 'b',
    inputMtimeMs: 1006,
    output: 'd',
    outputMtimeMs: 1003,
  });
});

test('a removed temporary file is as old as it was, though it was made again since', async () => {
  const rig = await new PlanRig('temp(t) <- a', 'c <- t', 'd <- t x').done('t', 'd');
  const stale = rig.write('c').remove('t').change('code', 'd', 'other');
  const planned = await stale.plan({ targets: ['c', 'd'] });
  stale.write('t').look('t');
  expect(planned.ofRemade('c', 't', 'new t')).toBeUndefined();
  expect(planned.ofRemade('c', 't', 'other')?.kind).toBe('input-changed');
});

test('a job is asked about a file that it does not read, or only waits for', async () => {
  const rig = await new PlanRig('b <- a', 'x <- a', 'c <- order(b) x').done('c');
  for (const rule of ['b', 'x']) rig.change('code', rule, 'other');
  const planned = await rig.plan({ targets: ['c'] });
  expect(planned.ofRemade('c', 'a', 'other')).toBeUndefined();
  expect(planned.ofRemade('c', 'b', 'other')).toBeUndefined();
  expect(planned.ofRemade('c', 'x', 'other')?.kind).toBe('input-changed');
});

test('a file that is read twice counts where its content does', async () => {
  const rig = await new PlanRig('b <- a', 'c <- x=order(b) y=b').done('c');
  const planned = await rig.change('code', 'b', 'other').plan({ targets: ['c'] });
  expect(planned.ofRemade('c', 'b', 'other')?.kind).toBe('input-changed');
});

test('without mtime no content is a reason', async () => {
  const planned = await (await twoReaders()).plan({ targets: ['c', 'd'], without: ['mtime'] });
  expect(planned.ofRemade('c', 'b', 'other')).toBeUndefined();
  expect(planned.ofKept('c', 'b')).toBeUndefined();
});

test('without input, an input that the record does not know is no reason', async () => {
  const rig = (await new PlanRig('b <- a', 'c <- x').done('b', 'c')).rules('b <- a', 'c <- x b');
  const stale = rig.change('code', 'b', 'other').look('x', 'b');
  const planned = await stale.plan({ targets: ['c'], without: ['input'] });
  expect(planned.verdict('c')).toBe('conditional');
  expect(planned.ofRemade('c', 'b', 'other')).toBeUndefined();
});

test('every record of the outputs is asked, whichever job wrote it', async () => {
  const rig = await new PlanRig('b <- a', 'c <- b').done('c');
  await rig.put('b', 'later').rules('d <- b').done('d');
  const merged = rig.rules('b <- a', 'c: c d <- b').change('code', 'b', 'other');
  const planned = await merged.plan({ targets: ['c', 'd'], without: ['code'] });
  expect(planned.ofRemade('c', 'b', 'new b')).toMatchObject({ old: digestOf('later') });
  expect(planned.ofRemade('c', 'b', 'later')).toMatchObject({ old: digestOf('new b') });
});
