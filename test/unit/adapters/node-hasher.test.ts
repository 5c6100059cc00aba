import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { FileRow } from '../../../src/core/records/journal-entry.ts';
import type { Disk } from '../../../src/ports/disk.ts';
import {
  builtWorker,
  hasherFor,
  looking,
  OLD_MS,
  place,
  rowOf,
  sha256,
} from '../../rigs/hasher-rig.ts';
import { tempFolder } from '../../rigs/temp-folder.ts';

describe('a file', () => {
  test('has the sha256 of its content, its size and its time', async () => {
    const { hasher } = place({ a: 'content' });
    expect(await hasher.fingerprint('a')).toEqual({
      path: 'a',
      type: 'file',
      size: 7,
      mtimeMs: OLD_MS,
      digest: sha256('content'),
      isYoung: false,
    });
  });

  test.each([0, 1, 1024 * 1024 - 1, 1024 * 1024, 1024 * 1024 + 1, 3 * 1024 * 1024])(
    'of %i bytes is read whole, in this thread, piece by piece, or in another',
    async (size) => {
      const content = Buffer.alloc(size, 'flow');
      const folder = tempFolder();
      writeFileSync(`${folder}/a`, content);
      const workerFile = await builtWorker();
      for (const options of [
        { smallBytes: size },
        { smallBytes: -1 },
        { smallBytes: -1, workerFile },
      ]) {
        const hasher = hasherFor(folder, options);
        expect((await hasher.fingerprint('a'))?.digest).toBe(sha256(content));
      }
    },
  );

  test('that is not there has no fingerprint', async () => {
    const { hasher } = place({});
    expect(await hasher.fingerprint('a')).toBeUndefined();
    expect(await hasher.fingerprint('a/b')).toBeUndefined();
  });

  test('is not read again if its stat is as known', async () => {
    const { hasher } = place({ a: 'content' });
    const known = { ...(await rowOf(hasher, 'a')), digest: sha256('believed') };
    expect(await hasher.fingerprint('a', known)).toEqual(known);
  });

  test.each<[string, Partial<FileRow>]>([
    ['its size is another', { size: 8 }],
    ['its time is another', { mtimeMs: OLD_MS - 1 }],
    ['it was young', { isYoung: true }],
    ['nothing is known of its content', { digest: undefined }],
    ['it was a directory', { type: 'directory' }],
  ])('is read again if %s', async (_, change) => {
    const { hasher } = place({ a: 'content' });
    const row = await rowOf(hasher, 'a');
    const known = { ...row, digest: sha256('believed'), ...change };
    expect(await hasher.fingerprint('a', known)).toEqual(row);
  });

  test('is young if it was changed as late as the look at it, within a tick', async () => {
    const { folder } = place({ a: '', b: '' });
    const now = Date.now() / 1_000;
    utimesSync(`${folder}/a`, now, now);
    utimesSync(`${folder}/b`, now, now - 3_600);
    const hasher = hasherFor(folder, { tickMs: 60_000 });
    expect((await hasher.fingerprint('a'))?.isYoung).toBe(true);
    expect((await hasher.fingerprint('b'))?.isYoung).toBe(false);
  });

  test('is never young where each change has its own time', async () => {
    const { folder, hasher } = place({ a: '' });
    const soon = Date.now() / 1_000 + 100;
    utimesSync(`${folder}/a`, soon, soon);
    expect((await hasher.fingerprint('a'))?.isYoung).toBe(false);
  });

  test('that changes while it is read is read again', async () => {
    const { folder } = place({ a: 'old' });
    const looks: string[] = [];
    const disk = looking(folder, (path) => {
      looks.push(path);
      // After the first look, so that the second tells another size.
      if (looks.length === 2) writeFileSync(`${folder}/a`, 'newer');
    });
    const row = await hasherFor(folder, { disk }).fingerprint('a');
    expect(row).toMatchObject({ size: 5, digest: sha256('newer') });
  });

  test('that goes on changing has no fingerprint', async () => {
    const { folder } = place({ a: '' });
    const disk = looking(folder, () => appendFileSync(`${folder}/a`, 'x'));
    expect(await hasherFor(folder, { disk }).fingerprint('a')).toBeUndefined();
  });

  test('that vanishes while it is looked at has none either', async () => {
    const { folder } = place({ a: '' });
    const disk = looking(folder, () => undefined);
    const vanishing: Pick<Disk, 'stat'> = {
      stat: (path) => {
        const stat = disk.stat(path);
        rmSync(`${folder}/a`, { force: true });
        return stat;
      },
    };
    expect(await hasherFor(folder, { disk: vanishing }).fingerprint('a')).toBeUndefined();
  });

  test('that several ask for at the same time is read once', async () => {
    const { folder } = place({ a: 'x'.repeat(100) });
    let looks = 0;
    const disk = looking(folder, () => (looks += 1));
    const hasher = hasherFor(folder, { disk, smallBytes: 10 });
    const rows = await Promise.all([1, 2, 3].map(() => hasher.fingerprint('a')));
    expect(rows.map((row) => row?.digest)).toEqual(Array(3).fill(sha256('x'.repeat(100))));
    expect(looks).toBe(2);
  });

  test('that is a pipe is not read', async () => {
    const { folder, hasher } = place({});
    execFileSync('python3', ['-c', `import os; os.mkfifo('${folder}/pipe')`]);
    expect(await hasher.fingerprint('pipe')).toMatchObject({ type: 'file', size: 0 });
  });

  test('that cannot be read is an error that names it', async () => {
    const { folder } = place({ a: '' });
    const disk: Pick<Disk, 'stat'> = {
      stat: () => ({ type: 'file', size: 0, mtimeMs: OLD_MS }),
    };
    mkdirSync(`${folder}/d`);
    await expect(hasherFor(folder, { disk }).fingerprint('d')).rejects.toMatchObject({
      diagnostics: [{ code: 'file-not-readable', title: 'cannot read `d`: it is a folder' }],
    });
  });

  test('in a thread that is closed is an error too', async () => {
    const { folder } = place({ a: 'x' });
    const hasher = hasherFor(folder, { smallBytes: 0, workerFile: await builtWorker() });
    const asked = hasher.fingerprint('a').catch((error: unknown) => error);
    await hasher.close();
    expect(await asked).toMatchObject({ diagnostics: [{ code: 'file-not-readable' }] });
  });
});
