import { expect, test } from 'vitest';
import { alignPattern } from '../../../../src/core/graph/align-pattern.ts';
import { isNearPath } from '../../../../src/core/graph/near-paths.ts';

test.each([
  ['raw/cyc01.tif', 'raw/cyc1.tif', true],
  ['raw/cyc1.tif', 'raw/cyc2.tif', false],
  ['raw/cyc1.tif', 'raw/cyc12.tif', false],
  ['raw/cycle1.tif', 'raw/cylce1.tif', true],
  ['raw/cycle1.tif', 'raw/cycl1.tif', true],
  ['raw/cycle1.tif', 'raws/cycle1.tif', true],
  ['Raw/Cycle1.TIF', 'raw/cycle1.tif', true],
  ['raw/A.fq', 'raw/B.fq', false],
  ['raw/A.fq', 'raw/A.fq', false],
  ['raw/A.fq', 'cooked/A.fq', false],
  ['images', 'images.csv', false],
])('takes %s for a slip of %s: %s', (given, known, isNear) => {
  expect(isNearPath(given, known)).toBe(isNear);
});

test.each<[literals: string[], path: string, distance: number, values: string[]]>([
  [['a/', '.txt'], 'a/b.txt', 0, ['b']],
  [['stitched/cyc', '.tif'], 'stiched/cyc12.tif', 1, ['12']],
  [['stitched/cyc', '.tif'], 'stitched/cyc1.tiff', 1, ['1']],
  [['out/', '_', '.bam'], 'out/A_1.bai', 1, ['A', '1']],
  [['', '.txt'], 'x.txt', 0, ['x']],
  [['x/', ''], 'y/z', 1, ['z']],
])('lays %o on %s with %i edits', (literals, path, distance, values) => {
  expect(alignPattern(literals, path, 3)).toEqual({ distance, values });
});

test('lays nothing where too much differs, or a wildcard would hold a slash', () => {
  expect(alignPattern(['stitched/', '.tif'], 'registered.tif', 2)).toBeUndefined();
  expect(alignPattern(['a/', '.t'], 'a/b/c.t', 1)).toBeUndefined();
  expect(alignPattern(['a/', '.t'], 'a/.t', 0)).toBeUndefined();
});
