import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generatedTiles } from '../../rules/generate.ts';
import { findRawTiles, patternProblem, type RawFolder } from '../../rules/raw-files.ts';
import { acquisition } from '../rigs/imaging-scene.ts';

const RAW: RawFolder = {
  folder: 'data/raw',
  pattern: '*{tile}_Z{z}_CH{channel}.tif',
  channels: [1, 3],
  planes: 2,
  tileCount: 2,
};

/** Names of a cycle's files as the microscope writes them. */
function filesOf(folder: string, prefix = '1_'): string[] {
  return [1, 2, 3].flatMap((channel) =>
    [1, 2].flatMap((z) =>
      [1, 2].map((tile) => `${folder}/${prefix}0000${tile}_Z00${z}_CH${channel}.tif`),
    ),
  );
}

/** A disk that holds just these files; the glob of the folders of cycles finds them all. */
function disk(paths: readonly string[]) {
  return {
    exists: (path: string) => paths.includes(path),
    glob: (pattern: string) => (pattern === 'data/raw/[cC][yY][cC]*/*' ? paths.toSorted() : []),
  };
}

test.each(['cyc002_reg001_211119', 'cyc002', 'cyc02', 'Cyc2_reg1', 'Cyc02', 'CYC2', 'cyc2_x'])(
  'cycle 2 is found in %s, by channel, plane and tile',
  (name) => {
    const folder = `data/raw/${name}`;
    const paths = [
      ...filesOf('data/raw/cyc001_reg001'),
      ...filesOf(folder),
      ...filesOf('data/raw/cyc020'),
    ];
    expect(findRawTiles(RAW, 2, disk(paths))).toEqual([
      `${folder}/1_00001_Z001_CH1.tif`,
      `${folder}/1_00002_Z001_CH1.tif`,
      `${folder}/1_00001_Z002_CH1.tif`,
      `${folder}/1_00002_Z002_CH1.tif`,
      `${folder}/1_00001_Z001_CH3.tif`,
      `${folder}/1_00002_Z001_CH3.tif`,
      `${folder}/1_00001_Z002_CH3.tif`,
      `${folder}/1_00002_Z002_CH3.tif`,
    ]);
  },
);

test('other names are found by the pattern of the config, other files passed over', () => {
  const paths = [
    ...filesOf('data/raw/cyc001', 'x.'),
    'data/raw/cyc001/notes.txt',
    'data/raw/cyc001/x1_Z1_CH1.tif.bak',
  ];
  const pattern = 'x.{tile}_Z{z}_CH{channel}.tif';
  expect(findRawTiles({ ...RAW, pattern }, 1, disk(paths))).toHaveLength(8);
});

describe('it is an error', () => {
  test('if a cycle has no folder', () => {
    expect(() => findRawTiles(RAW, 7, disk(filesOf('data/raw/cyc001')))).toThrow(
      'no folder of cycle 7 in data/raw: looked for cyc007_…, cyc007, Cyc7 …',
    );
  });

  test('if it has several', () => {
    const paths = [...filesOf('data/raw/cyc001_reg001'), ...filesOf('data/raw/Cyc1')];
    expect(() => findRawTiles(RAW, 1, disk(paths))).toThrow(
      'several folders of cycle 1: data/raw/Cyc1, data/raw/cyc001_reg001; choose a `region`',
    );
    const twins = [...filesOf('data/raw/cyc01'), ...filesOf('data/raw/Cyc1')];
    expect(() => findRawTiles(RAW, 1, disk(twins))).toThrow(
      /^several folders of cycle 1: data\/raw\/Cyc1, data\/raw\/cyc01$/,
    );
  });

  test('if it has none of the region', () => {
    const paths = filesOf('data/raw/cyc001_reg001');
    expect(() => findRawTiles({ ...RAW, region: 2 }, 1, disk(paths))).toThrow(
      'no folder of cycle 1, region 2 in data/raw: looked for cyc001_…, cyc001, Cyc1 …',
    );
  });

  test('if two files could be one tile', () => {
    const paths = [...filesOf('data/raw/cyc001', '1_'), ...filesOf('data/raw/cyc001', '2_')];
    expect(() => findRawTiles(RAW, 1, disk(paths))).toThrow(
      'two files of tile 1 plane 1 channel 1: data/raw/cyc001/1_00001_Z001_CH1.tif and data/raw/cyc001/2_00001_Z001_CH1.tif',
    );
    const pattern = '{region}_{tile}_Z{z}_CH{channel}.tif';
    expect(() => findRawTiles({ ...RAW, pattern }, 1, disk(paths))).toThrow(
      'files of regions 1 and 2 in data/raw/cyc001; choose a `region`',
    );
  });

  test.each([
    [{ tileCount: 1 }, 'data/raw/cyc001/1_00002_Z001_CH1.tif is tile 2, where 1 are expected'],
    [{ planes: 1 }, 'data/raw/cyc001/1_00001_Z002_CH1.tif is plane 2, where 1 are expected'],
  ])('if there are more than %j', (changes, message) => {
    expect(() => findRawTiles({ ...RAW, ...changes }, 1, disk(filesOf('data/raw/cyc001')))).toThrow(
      message,
    );
  });

  test('if tiles are missing', () => {
    const paths = filesOf('data/raw/cyc001').filter((path) => !path.includes('Z002'));
    expect(() => findRawTiles(RAW, 1, disk(paths))).toThrow(
      '4 raw files are missing in data/raw/cyc001: tile 1 plane 2 channel 1, tile 2 plane 2 channel 1, tile 1 plane 2 channel 3, …',
    );
  });
});

test('a region is chosen by the names of folders, or those of files', () => {
  const folders = [...filesOf('data/raw/Cyc1_reg1'), ...filesOf('data/raw/Cyc1_reg2')];
  const [first] = findRawTiles({ ...RAW, region: 2 }, 1, disk(folders));
  expect(first).toBe('data/raw/Cyc1_reg2/1_00001_Z001_CH1.tif');
  const names = [...filesOf('data/raw/cyc001', '1_'), ...filesOf('data/raw/cyc001', '2_')];
  const pattern = '{region}_{tile:05d}_Z{z:03d}_CH{channel}.tif';
  expect(findRawTiles({ ...RAW, pattern, region: 2 }, 1, disk(names))).toEqual(
    findRawTiles(RAW, 1, disk(filesOf('data/raw/cyc001', '2_'))),
  );
});

test('names without a plane have one', () => {
  const paths = ['data/raw/cyc1/t2-c1.tif', 'data/raw/cyc1/t1-c1.tif'];
  const raw = { ...RAW, pattern: 't{tile}-c{channel}.tif', channels: [1], planes: 1 };
  expect(findRawTiles(raw, 1, disk(paths))).toEqual(paths.toReversed());
});

describe('a pattern', () => {
  test.each([
    ['{tile}_{chan}.tif', '`{chan}` is none of tile, z, channel, region'],
    ['{tile}_{tile}_{channel}.tif', '`{tile}` is there twice'],
    ['{tile}.tif', '`{channel}` is missing'],
    ['{z}_{channel}.tif', '`{tile}` is missing'],
  ])('%s is refused', (pattern, problem) => {
    expect(patternProblem(pattern)).toBe(problem);
  });

  test('with digits before a number, and numbers of any length, is right', () => {
    expect(patternProblem('{region}_{tile:05d}_Z{z:03d}_CH{channel}.tif')).toBe(undefined);
  });
});

/** How a microscope names things; all of them name the same tiles. */
const anyNaming = fc.record({
  folder: fc.constantFrom('cyc00N_reg001_20', 'cyc00N', 'cyc0N', 'Cyc0N', 'CycN_reg1', 'cycN'),
  prefix: fc.constantFrom('1_', '', 'slide7_', 'reg001 x4 '),
  zeros: fc.record({ tile: fc.integer({ min: 1, max: 5 }), z: fc.integer({ min: 1, max: 3 }) }),
  tileCount: fc.integer({ min: 1, max: 25 }),
  planes: fc.integer({ min: 1, max: 12 }),
  channels: fc.subarray([1, 2, 3, 4], { minLength: 1 }),
  cycle: fc.integer({ min: 1, max: 9 }),
});

test('every naming gives the tiles by channel, plane and number, whatever else lies there', () => {
  fc.assert(
    fc.property(anyNaming, ({ folder, prefix, zeros, tileCount, planes, channels, cycle }) => {
      const named = (number: number): string => `data/raw/${folder.replace('N', String(number))}`;
      const tilesOf = (number: number, which: readonly number[]): string[] =>
        which.flatMap((channel) =>
          range(planes).flatMap((z) =>
            range(tileCount).map(
              (tile) =>
                `${named(number)}/${prefix}${padded(tile, zeros.tile)}_Z${padded(z, zeros.z)}_CH${channel}.tif`,
            ),
          ),
        );
      const paths = [
        ...tilesOf(cycle, [1, 2, 3, 4]),
        ...tilesOf(cycle + 1, [1, 2, 3, 4]),
        `${named(cycle)}/Experiment.json`,
        `${named(cycle)}/.DS_Store`,
      ];
      const raw = { ...RAW, tileCount, planes, channels };
      expect(findRawTiles(raw, cycle, disk(paths))).toEqual(tilesOf(cycle, channels));
    }),
  );
});

function padded(value: number, length: number): string {
  return String(value).padStart(length, '0');
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i + 1);
}

test('generated tiles are named as a microscope names them', () => {
  const made = acquisition({ grid: { rows: 1, columns: 2, overlap: 0.3 }, planes: 1 });
  expect(
    generatedTiles({ folder: 'p/raw', channels: [1, 2], acquisition: made, cycle: '003' }),
  ).toEqual([
    'p/raw/cyc003_reg001/1_00001_Z001_CH1.tif',
    'p/raw/cyc003_reg001/1_00002_Z001_CH1.tif',
    'p/raw/cyc003_reg001/1_00001_Z001_CH2.tif',
    'p/raw/cyc003_reg001/1_00002_Z001_CH2.tif',
  ]);
});
