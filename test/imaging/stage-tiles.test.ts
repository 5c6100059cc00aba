import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readOmeSeries } from '../../rules/imaging/ome-metadata.ts';
import { type RawParams, rawCycle, readTiles } from '../../rules/imaging/raw-cycle.ts';
import { readStageTiles } from '../../rules/imaging/stage-tiles.ts';
import { openTiff } from '../../rules/imaging/tiff-reader.ts';
import { xmlTags } from '../../rules/imaging/xml-tags.ts';
import { HAS_REAL_DATA, realFile, realJson, temporaryFolder } from '../rigs/imaging-data.ts';
import { type SeriesFile, writeSeries } from '../rigs/imaging-series.ts';

const folder = temporaryFolder();
const SIZE = { width: 6, height: 4 };
const UP = { stageY: 'up', pixelUm: undefined } as const;

/** A page on which every pixel is the number. */
function page(value: number): Uint16Array<ArrayBuffer> {
  return new Uint16Array(24).fill(value);
}

/** Two tiles above two, from the lower left and back, of two channels and two planes. */
const FOUR: SeriesFile = {
  ...SIZE,
  channels: ['DNA', 'CD3'],
  planes: 2,
  pixels: 'PhysicalSizeX="0.5" PhysicalSizeY="0.5" PhysicalSizeZ="1500" PhysicalSizeZUnit="nm"',
  tiles: [
    ['100.0', '20.0'],
    ['102.5', '20.0'],
    ['102.5', '21.5'],
    ['100.0', '21.5'],
  ].map(([x = '', y = ''], tile) => ({
    x,
    y,
    pages: [0, 1, 2, 3].map((k) => page(10 * tile + k)),
  })),
};

describe('a file of one image a tile', () => {
  const path = writeSeries(folder, 'four.ome.tif', FOUR);

  test('says where its tiles lie, upwards turned into downwards', async () => {
    expect(await readStageTiles(path, UP)).toEqual({
      positions: [
        { x: 0, y: 3 },
        { x: 5, y: 3 },
        { x: 5, y: 0 },
        { x: 0, y: 0 },
      ],
      planes: 2,
      channels: ['DNA', 'CD3'],
      pixelUm: 0.5,
      planeUm: 1.5,
      pages: [
        [0, 1, 2, 3],
        [4, 5, 6, 7],
        [8, 9, 10, 11],
        [12, 13, 14, 15],
      ],
    });
  });

  test('of a stage whose y runs down, too', async () => {
    const { positions } = await readStageTiles(path, { ...UP, stageY: 'down' });
    expect(positions.map(({ y }) => y)).toEqual([0, 0, 3, 3]);
  });

  test('is the raw data of a cycle: the channels that are asked for, in that order', async () => {
    const cycle = await rawCycle([path], {
      ...FREE,
      grid: { stageY: 'up', channels: [2, 1], tileCount: 4 },
    });
    expect(cycle).toMatchObject({
      channelNames: ['CD3', 'DNA'],
      planes: 2,
      pixelUm: 0.5,
      planeUm: 1.5,
    });
    const firsts = await Promise.all(
      cycle.stacks.map(async (stack) => (await readTiles(stack)).map(({ data }) => data[0])),
    );
    expect(firsts).toEqual([
      [2, 12, 22, 32],
      [3, 13, 23, 33],
      [0, 10, 20, 30],
      [1, 11, 21, 31],
    ]);
  });
});

const FREE: RawParams = {
  grid: { stageY: 'up', channels: [1, 2], tileCount: null },
  planes: null,
  channelNames: [],
  pixelUm: null,
  planeUm: null,
};

describe('what the config says', () => {
  const path = writeSeries(folder, 'said.ome.tif', FOUR);

  test('is taken if it agrees, and names go before those of the file', async () => {
    const said = { ...FREE, planes: 2, pixelUm: 0.5, planeUm: 1.5, channelNames: ['DAPI', 'CD3e'] };
    expect((await rawCycle([path], said)).channelNames).toEqual(['DAPI', 'CD3e']);
  });

  test.each([
    [{ planes: 3 }, 'planes: 2 in the file, 3 in the config'],
    [{ pixelUm: 0.65 }, 'pixel size, µm: 0.5 in the file, 0.65 in the config'],
    [{ planeUm: 1 }, 'distance of planes, µm: 1.5 in the file, 1 in the config'],
    [
      { grid: { stageY: 'up', channels: [1, 2], tileCount: 9 } },
      'tiles: 4 in the file, 9 in the config',
    ],
    [
      { grid: { stageY: 'up', channels: [1, 3], tileCount: null } },
      'channel 3 is asked for, the file has 2',
    ],
    [
      { channelNames: ['CD3', 'DNA'] },
      '“CD3” is channel 2 in the file, 1 in the config; “DNA” is channel 1 in the file, 2 in the config',
    ],
  ] satisfies [Partial<RawParams>, string][])(
    '%j against it is an error',
    async (said, message) => {
      await expect(rawCycle([path], { ...FREE, ...said })).rejects.toThrow(`${path}: ${message}`);
    },
  );

  test('is needed where the file is silent', async () => {
    const silent = writeSeries(folder, 'silent.ome.tif', { ...FOUR, pixels: '' });
    await expect(rawCycle([silent], FREE)).rejects.toThrow(
      `${silent} does not say how large its pixels are`,
    );
    const cycle = await rawCycle([silent], { ...FREE, pixelUm: 0.25 });
    expect(cycle.layout).toMatchObject({ positions: [{ x: 0, y: 6 }, { x: 10 }, {}, {}] });
    expect(cycle.pixelUm).toBe(0.25);
  });
});

describe('it is an error', () => {
  const TILE = { pages: [page(1)] };
  const cases: readonly [string, SeriesFile, string][] = [
    [
      'if two tiles lie at one place',
      {
        ...SIZE,
        tiles: [
          { ...TILE, x: '1', y: '2' },
          { ...TILE, x: '1', y: '2' },
        ],
      },
      'FILE: images 1 and 2 have the same stage position',
    ],
    [
      'if a tile has no position',
      {
        ...SIZE,
        tiles: [{ ...TILE, x: '1', y: '2' }],
        edit: (xml) => xml.replace(/ PositionX="1"/, ''),
      },
      'FILE: image 1 has no stage position',
    ],
    [
      'if positions are in no unit of length',
      { ...SIZE, unit: 'reference frame', tiles: [{ ...TILE, x: '1', y: '2' }] },
      'cannot read FILE as OME-TIFF: PositionX is in the unit “reference frame”, which is no length',
    ],
    [
      'if a position is no number',
      { ...SIZE, tiles: [{ ...TILE, x: '1', y: 'NaN' }] },
      'cannot read FILE as OME-TIFF: its OME-XML says PositionY="NaN"',
    ],
    [
      'if pixels are not square',
      {
        ...SIZE,
        pixels: 'PhysicalSizeX="0.5" PhysicalSizeY="0.65"',
        tiles: [{ ...TILE, x: '1', y: '2' }],
      },
      'cannot read FILE as OME-TIFF: its pixels are not square: 0.5×0.65 µm',
    ],
    [
      'if tiles differ',
      {
        ...SIZE,
        tiles: [
          { ...TILE, x: '1', y: '2' },
          { ...TILE, x: '2', y: '2' },
        ],
        edit: (xml) => xml.replace('<Channel Name="DNA"/>', '<Channel Name="CD8"/>'),
      },
      'FILE: image 2 has 1 channels (DNA), 1 planes and pixels of 0.5 µm, image 1 has 1 channels (CD8), 1 planes and pixels of 0.5 µm',
    ],
    [
      'if a plane has no page',
      {
        ...SIZE,
        tiles: [{ pages: [page(1), page(2)], x: '1', y: '2' }],
        channels: ['a', 'b'],
        edit: (xml) => xml.replace('PlaneCount="2"', 'PlaneCount="1"'),
      },
      'cannot read FILE as OME-TIFF: channel 2, plane 1 of its OME-XML has no page',
    ],
    [
      'if a plane has two pages',
      {
        ...SIZE,
        tiles: [{ ...TILE, x: '1', y: '2' }],
        edit: (xml) => xml.replace('<Plane ', '<TiffData IFD="0"/><Plane '),
      },
      'cannot read FILE as OME-TIFF: channel 1, plane 1 of its OME-XML has two pages',
    ],
    [
      'if pages are promised that are not there',
      {
        ...SIZE,
        tiles: [{ ...TILE, x: '1', y: '2' }],
        edit: (xml) => xml.replace('<TiffData ', '<TiffData IFD="7" '),
      },
      'FILE: its OME-XML promises 1 channels × 1 planes × 1 times, the file has 1 pages',
    ],
    [
      'if its planes are more than any file has',
      {
        ...SIZE,
        tiles: [{ ...TILE, x: '1', y: '2' }],
        edit: (xml) => xml.replace('SizeC="1"', 'SizeC="999999999"'),
      },
      'cannot read FILE as OME-TIFF: its OME-XML promises 999999999 planes',
    ],
    [
      'if pixels are in other files',
      {
        ...SIZE,
        tiles: [{ ...TILE, x: '1', y: '2' }],
        edit: (xml) =>
          xml
            .replace('<OME ', '<OME UUID="urn:uuid:1" ')
            .replace(
              '<TiffData PlaneCount="1"/>',
              '<TiffData PlaneCount="1"><UUID FileName="b.tif">urn:uuid:2</UUID></TiffData>',
            ),
      },
      'cannot read FILE as OME-TIFF: its pages are in other files (b.tif), which is not supported',
    ],
  ];
  test.each(cases)('%s', async (name, file, message) => {
    const path = writeSeries(folder, `${name.replaceAll(' ', '-')}.ome.tif`, file);
    await expect(readStageTiles(path, UP)).rejects.toThrow(message.replace('FILE', path));
  });
});

describe('the tags of an XML text', () => {
  test('are those outside of comments, CDATA and quotes', () => {
    const xml = `<?xml?><!-- <a/> --><o:b x='1 > 0' y = "&lt;&#181;&#xB5;&zz;">t&amp;t<![CDATA[<c/>]]></o:b><d e="f"/>`;
    const tags = [...xmlTags(xml)];
    expect(tags.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
      'start b',
      'end b',
      'empty d',
    ]);
    expect(Object.fromEntries(tags[0]?.attributes ?? [])).toEqual({ x: '1 > 0', y: '<µµ&zz;' });
    expect(tags[0]?.text).toBe('t&t');
  });

  test.each(['<', '<!--', '<a b="', '<![CDATA[', '<a', '< a>', '</>', '<a b="c\'>'])(
    'end somewhere in %s',
    (xml) => {
      expect([...xmlTags(xml.repeat(2000))].length).toBeLessThanOrEqual(2000);
    },
  );
});

test('before 2015 positions had no unit', () => {
  const schema = 'http://www.openmicroscopy.org/Schemas/OME/2010-06';
  const xml = `<OME xmlns="${schema}"><Image><Pixels SizeX="1" SizeY="1"><TiffData/><Plane PositionX="3" PositionY="4"/></Pixels></Image></OME>`;
  expect(readOmeSeries(xml)?.[0]?.stage).toEqual({ x: 3, y: 4 });
  expect(() => readOmeSeries(xml.replace('2010', '2016'))).toThrow('reference frame');
});

describe.skipIf(!HAS_REAL_DATA)('tonsil tiles (skipped without ../shared/data)', () => {
  test.each([1, 2])('of cycle %i lie where the truth has them nominally', async (cycle) => {
    const path = realFile(`stitching/cycif-tonsil-cycle${cycle}.ome.tif`);
    const truth = realJson<{ tiles: Record<string, { series: number; nominal_yx: number[] }[]> }>(
      'stitching/stitching_truth.json',
    );
    const { positions, planes, channels, pixelUm, pages } = await readStageTiles(path, UP);
    const nominal = truth.tiles[`cycle${cycle}`]?.map(({ nominal_yx: [y, x] }) => ({ x, y }));
    expect(positions).toEqual(nominal);
    expect([planes, channels.length, pixelUm]).toEqual([1, 4, 0.65]);
    expect(pages.flat()).toEqual(Array.from({ length: 36 }, (_, i) => i));
  });

  test.each([1, 2])('of cycle %i are decoded to their hashes', async (cycle) => {
    const name = `cycif-tonsil-cycle${cycle}.ome.tif`;
    const { pages } = realJson<{ pages: Record<string, string[]> }>(
      join('stitching', 'decoded_sha256.json'),
    );
    const file = await openTiff(realFile(`stitching/${name}`));
    const hashes: string[] = [];
    for (let i = 0; i < file.pageCount; i++) {
      const { buffer, byteOffset, byteLength } = await file.readSamples(i);
      const bytes = Buffer.from(buffer, byteOffset, byteLength);
      hashes.push(createHash('sha256').update(bytes).digest('hex'));
    }
    await file.close();
    expect(hashes).toEqual(pages[name]);
  });
});
