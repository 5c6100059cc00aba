import { expect, test } from 'vitest';
import { verify } from '../../../../src/executors/protocol/verify.ts';
import type { FileRow } from '../../../../src/core/records/journal-entry.ts';
import type { Hasher } from '../../../../src/ports/hasher.ts';
import { ManualClock } from '../../../rigs/manual-clock.ts';
import { MemoryDisk } from '../../../rigs/memory-disk.ts';

const OUTPUT = [{ path: 'out/a', type: 'file' }] as const;

test('outputs are looked for until they come into sight, asking their folder anew', async () => {
  const disk = new ListedDisk().write({ 'out/other': 'x' });
  const clock = new ManualClock();
  const told = verify(
    { outputs: OUTPUT, latencyWaitMs: 5_000 },
    { disk, clock, hasher: hasherOf(disk) },
  );
  expect(clock.delays).toEqual([50]);
  await pass(clock, 50);
  expect(clock.delays).toEqual([100]);
  expect(disk.listed).toEqual(['out']);
  disk.write({ 'out/a': 'here' });
  await pass(clock, 100);
  expect(await told).toMatchObject({ kind: 'good', rows: [{ path: 'out/a', size: 4 }] });
});

test('looking ends when the time is over', async () => {
  const disk = new MemoryDisk();
  const clock = new ManualClock();
  const tools = { disk, clock, hasher: hasherOf(disk) };
  const told = verify({ outputs: OUTPUT, latencyWaitMs: 120 }, tools);
  await pass(clock, 50);
  expect(clock.delays).toEqual([70]);
  await pass(clock, 70);
  expect(await told).toEqual({ kind: 'bad', detail: 'output `out/a` is missing' });
});

test('what is wrong and will not pass is not waited for', async () => {
  const disk = new MemoryDisk().write({ 'out/a/x': 'x' });
  const clock = new ManualClock();
  const outputs = [...OUTPUT, { path: 'b', type: 'file' } as const];
  const told = verify({ outputs, latencyWaitMs: 5_000 }, { disk, clock, hasher: hasherOf(disk) });
  expect(clock.delays).toEqual([]);
  expect(await told).toEqual({
    kind: 'bad',
    detail:
      'output `b` is missing; output `out/a` is a directory, the rule says a file: mark it as `directory`',
  });
});

test('an output that does not come to rest is no good', async () => {
  const disk = new MemoryDisk().write({ 'out/a': 'x' });
  const hasher: Hasher = { ...hasherOf(disk), fingerprint: () => Promise.resolve(undefined) };
  const clock = new ManualClock();
  expect(await verify({ outputs: OUTPUT, latencyWaitMs: 0 }, { disk, clock, hasher })).toEqual({
    kind: 'bad',
    detail: 'output `out/a` is still being written after the command has ended',
  });
});

class ListedDisk extends MemoryDisk {
  readonly listed: string[] = [];

  override list(path: string): ReturnType<MemoryDisk['list']> {
    this.listed.push(path);
    return super.list(path);
  }
}

/** Digests that are the contents themselves. */
function hasherOf(disk: MemoryDisk): Hasher {
  return {
    fingerprint: async (path): Promise<FileRow | undefined> => {
      const stat = disk.stat(path);
      if (stat === undefined || stat.type === 'other') return await Promise.resolve(undefined);
      const digest = Buffer.from(disk.read(path) ?? '').toString();
      return {
        path,
        type: stat.type,
        size: stat.size,
        mtimeMs: stat.mtimeMs,
        digest,
        isYoung: false,
      };
    },
    close: async () => await Promise.resolve(),
  };
}

async function pass(clock: ManualClock, ms: number): Promise<void> {
  clock.advance(ms);
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}
