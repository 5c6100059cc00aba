import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { localTarget, localWord } from '../../../src/app/local-word.ts';
import { rulesOf } from '../../rigs/graph-rig.ts';

const here = process.cwd();
const name = basename(here);

test.each([
  [join(here, 'made/a.txt'), './made/a.txt'],
  [`${here}/made/./b/../a.txt`, './made/a.txt'],
  [`../${name}/made/a.txt`, './made/a.txt'],
  [here, './'],
])('%s leads into the working directory', (word, expected) => {
  expect(localWord(word)).toBe(expected);
});

test.each(['make', './make', 'made/../a', '/elsewhere/a', `${here}-2/a`, '../a', dirname(here)])(
  '%s stays as it is typed',
  (word) => {
    expect(localWord(word)).toBe(word);
  },
);

test('a target stays where a rule itself writes it so', () => {
  const inside = rulesOf(['any: {path,.+}.txt <-']);
  const outside = rulesOf([`make: ${here}/made/{n}.txt <-`]);
  const word = join(here, 'made/1.txt');
  expect(localTarget(word, inside)).toBe('./made/1.txt');
  expect(localTarget(word, outside)).toBe(word);
  expect(localTarget(join(here, '1.txt'), outside)).toBe('./1.txt');
});
