import { expect, test } from 'vitest';
import { namedGpus, visibleGpus } from '../../../../src/core/schedule/gpu-cards.ts';

const PRESENT = [
  { index: '0', uuid: 'GPU-aaaa-1', freeMib: 8000 },
  { index: '1', uuid: 'GPU-aabb-2', freeMib: 24_000 },
  { index: '2', uuid: 'GPU-cccc-3', freeMib: undefined },
];

const visible = (inherited: string | undefined): readonly string[] =>
  visibleGpus(inherited, PRESENT).map(({ id, freeMib = '?' }) => `${id} ${freeMib}`);

test('without a word from outside, all cards may be used', () => {
  expect(visible(undefined)).toEqual(['0 8000', '1 24000', '2 ?']);
});

test('cards are named from outside by index, UUID, its beginning, or as parts of cards', () => {
  expect(visible('2, 0')).toEqual(['2 ?', '0 8000']);
  expect(visible('GPU-aabb-2')).toEqual(['GPU-aabb-2 24000']);
  expect(visible('GPU-aab,GPU-cc')).toEqual(['GPU-aab 24000', 'GPU-cc ?']);
  expect(visible('GPU-aa')).toEqual(['GPU-aa ?']);
  expect(visible('MIG-12-34')).toEqual(['MIG-12-34 ?']);
});

test('what follows an invalid entry is not seen, and a card is there once', () => {
  expect(visible('')).toEqual([]);
  expect(visible('-1')).toEqual([]);
  expect(visible('1,-1,0')).toEqual(['1 24000']);
  expect(visible('1,GPU-aabb,1')).toEqual(['1 24000']);
});

function named(names: readonly string[], inherited: string | undefined): readonly string[] {
  return namedGpus(names, visibleGpus(inherited, PRESENT), PRESENT).map(({ id }) => id);
}

test('of the cards that may be used, those that are named stay, by the names from outside', () => {
  expect(named(['2', '0'], undefined)).toEqual(['2', '0']);
  expect(named(['0', '1'], '1,2')).toEqual(['1']);
  expect(named(['0', '1'], 'GPU-aaaa-1,GPU-cccc-3')).toEqual(['GPU-aaaa-1']);
  expect(named(['GPU-cccc'], '0,2')).toEqual(['2']);
  expect(named(['MIG-1', 'MIG-2'], 'MIG-2,MIG-3')).toEqual(['MIG-2']);
  expect(named(['0'], '1')).toEqual([]);
});
