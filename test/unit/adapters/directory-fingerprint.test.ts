import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fingerprintDirectory } from '../../../src/adapters/directory-fingerprint.ts';
import { hashFile } from '../../../src/adapters/hash-file.ts';
import { builtWorker, hasherFor, OLD_MS, place, rowOf, sha256 } from '../../rigs/hasher-rig.ts';

describe('a directory', () => {
  const FILES = { 'd/a': 'A', 'd/sub/b': 'BB', 'd/sub.x': '' };

  test('has a manifest of all that is below it, sorted, and a digest of that', async () => {
    const { folder, hasher } = place(FILES);
    mkdirSync(`${folder}/d/none`);
    symlinkSync('sub/b', `${folder}/d/link`);
    const row = await rowOf(hasher, 'd');
    expect(row.manifest?.members.map(({ name, size, digest }) => [name, size, digest])).toEqual([
      ['a', 1, sha256('A')],
      ['link', 5, sha256('link sub/b')],
      ['none/', 0, sha256('empty')],
      ['sub.x', 0, sha256('')],
      ['sub/b', 2, sha256('BB')],
    ]);
    const text = row.manifest?.members.map((it) => `${it.name}\0${it.size}\0${it.digest}\n`) ?? [];
    expect(row).toMatchObject({
      type: 'directory',
      size: 8,
      digest: sha256(`flow directory 1\n${text.join('')}`),
    });
  });

  test('is as young as its youngest member', async () => {
    const { folder, hasher } = place(FILES);
    utimesSync(`${folder}/d/sub/b`, 1, OLD_MS / 1_000 + 5);
    expect((await rowOf(hasher, 'd')).mtimeMs).toBe(OLD_MS + 5_000);
  });

  test('has the same digest when its members were only touched', async () => {
    const { folder, hasher } = place(FILES);
    const before = await rowOf(hasher, 'd');
    utimesSync(`${folder}/d/a`, 1, 1);
    const after = await rowOf(hasher, 'd', before);
    expect(after.digest).toBe(before.digest);
    expect(after.manifest).not.toEqual(before.manifest);
  });

  test.each<[string, (folder: string) => void]>([
    ['a member changed', (folder) => writeFileSync(`${folder}/a`, 'B')],
    ['a member came', (folder) => writeFileSync(`${folder}/new`, '')],
    ['a member went', (folder) => rmSync(`${folder}/a`)],
    ['a member has another name', (folder) => renameSync(`${folder}/a`, `${folder}/c`)],
    ['an empty directory came', (folder) => mkdirSync(`${folder}/empty`)],
    [
      'a member became a link to its content',
      (folder) => {
        renameSync(`${folder}/a`, `${folder}/../a`);
        symlinkSync('../a', `${folder}/a`);
      },
    ],
  ])('has another digest when %s', async (_, change) => {
    const { folder, hasher } = place(FILES);
    const before = await rowOf(hasher, 'd');
    change(`${folder}/d`);
    expect((await rowOf(hasher, 'd', before)).digest).not.toBe(before.digest);
    expect((await rowOf(hasherFor(folder), 'd')).digest).toBe((await rowOf(hasher, 'd')).digest);
  });

  test('whose members are as known comes back as it was, unread', async () => {
    const { hasher } = place(FILES);
    const known = { ...(await rowOf(hasher, 'd')), digest: sha256('believed') };
    const again = await rowOf(hasher, 'd', known);
    expect(again).toEqual(known);
    expect(again.manifest).toBe(known.manifest);
  });

  test('of which one member changed is read in that member only', async () => {
    const { folder, hasher } = place(FILES);
    const known = await rowOf(hasher, 'd');
    const believed = known.manifest?.members.map((it) => ({ ...it, digest: sha256('believed') }));
    writeFileSync(`${folder}/d/a`, 'new');
    const row = await rowOf(hasher, 'd', { ...known, manifest: { members: believed ?? [] } });
    expect(row.manifest?.members.map(({ digest }) => digest)).toEqual([
      sha256('new'),
      sha256('believed'),
      sha256('believed'),
    ]);
  });

  test('that was young is read again in its young members', async () => {
    const { folder, hasher } = place(FILES);
    utimesSync(`${folder}/d/a`, 1, OLD_MS / 1_000 - 1_000);
    const known = await rowOf(hasher, 'd');
    const believed = known.manifest?.members.map((it) => ({ ...it, digest: sha256('believed') }));
    const row = await rowOf(hasherFor(folder, { tickMs: 10 }), 'd', {
      ...known,
      isYoung: true,
      manifest: { members: believed ?? [] },
    });
    expect(row.manifest?.members.map(({ digest }) => digest)).toEqual([
      sha256('believed'),
      sha256(''),
      sha256('BB'),
    ]);
  });

  test('is remembered with its manifest for whoever knows only its stat', async () => {
    const { hasher } = place(FILES);
    const row = await rowOf(hasher, 'd');
    const { manifest, ...known } = row;
    expect((await rowOf(hasher, 'd', known)).manifest).toBe(manifest);
  });

  test('does not count what flow puts into it', async () => {
    const { folder, hasher } = place(FILES);
    const before = await rowOf(hasher, 'd');
    writeFileSync(`${folder}/d/.flow-a`, 'aside');
    mkdirSync(`${folder}/d/sub/.flow-b`);
    expect((await rowOf(hasher, 'd')).digest).toBe(before.digest);
  });

  test('with no members has the time of its own', async () => {
    const { folder, hasher } = place({});
    mkdirSync(`${folder}/d`);
    utimesSync(`${folder}/d`, 1, OLD_MS / 1_000);
    expect(await rowOf(hasher, 'd')).toMatchObject({ size: 0, mtimeMs: OLD_MS });
  });

  test.each<[string, (folder: string) => void]>([
    ['a member that was read changes', (folder) => writeFileSync(`${folder}/a`, 'changed')],
    ['a member vanishes', (folder) => rmSync(`${folder}/sub/b`)],
    ['a member comes', (folder) => writeFileSync(`${folder}/z`, '')],
  ])('in which %s during the look has no row of that look', async (_, change) => {
    const { folder } = place(FILES);
    const at = `${folder}/d`;
    const contentDigest = (path: string): string => {
      if (path.endsWith('sub.x')) change(at);
      return hashFile(path);
    };
    const directory = { path: 'd', at, known: undefined };
    const row = await fingerprintDirectory(directory, { contentDigest, tickMs: 0 });
    expect(row).toBeUndefined();
  });

  test('of large members is read in threads', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `d/${index}`);
    const { folder } = place(Object.fromEntries(names.map((name) => [name, name.repeat(100)])));
    const hasher = hasherFor(folder, { smallBytes: 10, workerFile: await builtWorker() });
    const row = await rowOf(hasher, 'd');
    expect(row.digest).toBe((await rowOf(hasherFor(folder), 'd')).digest);
  });
});
