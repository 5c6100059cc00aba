import type { InputContext } from 'dagflow';
import { generate, generatedTiles } from '../../rules/generate.ts';
import type { Acquisition } from '../../rules/imaging/synthetic-tiles.ts';
import { findRawTiles } from '../../rules/raw-files.ts';
import { amountsOf } from './amounts.ts';
import type { Config } from './config.ts';

type Tiles = (wildcards: { readonly cycle: string }, context: InputContext) => string[];

/** Where the raw tiles of a cycle lie, and the rules that make them, if any. */
export function rawData(config: Config): { tiles: Tiles; rules: ReturnType<typeof generate>[] } {
  const { raw, channels } = config;
  if ('folder' in raw) {
    const tileCount = config.tile_rows * config.tile_cols;
    const place = { ...raw, channels, planes: config.n_zplanes, tileCount };
    return {
      tiles: ({ cycle }, { files }) => findRawTiles(place, Number(cycle), files),
      rules: [],
    };
  }
  const folder = `${config.project}/raw`;
  const acquisition = acquisitionOf(config, raw.generate);
  const pixelUm = config.xy_pixel_size / 1000;
  return {
    tiles: ({ cycle }) =>
      generatedTiles({ folder, channels, acquisition, cycle: cycle.padStart(3, '0') }),
    rules: [generate({ folder, channels, acquisition, pixelUm, ...amountsOf('generate', config) })],
  };
}

type Generation = Extract<Config['raw'], { generate: unknown }>['generate'];

export function acquisitionOf(config: Config, generation: Generation): Acquisition {
  const { tile_rows: rows, tile_cols: columns, tile_overlap: overlap } = config;
  const { tile_size: tileSize, read_noise: readNoise, ...scene } = generation;
  return {
    ...scene,
    grid: { rows, columns, overlap },
    tileSize,
    planes: config.n_zplanes,
    focus: defocusOf(config),
    readNoise,
    offset: config.illumination.offset,
  };
}

/** The Gaussian closest to the focus, and to the cone of light beside it. */
function defocusOf(config: Config): Acquisition['focus'] {
  const { numerical_aperture: na, tissue_refractive_index: n, xy_pixel_size: pixel } = config;
  const [, emission] = config.wavelengths[config.registration.reference_channel] ?? [0, 500];
  const cone = na / Math.sqrt(n * n - na * na);
  return {
    inFocus: Math.hypot((0.21 * emission) / na / pixel, 0.29),
    perPlane: (config.z_step_size * cone) / (2 * pixel),
  };
}
