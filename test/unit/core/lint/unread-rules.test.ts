import { expect, test } from 'vitest';
import { unreadRules } from '../../../../src/core/lint/unread-rules.ts';
import { rulesOf } from '../../../rigs/graph-rig.ts';

function unread(...lines: readonly string[]): readonly string[] {
  return unreadRules(rulesOf(lines)).map(({ name }) => name);
}

test('a rule is read by whoever asks for its file', () => {
  expect(unread('all: <- a.txt', 'x: a.txt <- s', 'y: b.txt <- s')).toEqual(['all', 'y']);
});

test('a rule with wildcards is read where a path matches its pattern', () => {
  expect(unread('all: <- out/1.txt', 'x: out/{n}.txt <- s', 'y: out/{n}.csv <- s')).toEqual([
    'all',
    'y',
  ]);
});

test('a rule is read where its pattern and that of an input could meet', () => {
  const lines = ['z: z/{n}.txt <- out/{n}.txt', 'all: <- z/1.txt', 'x: out/a{m}.txt <- s'];
  expect(unread(...lines)).toEqual(['all']);
  expect(unread(lines[0] ?? '', lines[1] ?? '', 'x: out/{m}.csv <- s')).toEqual(['all', 'x']);
});

test('a rule that is named as the maker of an input is read', () => {
  expect(unread('all: <- a.txt@x', 'x: a.txt <- s')).toEqual(['all']);
});

test('a rule whose directory is read from is read', () => {
  expect(unread('all: <- tiles/1.tif', 'cut: dir(tiles) <- s')).toEqual(['all']);
});

test('nothing is said where a list of inputs is empty as long as files are missing', () => {
  expect(unread('all: <- x=[]', 'x: a.txt <- s')).toEqual([]);
});
