import { expect, test } from 'vitest';
import {
  dropSiblings,
  moveAside,
  putBack,
} from '../../../../src/executors/protocol/old-outputs.ts';
import type { Disk } from '../../../../src/ports/disk.ts';
import type { JobSpec } from '../../../../src/ports/job-spec.ts';
import { faultyCalls } from '../../../rigs/faulty-disk.ts';
import { MemoryDisk } from '../../../rigs/memory-disk.ts';
import { jobSpec } from '../job-spec.ts';

function specOf(...outputs: readonly string[]): JobSpec {
  const plain = jobSpec();
  return jobSpec({
    prepare: {
      ...plain.prepare,
      moveAside: outputs.map((from) => ({ from, to: `.flow-${from}` })),
    },
    verify: { outputs: outputs.map((path) => ({ path, type: 'file' })), latencyWaitMs: 0 },
  });
}

test('old outputs are moved to their siblings, and back in the place of new ones', () => {
  const disk = new MemoryDisk().write({ a: 'old a', b: 'old b', other: 'x' });
  const old = moveAside(specOf('a', 'b', 'c'), disk);
  expect(disk.files()).toEqual({ '.flow-a': 'old a', '.flow-b': 'old b', other: 'x' });
  disk.write({ a: 'part', c: 'part' });
  expect(putBack(old, disk)).toEqual([]);
  expect(disk.files()).toEqual({ a: 'old a', b: 'old b', other: 'x' });
});

test('siblings go when the new outputs are good', () => {
  const disk = new MemoryDisk().write({ a: 'old', b: 'old' });
  const old = moveAside(specOf('a', 'b'), disk);
  disk.write({ a: 'new', b: 'new' });
  dropSiblings(old, disk);
  expect(disk.files()).toEqual({ a: 'new', b: 'new' });
});

test('an old output that is to be kept goes to its place, unless that is taken', () => {
  const disk = new MemoryDisk().write({ a: 'edited a', b: 'edited b', 'trash/b': 'of before' });
  const plain = specOf('a', 'b');
  const moves = plain.prepare.moveAside.map((move) => ({ ...move, keepAs: `trash/${move.from}` }));
  const old = moveAside({ ...plain, prepare: { ...plain.prepare, moveAside: moves } }, disk);
  disk.write({ a: 'new', b: 'new' });
  dropSiblings(old, disk);
  expect(disk.files()).toEqual({
    a: 'new',
    b: 'new',
    'trash/a': 'edited a',
    'trash/b': 'of before',
    '.flow-b': 'edited b',
  });
});

test('an old output that is to be kept is put back when the job fails', () => {
  const disk = new MemoryDisk().write({ a: 'edited' });
  const plain = specOf('a');
  const moves = plain.prepare.moveAside.map((move) => ({ ...move, keepAs: 'trash/a' }));
  const old = moveAside({ ...plain, prepare: { ...plain.prepare, moveAside: moves } }, disk);
  expect(putBack(old, disk)).toEqual([]);
  expect(disk.files()).toEqual({ a: 'edited' });
});

test('a sibling that is there already is never replaced', () => {
  const disk = new MemoryDisk().write({ a: 'old a', b: 'old b', '.flow-b': 'older' });
  expect(() => moveAside(specOf('a', 'b'), disk)).toThrow(
    'old output `b` cannot be moved aside: `.flow-b` is there already',
  );
  expect(disk.files()).toEqual({ a: 'old a', b: 'old b', '.flow-b': 'older' });
});

test('an output that is not to be moved stays, whatever becomes of the job', () => {
  const disk = new MemoryDisk().write({ kept: 'of before' });
  const { verify } = specOf('kept', 'made');
  const old = moveAside(jobSpec({ verify }), disk);
  disk.write({ made: 'part' });
  expect(putBack(old, disk)).toEqual([]);
  expect(disk.files()).toEqual({ kept: 'of before' });
});

test('an old output that cannot be put back is named, and kept', () => {
  const disk = new MemoryDisk().write({ a: 'old a', b: 'old b' });
  const old = moveAside(specOf('a', 'b'), disk);
  // Removing what is in the place of `b`, and moving `b` back.
  const { calls } = faultyCalls<Disk>(disk, { fault: 'is-refused', at: 2 });
  expect(putBack(old, calls)).toEqual([
    'old output `b` could not be put back (the disk reports an error), it is kept as `.flow-b`',
  ]);
  expect(disk.files()).toEqual({ a: 'old a', '.flow-b': 'old b' });
});

test('a partial output that cannot be removed is named', () => {
  const disk = new MemoryDisk().write({ a: 'old' });
  const old = moveAside(specOf('a', 'b'), disk);
  disk.write({ b: 'part' });
  const { calls } = faultyCalls<Disk>(disk, { fault: 'is-refused', at: 1 });
  expect(putBack(old, calls)).toEqual([
    'partial output `b` could not be removed (the disk reports an error)',
  ]);
  expect(disk.files()).toEqual({ a: 'old', b: 'part' });
});

test('where moving aside fails halfway and moving back too, the line says where things are', () => {
  const disk = new MemoryDisk().write({ a: 'old a', b: 'old b' });
  const { calls } = faultyCalls<Disk>(disk, { fault: 'dies-before', at: 4 });
  expect(() => moveAside(specOf('a', 'b'), calls)).toThrow(
    'killed; old output `a` could not be put back (killed), it is kept as `.flow-a`',
  );
  expect(disk.files()).toEqual({ '.flow-a': 'old a', b: 'old b' });
});
