import type { InputContext } from 'dagflow';
import { generate, generatedTiles } from '../../rules/generate.ts';
import type { Acquisition } from '../../rules/imaging/synthetic-tiles.ts';
import type { RawParams } from '../../rules/imaging/raw-cycle.ts';
import type { TileGrid } from '../../rules/imaging/tile-grid.ts';
import { findRawTiles } from '../../rules/raw-files.ts';
import { amountsOf } from './amounts.ts';
import type { Config } from './config.ts';

type Tiles = (wildcards: { readonly cycle: string }, context: InputContext) => string[];

/** Where the raw tiles of a cycle lie, and the rules that make them, if any. */
export function rawData(config: Config): { tiles: Tiles; rules: ReturnType<typeof generate>[] } {
  const { raw, channels } = config;
  if ('ome' in raw) {
    return { tiles: ({ cycle }) => [raw.ome.replaceAll('{cycle}', cycle)], rules: [] };
  }
  const { rows, columns } = gridOf(config);
  if ('folder' in raw) {
    const place = { ...raw, channels, planes: planesOf(config), tileCount: rows * columns };
    return {
      tiles: ({ cycle }, { files }) => findRawTiles(place, Number(cycle), files),
      rules: [],
    };
  }
  const folder = `${config.project}/raw`;
  const acquisition = acquisitionOf(config, raw.generate);
  const { pixelNm } = voxelOf(config);
  const pixelUm = pixelNm / 1000;
  return {
    tiles: ({ cycle }) =>
      generatedTiles({ folder, channels, acquisition, cycle: cycle.padStart(3, '0') }),
    rules: [generate({ folder, channels, acquisition, pixelUm, ...amountsOf('generate', config) })],
  };
}

/** What the stitching is told of the raw data; the rest an OME-TIFF says. */
export function rawParams(config: Config): Omit<RawParams, 'channelNames'> {
  const { raw, channels, tile_rows: rows, tile_cols: columns } = config;
  if (!('ome' in raw)) {
    const { pixelNm, planeNm } = voxelOf(config);
    const [pixelUm, planeUm] = [pixelNm / 1000, planeNm / 1000];
    return { grid: gridOf(config), planes: planesOf(config), pixelUm, planeUm };
  }
  const tileCount = rows === undefined || columns === undefined ? null : rows * columns;
  return {
    grid: { stageY: raw.stage_y, channels, tileCount },
    planes: config.n_zplanes ?? null,
    pixelUm: umOf(config.xy_pixel_size),
    planeUm: umOf(config.z_step_size),
  };
}

function umOf(nm: number | undefined): number | null {
  return nm === undefined ? null : nm / 1000;
}

/** The config has them where the raw data do not say them themselves. */
function gridOf(config: Config): TileGrid {
  const { tile_rows: rows, tile_cols: columns, tile_overlap: overlap, tile_scan: scan } = config;
  if (rows === undefined || columns === undefined) throw new Error('the config has no tile grid');
  return { rows, columns, overlap, scan };
}

function planesOf({ n_zplanes: planes }: Config): number {
  if (planes === undefined) throw new Error('the config has no number of planes');
  return planes;
}

function voxelOf(config: Config): { readonly pixelNm: number; readonly planeNm: number } {
  return { pixelNm: config.xy_pixel_size ?? 377, planeNm: config.z_step_size ?? 1500 };
}

type Generation = Extract<Config['raw'], { generate: unknown }>['generate'];

export function acquisitionOf(config: Config, generation: Generation): Acquisition {
  const { tile_size: tileSize, read_noise: readNoise, ...scene } = generation;
  return {
    ...scene,
    grid: gridOf(config),
    tileSize,
    planes: planesOf(config),
    focus: defocusOf(config),
    readNoise,
    offset: config.illumination.offset,
  };
}

/** The Gaussian closest to the focus, and to the cone of light beside it. */
function defocusOf(config: Config): Acquisition['focus'] {
  const { numerical_aperture: na, tissue_refractive_index: n } = config;
  const { pixelNm, planeNm } = voxelOf(config);
  const [, emission] = config.wavelengths[config.registration.reference_channel] ?? [0, 500];
  const cone = na / Math.sqrt(n * n - na * na);
  return {
    inFocus: Math.hypot((0.21 * emission) / na / pixelNm, 0.29),
    perPlane: (planeNm * cone) / (2 * pixelNm),
  };
}
