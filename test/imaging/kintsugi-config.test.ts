import { describe, expect, test } from 'vitest';
import { amountsOf } from '../../workflows/kintsugi/amounts.ts';
import { Config } from '../../workflows/kintsugi/config.ts';
import { channelNamesOf, stitchParams } from '../../workflows/kintsugi/params.ts';
import { demoConfig } from '../rigs/imaging-demo.ts';

const MINIMAL = {
  project: 'slide-7',
  raw: { folder: '/data/slide-7' },
  cycles: [1, 2],
  channels: [1, 2],
  tile_rows: 9,
  tile_cols: 7,
  n_zplanes: 15,
  wavelengths: { 1: [358, 461], 2: [488, 525] },
  device: 'cpu',
};

function problems(changes: object): string[] {
  const result = Config.safeParse({ ...MINIMAL, ...changes });
  return result.success
    ? []
    : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

test('a config needs little: the rest has defaults', () => {
  const config = Config.parse(MINIMAL);
  expect(config.raw).toEqual({ folder: '/data/slide-7', pattern: '*{tile}_Z{z}_CH{channel}.tif' });
  expect(config.decon).toEqual({
    method: 'richardson-lucy',
    iterations: 25,
    block: 512,
    psf: 'optics',
  });
  expect(config.edf).toEqual({ method: 'variance', radius: 2, sigma: 10 });
  const { grid, pixelUm, planeUm } = stitchParams(config);
  const scan = { corner: 'upper-left', along: 'rows', order: 'snake' };
  expect(grid).toEqual({ rows: 9, columns: 7, overlap: 0.3, scan });
  expect([pixelUm, planeUm]).toEqual([0.377, 1.5]);
});

test('channels without names are called by their numbers', () => {
  const config = Config.parse({ ...MINIMAL, channel_names: { 2: ['DAPI', 'CD8'] } });
  expect(channelNamesOf(config, '1')).toEqual(['CH1', 'CH2']);
  expect(channelNamesOf(config, '2')).toEqual(['DAPI', 'CD8']);
});

test('raw data with stage positions say the rest themselves', () => {
  const config = Config.parse({
    project: 'slide-7',
    raw: { ome: '/data/cycle{cycle}.ome.tif' },
    cycles: [1, 2],
    channels: [1, 3],
    decon: { method: 'none' },
    edf: { method: 'none' },
    device: 'cpu',
  });
  expect(stitchParams(config)).toMatchObject({
    grid: { stageY: 'up', channels: [1, 3], tileCount: null },
    planes: null,
    pixelUm: null,
    planeUm: null,
  });
  expect(channelNamesOf(config, '1')).toEqual([]);
});

describe('what cannot be right is refused', () => {
  test.each([
    [
      { registration: { reference_cycle: 3 } },
      'registration.reference_cycle: must be one of the cycles 1, 2',
    ],
    [
      { registration: { reference_channel: 4 } },
      'registration.reference_channel: must be one of the channels 1, 2',
    ],
    [{ cycles: [1, 2, 1] }, 'cycles: 1 is there twice'],
    [{ channels: [1, 2, 2] }, 'channels: 2 is there twice'],
    [{ cycles: [] }, 'cycles: Too small: expected array to have >=1 items'],
    [
      { wavelengths: { 1: [358, 461], 2: [525, 488] } },
      'wavelengths.2: must be the excitation, then the emission, which is longer',
    ],
    [
      { wavelengths: { 1: [358, 461], 2: [0.488, 525] } },
      'wavelengths.2.0: must be at least 100, since it is in nm',
    ],
    [{ xy_pixel_size: 0.377 }, 'xy_pixel_size: must be at least 1, since it is in nm'],
    [{ z_step_size: 0.5 }, 'z_step_size: must be at least 1, since it is in nm'],
    [{ tile_cols: undefined }, 'tile_cols: is needed where the raw data do not say it'],
    [
      { raw: { folder: 'r', pattern: '{title}.tif' } },
      'raw.pattern: `{title}` is none of tile, z, channel, region',
    ],
    [{ edf: { method: 'none' } }, 'edf.method: `none` would leave out 14 planes'],
    [{ raw: { ome: 'cycle1.ome.tif' } }, 'raw.ome: must have `{cycle}` in it'],
    [{ wavelengths: { 1: [358, 461] } }, 'wavelengths: channel 2 has no wavelengths'],
    [{ channel_names: { 1: ['DAPI'] } }, 'channel_names.1: must name each of the 2 channels'],
    [{ numerical_aperture: 1.45 }, 'numerical_aperture: must be below the refractive index'],
    [
      { decon: { psf: 'file' } },
      'decon.psf_file: the point spread `file` needs the path of a stack',
    ],
    [
      { illumination: { method: 'file' } },
      'illumination.file: the method `file` needs the path of a flatfield',
    ],
    [{ steps: { decon: {} } }, 'steps.decon: needs one of `shell` and `script`'],
    [
      { steps: { decon: { shell: 'a', script: 'b.py' } } },
      'steps.decon: needs one of `shell` and `script`',
    ],
    [
      { steps: { edf: { script: 'b.py', container: 'lab/edf' } } },
      'steps.edf: a `container` needs a `shell` to run',
    ],
    [
      { steps: { edf: { shell: 'a', mounts: ['/data'] } } },
      'steps.edf: `mounts` are those of a `container`',
    ],
    [
      { steps: { edf: { shell: 'a', container: 'lab/edf; rm' } } },
      'steps.edf.container: must be of letters, digits and `._/:@+~-` alone',
    ],
    [
      { decon: { method: 'none' }, steps: { decon: { shell: 'a' } } },
      'steps.decon: is left out by `decon.method: none`',
    ],
  ])('%j', (changes, message) => {
    expect(problems(changes)).toEqual([message]);
  });
});

describe('what a job takes', () => {
  test('on a GPU is a card, and the memory and time of a cycle there', () => {
    const config = Config.parse({ ...MINIMAL, device: 'gpu' });
    expect(amountsOf('stitch', config)).toEqual({
      threads: 4,
      resources: { mem: '4 GB', time: '4 h', gpus: 1 },
    });
    expect(amountsOf('qc', config)).toEqual({
      threads: 2,
      resources: { mem: '16 GB', time: '2 h' },
    });
  });

  test('on a CPU is no card and more of the rest', () => {
    expect(amountsOf('decon', Config.parse(MINIMAL))).toEqual({
      threads: 8,
      resources: { mem: '128 GB', time: '20 h' },
    });
  });

  test('is what the config says', () => {
    const resources = { edf: { threads: 3, mem: '7 GB' } };
    expect(amountsOf('edf', Config.parse({ ...MINIMAL, resources }))).toEqual({
      threads: 3,
      resources: { mem: '7 GB', time: '5 h' },
    });
  });

  test('in the demo is no card and half a gigabyte', () => {
    expect(amountsOf('stitch', demoConfig())).toEqual({
      threads: 1,
      resources: { mem: '500 MB', time: '5 min' },
    });
  });
});
