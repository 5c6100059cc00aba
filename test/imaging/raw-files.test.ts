import { describe, expect, test } from 'vitest';
import { generatedTiles } from '../../rules/generate.ts';
import { findRawTiles, type RawFolder } from '../../rules/raw-files.ts';
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
    glob: (pattern: string) => (pattern === 'data/raw/[cC]yc*/*' ? paths.toSorted() : []),
  };
}

test.each(['cyc002_reg001_211119', 'cyc002', 'cyc02', 'Cyc2_reg1', 'Cyc02'])(
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
      'several folders of cycle 1: data/raw/Cyc1, data/raw/cyc001_reg001',
    );
  });

  test('if tiles are missing', () => {
    const paths = filesOf('data/raw/cyc001').filter((path) => !path.includes('Z002'));
    expect(() => findRawTiles(RAW, 1, disk(paths))).toThrow(
      '4 raw files are missing in data/raw/cyc001: tile 1 plane 2 channel 1, tile 2 plane 2 channel 1, tile 1 plane 2 channel 3, …',
    );
  });
});

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
