// Makes the arrays on which the steps and their peers are timed: raw 32-bit floats and their shapes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScriptJob } from 'dagflow';
import { blankImage, type Image } from '../../../rules/imaging/image.ts';
import { psfReach, widefieldPsf } from '../../../rules/imaging/psf.ts';
import { randomFrom } from '../../../rules/imaging/random.ts';
import { addBlobs, nuclearBlobs, scatterNuclei } from '../../../rules/imaging/synthetic-scene.ts';
import {
  type Acquisition,
  blobsOf,
  renderTile,
  truthOf,
} from '../../../rules/imaging/synthetic-tiles.ts';

export interface ArraysJob {
  output: { folder: string };
}

const OPTICS = {
  numericalAperture: 0.75,
  refractiveIndex: 1.44,
  emissionNm: 520,
  pixelNm: 377,
  planeNm: 1500,
};

export default function arrays(job: ScriptJob<ArraysJob>): void {
  const { folder } = job.output;
  mkdirSync(folder, { recursive: true });
  const shapes: Record<string, unknown> = { iterations: 10, columns: 3, strip: 96 };
  const write = (name: string, shape: readonly number[], parts: readonly Float32Array[]): void => {
    writeFileSync(
      join(folder, `${name}.f32`),
      Buffer.concat(parts.map((part) => new Uint8Array(part.buffer))),
    );
    shapes[name] = shape;
  };
  const stacks = [1, 2].map((channel) => rawTiles(5, 256, channel));
  write('illumination', [2, 25, 256, 256], stacks.flat());
  write('tiles', [9, 640, 640], rawTiles(3, 640, 1));
  write(
    'focus',
    [2, 9, 1024, 1024],
    [1, 2].flatMap((seed) => scenePlanes({ seed, side: 1024, planes: 9 })),
  );
  write('volume', [9, 1024, 1024], scenePlanes({ seed: 3, side: 1024, planes: 9 }));
  const psf = widefieldPsf(OPTICS, psfReach(OPTICS, 9));
  write('psf', [psf.depth, psf.height, psf.width], [psf.data]);
  writeFileSync(join(folder, 'shapes.json'), JSON.stringify(shapes));
}

/** Tiles of one channel and plane in their order of acquisition. */
function rawTiles(rows: number, tileSize: number, channel: number): Float32Array[] {
  const acquisition: Acquisition = {
    seed: 7,
    grid: { rows, columns: rows, overlap: 0.15 },
    tileSize,
    planes: 1,
    focus: { inFocus: 0.45, perPlane: 1.2 },
    jitter: 4,
    shift: 0,
    rotation: 0,
    lost: 0,
    photons: 6000,
    background: 150,
    readNoise: 3,
    offset: 0,
  };
  const truth = truthOf(acquisition, 1);
  const blobs = blobsOf(acquisition, truth, channel);
  return truth.corners.map(
    (_, tile) => renderTile(acquisition, { truth, blobs }, { channel, plane: 0, tile }).data,
  );
}

function scenePlanes({
  seed,
  side,
  planes,
}: Record<'seed' | 'side' | 'planes', number>): Float32Array[] {
  const nuclei = scatterNuclei({ width: side, height: side, depth: planes }, seed);
  const blobs = nuclearBlobs(nuclei, { seed, cycle: 1, lost: 0, photons: 6000 });
  const random = randomFrom('noise', seed);
  return Array.from({ length: planes }, (_, z) => {
    const image: Image = blankImage(side, side);
    image.data.fill(150);
    addBlobs(image, blobs, { z, inFocus: 0.5, perPlane: 1 });
    return image.data.map((mean) => random.poisson(mean));
  });
}
