import { describe, expect, test } from 'vitest';
import { pagesOfSeries, type PageRun } from '../../rules/imaging/ome-pages.ts';

const ORIGIN = { C: 0, Z: 0, T: 0 };

function run(changes: Partial<PageRun>): PageRun {
  return { first: ORIGIN, page: undefined, count: undefined, ...changes };
}

/** Two channels of three planes. */
const SPACE = { order: 'XYZCT', sizes: { C: 2, Z: 3, T: 1 }, isOnly: true };

describe('the pages of planes, channel after channel', () => {
  test.each<[string, PageRun[], object, number[]]>([
    ['are all in order where nothing is said', [], {}, [0, 1, 2, 3, 4, 5]],
    ['… by the order of the dimensions', [], { order: 'XYCZT' }, [0, 2, 4, 1, 3, 5]],
    ['begin with the first where a run says nothing', [run({})], {}, [0, 1, 2, 3, 4, 5]],
    [
      'begin with the first page wherever a run without a page begins',
      [run({ first: { ...ORIGIN, C: 1 }, count: 3 }), run({ page: 7, count: 3 })],
      {},
      [7, 8, 9, 0, 1, 2],
    ],
    [
      'are single ones where only the page is said',
      [5, 4, 3, 2, 1, 0].map((page, i) =>
        run({ first: { C: Math.floor(i / 3), Z: i % 3, T: 0 }, page }),
      ),
      {},
      [5, 4, 3, 2, 1, 0],
    ],
    [
      'are those of the first time point',
      [run({ page: 0, count: 12 })],
      { order: 'XYTZC', sizes: { C: 2, Z: 3, T: 2 } },
      [0, 2, 4, 6, 8, 10],
    ],
  ])('%s', (_, runs, changes, pages) => {
    expect(pagesOfSeries(runs, { ...SPACE, ...changes })).toEqual(pages);
  });

  test.each<[PageRun[], object, string]>([
    [[], { isOnly: false }, 'channel 1, plane 1 of its OME-XML has no page'],
    [[], { order: 'XYCZ' }, 'its OME-XML says DimensionOrder="XYCZ"'],
    [[run({ count: 7 })], {}, 'its OME-XML has a TiffData of too many planes'],
    [[run({ first: { C: 2, Z: 0, T: 0 } })], {}, 'its OME-XML has a TiffData of FirstC="2"'],
    [[run({}), run({ page: 1 })], {}, 'channel 1, plane 1 of its OME-XML has two pages'],
  ])('%j with %j are refused', (runs, changes, message) => {
    expect(() => pagesOfSeries(runs, { ...SPACE, ...changes })).toThrow(message);
  });
});
