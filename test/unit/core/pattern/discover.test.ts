import { expect, test } from 'vitest';
import { discoverRows } from '../../../../src/core/pattern/discover.ts';
import { filesAt, memoryDirectory } from '../../../rigs/memory-directory.ts';

/** Rows as `name=value name=value`, and which folders were looked into. */
function found(pattern: string, paths: readonly string[]): { rows: string[]; asked: string[] } {
  const { list } = memoryDirectory(filesAt(paths));
  const asked: string[] = [];
  const { names, rows } = discoverRows(pattern, (folder) => {
    asked.push(folder);
    return list(folder);
  });
  return {
    rows: rows.map((row) => names.map((name, place) => `${name}=${row[place]}`).join(' ')),
    asked,
  };
}

test('finds the values of the files that are there, in the order of their paths', () => {
  const paths = ['raw/b-2.tif', 'raw/a-10.tif', 'raw/a-2.tif', 'raw/notes.txt', 'other/c-1.tif'];
  expect(found('raw/{well}-{channel}.tif', paths).rows).toEqual([
    'well=a channel=10',
    'well=a channel=2',
    'well=b channel=2',
  ]);
});

test('finds folders too, and looks only into those whose names match', () => {
  const paths = ['raw/cyc1/t/a', 'raw/cyc2/x', 'raw/dark/y', 'raw/cyc3', 'z'];
  expect(found('raw/cyc{cycle}', paths).rows).toEqual(['cycle=1', 'cycle=2', 'cycle=3']);
  expect(found('raw/cyc{cycle}/t/{name}', paths)).toEqual({
    rows: ['cycle=1 name=a'],
    asked: ['raw', 'raw/cyc1/t', 'raw/cyc2/t', 'raw/cyc3/t'],
  });
});

test('a constraint says what is meant, and without one a value is one name', () => {
  const paths = ['a/1.x', 'a/b/2.x', 'a/12.x'];
  expect(found('a/{n,[0-9]}.x', paths)).toEqual({ rows: ['n=1'], asked: ['a'] });
  expect(found('a/{n}.x', paths).rows).toEqual(['n=1', 'n=12']);
  expect(found('a/{n,.+}.x', paths).rows).toEqual(['n=1', 'n=12', 'n=b/2']);
  expect(found('a/{n,[^x]+}.x', paths).rows).toEqual(['n=1', 'n=12', 'n=b/2']);
});

test('a name that stands twice has the same value twice', () => {
  const paths = ['a/a.x', 'a/b.x', 'b/b.x'];
  expect(found('{n,[a-z]}/{n}.x', paths).rows).toEqual(['n=a', 'n=b']);
});

test('names with a dot before them are hidden from patterns that write none', () => {
  const paths = ['r/.a.x', 'r/a.x', '.d/a.x', 'r/.d/b.x'];
  expect(found('{d}/{n}.x', paths).rows).toEqual(['d=r n=a']);
  expect(found('r/.{n}.x', paths).rows).toEqual(['n=a']);
  expect(found('.d/{n}.x', paths).rows).toEqual(['n=a']);
  expect(found('r/{n,.+}.x', paths).rows).toEqual(['n=a']);
});

test('paths may be written in any way, absolute, or lead out of the folder', () => {
  expect(found('./a//{n}.x', ['a/1.x']).rows).toEqual(['n=1']);
  const { list } = memoryDirectory(filesAt(['data/1.x']));
  const outside = discoverRows('/data/{n}.x', (folder) => list(folder.slice(1)));
  expect(outside.rows).toEqual([['1']]);
  const above = discoverRows('../{n}.x', (folder) => (folder === '..' ? list('data') : []));
  expect(above.rows).toEqual([['1']]);
});

test('a folder that is not there has nothing in it', () => {
  expect(found('gone/{n}.x', ['a']).rows).toEqual([]);
});

test('braces that are doubled are braces', () => {
  expect(found('a/{{{n}}}.x', ['a/{1}.x', 'a/1.x']).rows).toEqual(['n=1']);
});
