import { expect, test } from 'vitest';
import { placesText, placeText } from '../../../src/ui/text/place-text.ts';

test('a job is on its cards, in its pool, or nowhere in particular', () => {
  expect(placeText({ gpus: [] })).toBe('');
  expect(placeText({ gpus: ['0', '1'] })).toBe(' on GPUs 0, 1');
  expect(placeText({ gpus: [], pool: 'lab_a' })).toBe(' in lab_a');
  expect(placeText({ gpus: ['0'], pool: 'box' })).toBe(' on GPU 0 in box');
});

test('a run is on a machine, or in pools with what counts there', () => {
  expect(placesText({ cores: 4, gpus: [] })).toBe(' on 4 cores');
  expect(placesText({ cores: 1, gpus: ['0', '2'] })).toBe(' on 1 core, GPUs 0, 2');
  const pools = [
    { name: 'lab_a', gpus: 2 },
    { name: 'lab_b', gpus: 1, jobs: 3 },
    { name: 'qc', gpus: 0, jobs: 8 },
    { name: 'rest', gpus: 0 },
  ];
  expect(placesText({ gpus: [], pools })).toBe(
    ' in lab_a (2 GPUs), lab_b (1 GPU, 3 jobs), qc (8 jobs), rest',
  );
  expect(placesText({ gpus: [], pools: [] })).toBe('');
});
