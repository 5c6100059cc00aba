import { readdirSync } from 'node:fs';
import { BASIC_DEFAULTS, fitFlatfield } from '../../rules/imaging/basic-illumination.ts';
import { blendTiles, layOutMosaic } from '../../rules/imaging/blend-tiles.ts';
import { pearson } from '../../rules/imaging/correlation.ts';
import { projectFocus } from '../../rules/imaging/focus-projection.ts';
import {
  blankImage,
  cropImage,
  type Image,
  meanOf,
  quantileOf,
  type Rectangle,
  stackPlanes,
  type Volume,
} from '../../rules/imaging/image.ts';
import { compareOverlap } from '../../rules/imaging/match-tiles.ts';
import type { Picture } from '../../rules/imaging/png.ts';
import { focusEnergy, shrinkAll } from '../../rules/imaging/quality.ts';
import { rawCycle, readTiles } from '../../rules/imaging/raw-cycle.ts';
import { registerImages } from '../../rules/imaging/register-images.ts';
import { warp } from '../../rules/imaging/resample.ts';
import { resizeArea } from '../../rules/imaging/resize.ts';
import { deconvolve } from '../../rules/imaging/richardson-lucy.ts';
import { fitStitchModel, layoutOf, type StitchModel } from '../../rules/imaging/stitch-model.ts';
import { openTiff, readTiffImage } from '../../rules/imaging/tiff-reader.ts';
import { planTiles, type TileLayout } from '../../rules/imaging/tile-layout.ts';
import {
  greyBetween,
  greyPicture,
  heatPicture,
  overlaid,
  sideBySide,
} from '../../rules/qc/pictures.ts';
import { measureStitch } from '../../rules/qc/stitch-checks.ts';
import { seamPlot } from '../../rules/qc/stitch-view.ts';
import { realFile } from './imaging-data.ts';
import { demoConfig } from './imaging-demo.ts';

/** What a page shows of a step on real images, and what was measured on them. */
export interface RealPicture {
  readonly picture: Picture;
  /** By what stands in the page's table. */
  readonly numbers: Readonly<Record<string, number>>;
}

/** By name of the page. */
export const REAL_PICTURES: Readonly<Record<string, () => Promise<RealPicture>>> = {
  illumination,
  stitch,
  decon,
  edf,
  registration,
  qc,
};

/** The mean of 24 fields, the gain that was fitted to them, and the mean of what is left. */
async function illumination(): Promise<RealPicture> {
  const fields: Image[] = [];
  for (const name of readdirSync(realFile('illumination')).toSorted()) {
    if (name.endsWith('.TIF')) fields.push(await readTiffImage(realFile(`illumination/${name}`)));
  }
  const gain = fitFlatfield(fields, BASIC_DEFAULTS);
  const before = meanField(fields);
  const after = { ...before, data: before.data.map((value, i) => value / (gain.data[i] ?? 1)) };
  const parts = [before, gain, after].map((image) => {
    const mean = meanOf(image.data);
    return greyBetween(shrinkAll(image, 3), 0.4 * mean, 1.6 * mean);
  });
  return {
    picture: sideBySide(parts),
    numbers: {
      'variation of the mean field, before': blockVariation(before),
      'variation of the mean field, after': blockVariation(after),
    },
  };
}

function meanField(fields: readonly Image[]): Image {
  const [first] = fields;
  if (first === undefined) throw new Error('no fields');
  const mean = blankImage(first.width, first.height);
  for (const { data } of fields) {
    for (let i = 0; i < data.length; i++) {
      mean.data[i] = (mean.data[i] ?? 0) + (data[i] ?? 0) / fields.length;
    }
  }
  return mean;
}

/** Standard deviation over mean of the means of 8 × 8 blocks. */
function blockVariation(image: Image): number {
  const { data } = resizeArea(image, 8);
  const mean = meanOf(data);
  return Math.sqrt(meanOf(data.map((value) => (value - mean) ** 2))) / mean;
}

interface Tonsil {
  readonly tiles: readonly Image[];
  readonly layout: TileLayout;
  readonly model: StitchModel;
  readonly feather: number;
}

/** The nuclear stain of a cycle of the tonsil. */
async function tonsil(cycle: number): Promise<Tonsil> {
  const { layout, stacks } = await rawCycle(
    [realFile(`stitching/cycif-tonsil-cycle${cycle}.ome.tif`)],
    {
      grid: { stageY: 'up', channels: [1], tileCount: null },
      planes: null,
      channelNames: [],
      pixelUm: null,
      planeUm: null,
    },
  );
  const tiles = await readTiles(stacks[0] ?? []);
  const model = await fitStitchModel(tiles, layout, { reach: 12, minCorrelation: 0.5 });
  const { feather } = planTiles(layout, model.tile);
  return { tiles, layout, model, feather };
}

/** Where four tiles meet: as the stage says, and as placed. */
async function stitch(): Promise<RealPicture> {
  const { tiles, layout, model, feather } = await tonsil(1);
  const { nominal, pairs } = planTiles(layout, model.tile);
  const asPlanned = blendTiles(tiles, layOutMosaic(nominal, model.tile), feather);
  const placed = blendTiles(tiles, layoutOf(model), feather);
  const parts = [asPlanned, placed].map((image) =>
    enlarged(greyPicture(cropImage(image, { x: 110, y: 100, width: 170, height: 120 })), 2),
  );
  const correlations = (positions: readonly { x: number; y: number }[]): number[] =>
    pairs.map(({ from, to }) => {
      const [a, b, start, end] = [tiles[from], tiles[to], positions[from], positions[to]];
      if (a === undefined || b === undefined || start === undefined || end === undefined) return 0;
      return compareOverlap(a, b, { x: end.x - start.x, y: end.y - start.y })?.correlation ?? 0;
    });
  const [before, after] = [correlations(nominal), correlations(model.positions)];
  return {
    picture: sideBySide(parts),
    numbers: {
      'median correlation of the overlaps, as the stage says': quantileOf(before, 0.5),
      'median correlation of the overlaps, as placed': quantileOf(after, 0.5),
      'least correlation of the overlaps, as placed': Math.min(...after),
    },
  };
}

/** The seams of a cycle as QC draws them, its middle tile moved by 4 px to the right on purpose. */
async function qc(): Promise<RealPicture> {
  const { tiles, model, feather } = await tonsil(1);
  const wrong = withMovedTile(tiles, model, 4);
  const mosaic = blendTiles(tiles, layoutOf(wrong), feather);
  const picture = seamPlot({
    channels: ['DNA'],
    mosaics: [{ picture: greyPicture(shrinkAll(mosaic, 3)), factor: 3 }],
    referenceChannel: 0,
    model: wrong,
    light: undefined,
    gates: demoConfig().qc.stitch,
  });
  return {
    picture,
    numbers: {
      'seam correlation, as placed': worstSeam(model),
      'seam correlation, with the middle tile moved by 4 px': worstSeam(wrong),
    },
  };
}

function worstSeam(model: StitchModel): number {
  return measureStitch(model, undefined).seam_correlation?.value ?? Number.NaN;
}

/** The same model with the tile in its middle elsewhere, and the seams compared there. */
function withMovedTile(tiles: readonly Image[], model: StitchModel, by: number): StitchModel {
  const { width, height } = model.canvas;
  const fromMiddle = ({ x, y }: { x: number; y: number }): number =>
    Math.hypot(x + model.tile.width / 2 - width / 2, y + model.tile.height / 2 - height / 2);
  const [middle] = model.positions.toSorted((a, b) => fromMiddle(a) - fromMiddle(b));
  const positions = model.positions.map((place) =>
    place.tile === middle?.tile ? { ...place, x: place.x + by } : place,
  );
  const edges = model.edges.map((edge) => {
    const [a, b] = [tiles[edge.from - 1], tiles[edge.to - 1]];
    const [start, end] = [positions[edge.from - 1], positions[edge.to - 1]];
    if (a === undefined || b === undefined || start === undefined || end === undefined) return edge;
    const placed = compareOverlap(a, b, { x: end.x - start.x, y: end.y - start.y }) ?? null;
    return { ...edge, placed };
  });
  return { ...model, positions, edges };
}

/** A grid of lines: raw, and after 20 and 50 iterations with the measured point spread. */
async function decon(): Promise<RealPicture> {
  const rows = { from: 50, rows: 60 };
  const grid = await readStack('decon/DeconvolutionSampleVerticalGrid1AU-crop.tif', rows);
  const psf = await readStack('decon/computed/bian_psf_avg.tif', { from: 0, rows: 31 });
  const core = { x: 0, y: 0, width: grid.width, height: grid.height };
  const stacks = [
    grid,
    ...[20, 50].map((iterations) => deconvolve({ volume: grid, psf, iterations, core })),
  ];
  const planes = stacks.map(({ width, height, data }): Image => {
    const size = width * height;
    return { width, height, data: data.slice(10 * size, 11 * size) };
  });
  const [raw = 0, twenty = 0, fifty = 0] = planes.map(valleyOf);
  return {
    picture: sideBySide(planes.map((plane) => enlarged(greyPicture(plane), 2))),
    numbers: {
      'valley over peak between two lines, raw': raw,
      'valley over peak between two lines, 20 iterations': twenty,
      'valley over peak between two lines, 50 iterations': fifty,
    },
  };
}

async function readStack(
  path: string,
  { from, rows }: { readonly from: number; readonly rows: number },
): Promise<Volume> {
  const file = await openTiff(realFile(path));
  const planes: Image[] = [];
  for (let page = 0; page < file.pageCount; page++) {
    const image = await file.readImage(page);
    planes.push(cropImage(image, { x: 0, y: from, width: image.width, height: rows }));
  }
  await file.close();
  return stackPlanes(planes);
}

/** The lowest between the lines at 71 and 83, over the lower of the two, of sums over y. */
function valleyOf({ width, height, data }: Image): number {
  const profile = Array.from({ length: width }, (_, x) => {
    let sum = 0;
    for (let y = 0; y < height; y++) sum += data[y * width + x] ?? 0;
    return sum;
  });
  const lines = [Math.max(...profile.slice(68, 75)), Math.max(...profile.slice(80, 87))];
  return Math.min(...profile.slice(71, 84)) / Math.min(...lines);
}

/** Beads on a tilted bottom: maximum projection, projection, and the planes it is taken from. */
async function edf(): Promise<RealPicture> {
  const folder = realFile('edf/imagexpress_E08_s2_w1');
  const planes: Image[] = [];
  for (const step of readdirSync(folder).toSorted()) {
    const [name = ''] = readdirSync(`${folder}/${step}`);
    planes.push(await readTiffImage(`${folder}/${step}/${name}`));
  }
  const [first] = planes;
  if (first === undefined) throw new Error('no planes');
  const brightest = { ...first, data: first.data.slice() };
  for (const { data } of planes) {
    for (let i = 0; i < data.length; i++) {
      brightest.data[i] = Math.max(brightest.data[i] ?? 0, data[i] ?? 0);
    }
  }
  const { image, depth } = await projectFocus(planes, { radius: 2, sigma: 10 });
  const part: Rectangle = { x: 0, y: 170, width: 220, height: 220 };
  const map = { ...image, data: Float32Array.from(depth) };
  const best = Math.max(...planes.map(focusEnergy));
  return {
    picture: sideBySide([
      greyPicture(cropImage(brightest, part)),
      greyPicture(cropImage(image, part)),
      heatPicture(cropImage(map, part), 0, planes.length - 1),
    ]),
    numbers: {
      'focus energy over that of the sharpest plane, maximum projection':
        focusEnergy(brightest) / best,
      'focus energy over that of the sharpest plane, projection': focusEnergy(image) / best,
    },
  };
}

/** Cycle 2 in green over cycle 1 in magenta: as stitched, and registered. */
async function registration(): Promise<RealPicture> {
  const [one, two] = await Promise.all(
    [1, 2].map(async (cycle) => {
      const { tiles, model, feather } = await tonsil(cycle);
      return blendTiles(tiles, layoutOf(model), feather);
    }),
  );
  if (one === undefined || two === undefined) throw new Error('two cycles');
  const { motion } = registerImages(one, two, {
    model: 'rigid',
    block: 128,
    minPeak: 0.1,
    minInliers: 0.5,
    tolerance: 2,
  });
  const unmoved = { xx: 1, xy: 0, x0: 0, yx: 0, yy: 1, y0: 0 };
  const cycles = [unmoved, motion].map((by) => warp(two, by, one));
  const part: Rectangle = { x: 150, y: 150, width: 106, height: 106 };
  const reference = greyPicture(cropImage(one, part));
  const inner = { x: 15, y: 15, width: one.width - 30, height: one.height - 30 };
  const [before = 0, after = 0] = cycles.map((image) => pearson(one, image, inner, inner));
  return {
    picture: sideBySide(
      cycles.map((image) => enlarged(overlaid(reference, greyPicture(cropImage(image, part))), 2)),
    ),
    numbers: {
      'correlation with cycle 1, as stitched': before,
      'correlation with cycle 1, registered': after,
    },
  };
}

/** Every pixel as a square. */
function enlarged({ width, height, samples, data }: Picture, factor: number): Picture {
  const out = new Uint8Array(data.length * factor * factor);
  for (let y = 0; y < height * factor; y++) {
    for (let x = 0; x < width * factor; x++) {
      const from = (Math.floor(y / factor) * width + Math.floor(x / factor)) * samples;
      out.set(data.subarray(from, from + samples), (y * width * factor + x) * samples);
    }
  }
  return { width: width * factor, height: height * factor, samples, data: out };
}
