import { expect, test } from 'vitest';
import type { JobEntry } from '../../../src/core/records/journal-entry.ts';
import { type Adoption, adoptJobs } from '../../../src/engine/adopt-jobs.ts';
import { KnownFiles } from '../../../src/engine/known-files.ts';
import { graphOf } from '../../rigs/graph-rig.ts';
import { ManualClock } from '../../rigs/manual-clock.ts';
import { newDigest, oldDigest, rowOf } from '../../rigs/run-rig.ts';

/** The records of the job of the first line, where only some files can be read. */
async function adopted(
  line: string,
  readable: readonly string[],
  standIn?: (path: string) => ReturnType<NonNullable<Adoption['standIn']>>,
  disk: Adoption['disk'] = { isProtected: () => false, protect: () => {} },
): Promise<readonly JobEntry[]> {
  const graph = await graphOf([line], ['a']);
  const size = graph.paths.size;
  const facts = {
    kind: new Uint8Array(size),
    size: new Float64Array(size),
    mtimeMs: new Float64Array(size),
    digest: new Int32Array(size),
    isTorn: new Uint8Array(size),
  };
  const entries: JobEntry[] = [];
  const adoption = adoptJobs({
    graph,
    jobs: [0],
    maker: {
      reference: (id) => ({ id, rule: 'a', label: 'a' }),
      texts: () => ({ shape: '[]', code: 'make', params: '{}', env: '' }),
    },
    known: new KnownFiles(graph.paths, facts, { digestText: () => '' }),
    hasher: {
      fingerprint: (path) =>
        readable.includes(path)
          ? Promise.resolve(rowOf(path, newDigest(path)))
          : Promise.reject(new Error('ENOENT')),
    },
    clock: new ManualClock(),
    disk,
    isStopped: () => false,
    adopted: (lot) => entries.push(...lot.entries.filter((entry) => entry.kind === 'job')),
    durationMs: () => 700,
    ...(standIn === undefined
      ? {}
      : { standIn: (file: number) => standIn(graph.paths.path(file)) }),
  });
  await adoption;
  return entries;
}

test('without a stand-in, all outputs have to be there', async () => {
  expect(await adopted('a b <- s', ['a', 's'])).toEqual([]);
});

test('what stands for a missing file is recorded, as output and as input', async () => {
  const [entry] = await adopted('a b <- s', ['a'], (path) => ({
    row: rowOf(path, oldDigest(path)),
  }));
  expect(entry?.outputs).toEqual([rowOf('a', newDigest('a')), rowOf('b', oldDigest('b'))]);
  expect(entry?.inputs).toEqual([{ path: 's', digest: oldDigest('s') }]);
  expect(entry?.durationMs).toBe(700);
});

test('an output for which nothing stands is left out, and a job without any is no job', async () => {
  const [entry] = await adopted('a b <- s', ['a', 's'], () => ({ row: undefined }));
  expect(entry?.outputs).toEqual([rowOf('a', newDigest('a'))]);
  expect(await adopted('a b <- s', ['s'], () => ({ row: undefined }))).toEqual([]);
});

test('what a rule protects is protected once it is recorded, and is not recorded if it cannot be', async () => {
  const calls: string[] = [];
  const adopt = async (refuses: boolean): Promise<readonly JobEntry[]> =>
    await adopted('protect(a) b <- s', ['a', 'b', 's'], undefined, {
      isProtected: () => false,
      protect: (path) => {
        if (refuses) throw new Error('EPERM');
        calls.push(path);
      },
    });
  expect(await adopt(false)).toHaveLength(1);
  expect(calls).toEqual(['a']);
  expect(await adopt(true)).toEqual([]);
});
