import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { nodeDisk } from '../../../src/adapters/node-disk.ts';
import { type Observation, observeFiles } from '../../../src/adapters/observe-files.ts';
import { PathTable } from '../../../src/core/graph/path-table.ts';
import { FILE_KIND } from '../../../src/core/plan/file-facts.ts';
import type { FileRow } from '../../../src/core/records/journal-entry.ts';
import { NO_DIGEST } from '../../../src/core/records/record-table.ts';
import { Records } from '../../../src/core/records/records.ts';
import { hasherFor, OLD_MS, place, rowOf, sha256 } from '../../rigs/hasher-rig.ts';

test('what is not recorded is looked at, but not read', async () => {
  const { folder } = place({ a: 'content', 'd/x': 'four', 'd/y/z': 'five!' });
  utimesSync(`${folder}/d/y/z`, 1, OLD_MS / 1_000 + 7);
  const seen = await observe(folder, { looked: ['a', 'd', 'gone'] });
  expect(seen.told('a')).toEqual({ kind: FILE_KIND.file, size: 7, mtimeMs: OLD_MS });
  expect(seen.told('d')).toEqual({ kind: FILE_KIND.directory, size: 9, mtimeMs: OLD_MS + 7_000 });
  expect(seen.told('gone')).toEqual({ kind: FILE_KIND.absent, size: 0, mtimeMs: 0 });
  expect(seen.refreshed).toEqual([]);
  expect(seen.reads).toEqual([]);
});

describe('a recorded file', () => {
  test('whose stat is as recorded is taken for the recorded content, unread', async () => {
    const { folder, hasher } = place({ a: 'content' });
    const row = { ...(await rowOf(hasher, 'a')), digest: sha256('believed') };
    const seen = await observe(folder, { rows: [row] });
    expect(seen.digest('a')).toBe(sha256('believed'));
    expect(seen.reads).toEqual([]);
  });

  test('that was only touched has its old digest, and its row is refreshed', async () => {
    const { folder, hasher } = place({ a: 'content' });
    const row = await rowOf(hasher, 'a');
    utimesSync(`${folder}/a`, 1, 1);
    const seen = await observe(folder, { rows: [row] });
    expect(seen.digest('a')).toBe(row.digest);
    expect(seen.refreshed).toEqual([{ ...row, mtimeMs: 1_000 }]);
  });

  test('with other content has another digest, and its row stays', async () => {
    const { folder, hasher } = place({ a: 'content' });
    const row = await rowOf(hasher, 'a');
    writeFileSync(`${folder}/a`, 'changed');
    utimesSync(`${folder}/a`, 1, OLD_MS / 1_000 - 5);
    const seen = await observe(folder, { rows: [row] });
    expect(seen.digest('a')).toBe(sha256('changed'));
    expect(seen.told('a')).toMatchObject({ size: 7, mtimeMs: OLD_MS - 5_000 });
    expect(seen.refreshed).toEqual([]);
  });

  test('that was young is read, and is young no more', async () => {
    const { folder, hasher } = place({ a: 'content' });
    const row = await rowOf(hasher, 'a');
    const seen = await observe(folder, { rows: [{ ...row, isYoung: true }] });
    expect(seen.refreshed).toEqual([row]);
    const changed = { ...row, isYoung: true, digest: sha256('before, in the same tick') };
    expect((await observe(folder, { rows: [changed] })).digest('a')).toBe(row.digest);
  });

  test('whose digest was still to come gets it, if its stat is the same', async () => {
    const { folder, hasher } = place({ a: 'content' });
    const row = await rowOf(hasher, 'a');
    const pending = { ...row, digest: undefined };
    const seen = await observe(folder, { rows: [pending] });
    expect(seen.refreshed).toEqual([row]);
    const edited = await observe(folder, { rows: [{ ...pending, size: 6 }] });
    expect(edited.digest('a')).toBe(row.digest);
    expect(edited.refreshed).toEqual([]);
  });

  test('that is gone is absent', async () => {
    const { folder, hasher } = place({ a: '' });
    const row = await rowOf(hasher, 'a');
    rmSync(`${folder}/a`);
    const seen = await observe(folder, { rows: [row] });
    expect(seen.told('a').kind).toBe(FILE_KIND.absent);
    expect(seen.digest('a')).toBeUndefined();
  });

  test('that is a directory now is told as one', async () => {
    const { folder, hasher } = place({ a: '' });
    const row = await rowOf(hasher, 'a');
    rmSync(`${folder}/a`);
    mkdirSync(`${folder}/a`);
    writeFileSync(`${folder}/a/x`, 'four');
    const seen = await observe(folder, { rows: [row] });
    expect(seen.told('a')).toMatchObject({ kind: FILE_KIND.directory, size: 4 });
    expect(seen.digest('a')).toBe((await rowOf(hasher, 'a')).digest);
    expect(seen.refreshed).toEqual([]);
  });
});

describe('a recorded directory', () => {
  const FILES = { 'd/a': 'A', 'd/b': 'B' };

  test('that is as recorded has its digest, its youngest time, and no news', async () => {
    const { folder, hasher } = place(FILES);
    const row = await rowOf(hasher, 'd');
    const seen = await observe(folder, { rows: [row] });
    expect(seen.digest('d')).toBe(row.digest);
    expect(seen.told('d')).toEqual({ kind: FILE_KIND.directory, size: 2, mtimeMs: OLD_MS });
    expect(seen.isTorn('d')).toBe(false);
    expect(seen.refreshed).toEqual([]);
  });

  test('in which a member was touched is refreshed, also if it is not the youngest', async () => {
    const { folder, hasher } = place(FILES);
    const row = await rowOf(hasher, 'd');
    utimesSync(`${folder}/d/a`, 1, 1);
    const seen = await observe(folder, { rows: [row] });
    expect(seen.digest('d')).toBe(row.digest);
    expect(seen.refreshed).toEqual([await rowOf(hasherFor(folder), 'd')]);
  });

  test('in which a member is missing is torn', async () => {
    const { folder, hasher } = place(FILES);
    const row = await rowOf(hasher, 'd');
    rmSync(`${folder}/d/a`);
    const seen = await observe(folder, { rows: [row] });
    expect(seen.isTorn('d')).toBe(true);
    expect(seen.digest('d')).not.toBe(row.digest);
  });

  test('in which members changed or came is another, but not torn', async () => {
    const { folder, hasher } = place(FILES);
    const row = await rowOf(hasher, 'd');
    writeFileSync(`${folder}/d/a`, 'new');
    writeFileSync(`${folder}/d/c`, 'new');
    const seen = await observe(folder, { rows: [row] });
    expect(seen.isTorn('d')).toBe(false);
    expect(seen.digest('d')).toBe((await rowOf(hasherFor(folder), 'd')).digest);
  });
});

test('files that are not wanted are not looked at', async () => {
  const { folder } = place({ a: '', b: '' });
  const seen = await observe(folder, { looked: ['a', 'b'], unwanted: ['b'] });
  expect([...seen.facts.kind]).toEqual([FILE_KIND.file, FILE_KIND.absent]);
});

test('all files that cannot be looked at are named', async () => {
  const { folder } = place({});
  symlinkSync('circle', `${folder}/circle`);
  const long = 'x'.repeat(300);
  await expect(observe(folder, { looked: ['circle', long] })).rejects.toMatchObject({
    diagnostics: [
      {
        code: 'file-not-readable',
        kind: 'environment',
        title: 'cannot read `circle`: its links lead in a circle',
        hint: 'find the link that points to itself with `ls -l`',
      },
      { code: 'file-not-readable', title: `cannot read \`${long}\`: the name is too long` },
    ],
  });
});

interface Seen extends Observation {
  readonly told: (path: string) => { kind?: number; size?: number; mtimeMs?: number };
  readonly digest: (path: string) => string | undefined;
  readonly isTorn: (path: string) => boolean;
  /** What was fingerprinted. */
  readonly reads: readonly string[];
}

async function observe(
  folder: string,
  {
    rows = [],
    looked = [],
    unwanted = [],
  }: {
    readonly rows?: readonly FileRow[];
    readonly looked?: readonly string[];
    readonly unwanted?: readonly string[];
  },
): Promise<Seen> {
  const paths = new PathTable();
  const records = new Records(paths);
  for (const file of rows) records.apply({ kind: 'file', file });
  for (const path of looked) paths.intern(path);
  const reads: string[] = [];
  const hasher = hasherFor(folder);
  const observation = await observeFiles({
    paths,
    wanted: Uint8Array.from({ length: paths.size }, (_, file) =>
      unwanted.includes(paths.path(file)) ? 0 : 1,
    ),
    records,
    disk: nodeDisk(folder),
    hasher: {
      fingerprint: (path, known) => {
        reads.push(path);
        return hasher.fingerprint(path, known);
      },
    },
  });
  const { facts } = observation;
  return {
    ...observation,
    reads,
    told: (path) => {
      const file = paths.find(path);
      const [kind, size, mtimeMs] = [facts.kind[file], facts.size[file], facts.mtimeMs[file]];
      return {
        ...(kind !== undefined && { kind }),
        ...(size !== undefined && { size }),
        ...(mtimeMs !== undefined && { mtimeMs }),
      };
    },
    digest: (path) => {
      const digest = facts.digest[paths.find(path)] ?? NO_DIGEST;
      return digest === NO_DIGEST ? undefined : records.digestText(digest);
    },
    isTorn: (path) => facts.isTorn[paths.find(path)] === 1,
  };
}
