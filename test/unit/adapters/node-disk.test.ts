import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, test } from 'vitest';
import { nodeDisk } from '../../../src/adapters/node-disk.ts';
import { tempFolder } from '../../rigs/temp-folder.ts';

describe('protection', () => {
  test('takes write permission from all of a directory, and not from what links lead to', () => {
    const { folder, disk } = diskIn({ outside: '', 'd/e/x': '', 'd/y': '' });
    symlinkSync('../outside', `${folder}/d/link`);
    disk.protect('d');
    const modes = ['d', 'd/e', 'd/e/x', 'd/y', 'outside'].map(
      (path) => statSync(`${folder}/${path}`).mode & 0o222,
    );
    expect(modes.map((mode) => mode === 0)).toEqual([true, true, true, true, false]);
    expect(
      ['d', 'd/y', 'd/link', 'outside', 'nothing'].map((path) => disk.isProtected(path)),
    ).toEqual([true, true, false, false, false]);
  });

  test('is given back by unprotecting, to the owner alone', () => {
    const { folder, disk } = diskIn({ 'd/x': '' });
    disk.protect('d');
    disk.unprotect('d');
    const modes = ['d', 'd/x'].map((path) => statSync(`${folder}/${path}`).mode & 0o222);
    expect(modes).toEqual([0o200, 0o200]);
  });

  test('keeps nobody from removing or renaming', () => {
    const { disk } = diskIn({ a: '', 'd/e/x': '' });
    for (const path of ['a', 'd']) disk.protect(path);
    disk.rename('d', 'moved');
    for (const path of ['a', 'moved']) disk.remove(path);
    expect(disk.list('.')).toEqual([]);
  });

  test('of what is not there is an error', () => {
    const { disk } = diskIn({});
    expect(() => disk.protect('a')).toThrow('ENOENT');
  });
});

describe('stat', () => {
  test('tells type, size and time to a quarter of a microsecond', () => {
    const { folder, disk } = diskIn({ a: 'four' });
    utimesSync(`${folder}/a`, 1, 1_000.125);
    expect(disk.stat('a')).toEqual({ type: 'file', size: 4, mtimeMs: 1_000_125 });
    expect(disk.stat('.')?.type).toBe('directory');
  });

  test('follows links; lstat does not', () => {
    const { folder, disk } = diskIn({ a: 'four' });
    symlinkSync('a', `${folder}/link`);
    symlinkSync('nowhere', `${folder}/dangling`);
    expect(disk.stat('link')).toMatchObject({ type: 'file', size: 4 });
    expect(disk.lstat('link')?.type).toBe('other');
    expect(disk.stat('dangling')).toBeUndefined();
    expect(disk.lstat('dangling')?.type).toBe('other');
  });

  test('what is not there, or lies below a file, is absent', () => {
    const { disk } = diskIn({ a: '' });
    for (const path of ['b', 'b/c', 'a/b']) {
      expect(disk.stat(path)).toBeUndefined();
      expect(disk.lstat(path)).toBeUndefined();
      expect(disk.read(path)).toBeUndefined();
      expect(disk.list(path)).toBeUndefined();
    }
  });

  test('what cannot be looked at throws', () => {
    const { folder, disk } = diskIn({});
    symlinkSync('circle', `${folder}/circle`);
    expect(() => disk.stat('circle')).toThrow(expect.objectContaining({ code: 'ELOOP' }));
    expect(() => disk.stat('x'.repeat(300))).toThrow(
      expect.objectContaining({ code: 'ENAMETOOLONG' }),
    );
  });
});

test('paths are relative to the working directory, wherever the process stands', () => {
  const { folder, disk } = diskIn({ a: 'here' });
  const before = process.cwd();
  expect(Buffer.from(disk.read('a') ?? '').toString()).toBe('here');
  try {
    process.chdir(folder);
    expect(disk.stat('a')?.size).toBe(4);
    process.chdir('/');
    expect(disk.stat('a')?.size).toBe(4);
    expect(disk.stat(`${folder}/a`)?.size).toBe(4);
  } finally {
    process.chdir(before);
  }
});

test('list tells the type of what links lead to', () => {
  const { folder, disk } = diskIn({ 'd/x': '' });
  for (const [name, target] of Object.entries({ tod: 'd', tox: 'd/x', away: 'gone', me: 'me' })) {
    symlinkSync(target, `${folder}/${name}`);
  }
  const entries = [...(disk.list('.') ?? [])].map(({ name, type }) => [name, type]);
  expect(Object.fromEntries(entries)).toEqual({
    d: 'directory',
    tod: 'directory',
    tox: 'file',
    away: 'other',
    me: 'other',
  });
});

test('replace leaves the old content in place until the new one is whole', () => {
  const { folder, disk } = diskIn({ a: 'old' });
  const inode = statSync(`${folder}/a`).ino;
  disk.replace('a', Buffer.from('new'));
  expect(readFileSync(`${folder}/a`, 'utf8')).toBe('new');
  expect(statSync(`${folder}/a`).ino).not.toBe(inode);
  expect(readdirSync(folder)).toEqual(['a']);
});

test('a replace that fails leaves nothing behind', () => {
  const { folder, disk } = diskIn({ 'd/x': '' });
  expect(() => disk.replace('d', 'text')).toThrow(expect.objectContaining({ code: 'EISDIR' }));
  expect(readdirSync(folder)).toEqual(['d']);
});

test('create refuses what is there', () => {
  const { folder, disk } = diskIn({ a: 'old' });
  expect(() => disk.create('a', 'new')).toThrow(expect.objectContaining({ code: 'EEXIST' }));
  expect(readFileSync(`${folder}/a`, 'utf8')).toBe('old');
});

test('remove takes files, links but not what they lead to, and whole directories', () => {
  const { folder, disk } = diskIn({ a: '', 'd/e/x': '', 'kept/y': '' });
  symlinkSync('kept', `${folder}/link`);
  mkdirSync(`${folder}/locked`);
  writeFileSync(`${folder}/locked/file`, '');
  chmodSync(`${folder}/locked/file`, 0o400);
  for (const path of ['a', 'd', 'link', 'locked', 'never/was']) disk.remove(path);
  expect(readdirSync(folder)).toEqual(['kept']);
  expect(existsSync(`${folder}/kept/y`)).toBe(true);
});

function diskIn(files: Readonly<Record<string, string>>) {
  const folder = tempFolder();
  const disk = nodeDisk(folder);
  for (const [path, content] of Object.entries(files)) {
    disk.makeDirectory(path.split('/').slice(0, -1).join('/') || '.');
    disk.replace(path, content);
  }
  return { folder, disk };
}
