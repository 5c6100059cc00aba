import type { Image, Vector } from './image.ts';
import { type Random, randomFrom } from './random.ts';

/** A Gaussian patch of light: so many photons in all, at a depth in planes. */
export interface Blob extends Vector {
  readonly z: number;
  /** Pixels, in focus and before the optics. */
  readonly sigma: number;
  readonly photons: number;
}

export interface Nucleus extends Vector {
  readonly z: number;
}

export interface SceneSize {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
}

/** Side of the cells that hold at most one nucleus, pixels. */
const SPACING = 16;
/** How far the scene goes on beyond the field, pixels. */
const MARGIN = 40;

/** Nuclei at known places: at most one a cell of a grid, on a gently waved surface. */
export function scatterNuclei(size: SceneSize, seed: number): readonly Nucleus[] {
  const random = randomFrom(seed, 'nuclei');
  const nuclei: Nucleus[] = [];
  for (let y = -MARGIN; y < size.height + MARGIN; y += SPACING) {
    for (let x = -MARGIN; x < size.width + MARGIN; x += SPACING) {
      const at = {
        x: x + SPACING * (0.2 + 0.6 * random.uniform()),
        y: y + SPACING * (0.2 + 0.6 * random.uniform()),
      };
      const wave = Math.sin(at.x / 45) * Math.cos(at.y / 60);
      const z = ((size.depth - 1) / 2) * (1 + 0.8 * wave) + 0.2 * random.normal();
      if (random.uniform() < 0.85) nuclei.push({ ...at, z });
    }
  }
  return nuclei;
}

/** What a nuclear stain shows: bodies of a few patches each; some are lost from cycle to cycle. */
export function nuclearBlobs(
  nuclei: readonly Nucleus[],
  { seed, cycle, lost, photons }: NuclearStain,
): readonly Blob[] {
  const losses = randomFrom(seed, 'lost', cycle);
  return nuclei.flatMap((nucleus, index) => {
    const random = randomFrom(seed, 'nucleus', index);
    const bright = photons * (0.6 + 0.8 * random.uniform());
    const patches = Array.from({ length: 5 }, () => patch(nucleus, random, bright));
    return losses.uniform() < lost ? [] : patches;
  });
}

export interface NuclearStain {
  readonly seed: number;
  readonly cycle: number;
  /** Share of nuclei that are missing. */
  readonly lost: number;
  /** Mean photons of a patch. */
  readonly photons: number;
}

function patch(nucleus: Nucleus, random: Random, photons: number): Blob {
  return {
    x: nucleus.x + 2.2 * random.normal(),
    y: nucleus.y + 2.2 * random.normal(),
    z: nucleus.z + 0.15 * random.normal(),
    sigma: 1.2 + 1.2 * random.uniform(),
    photons: photons * (0.5 + random.uniform()),
  };
}

/** What a marker shows: spots around some of the nuclei. */
export function markerBlobs(
  nuclei: readonly Nucleus[],
  { seed, marker, photons }: MarkerStain,
): readonly Blob[] {
  const random = randomFrom(seed, 'marker', marker);
  return nuclei.flatMap((nucleus) => {
    if (random.uniform() > 0.5) return [];
    return Array.from({ length: 8 }, () => ({
      x: nucleus.x + 4 * random.normal(),
      y: nucleus.y + 4 * random.normal(),
      z: nucleus.z + 0.3 * random.normal(),
      sigma: 0.7,
      photons: photons * (0.5 + random.uniform()),
    }));
  });
}

export interface MarkerStain {
  readonly seed: number;
  /** Names the marker: others light up around other nuclei. */
  readonly marker: string;
  /** Mean photons of a spot. */
  readonly photons: number;
}

export type Defocus = {
  /** Sigma of the optics in focus, pixels. */
  readonly inFocus: number;
  /** Growth of sigma with the distance from focus, pixels a plane. */
  readonly perPlane: number;
};

/**
 * Adds the light of the blobs in one plane. The optics are a Gaussian that widens with the
 * distance from focus and keeps its photons: a stand-in for the true point spread that can be
 * placed at any sub-pixel position without resampling.
 */
export function addBlobs(
  image: Image,
  blobs: readonly Blob[],
  focus: Defocus & { z: number },
): void {
  const { width, height, data } = image;
  for (const blob of blobs) {
    const blur = focus.perPlane * (focus.z - blob.z);
    const variance = blob.sigma ** 2 + focus.inFocus ** 2 + blur * blur;
    const reach = 4 * Math.sqrt(variance);
    const left = Math.max(0, Math.ceil(blob.x - reach));
    const right = Math.min(width - 1, Math.floor(blob.x + reach));
    const bottom = Math.min(height - 1, Math.floor(blob.y + reach));
    const peak = blob.photons / (2 * Math.PI * variance);
    const profile = new Float64Array(Math.max(0, right - left + 1));
    for (let i = 0; i < profile.length; i++) {
      profile[i] = Math.exp(-((left + i - blob.x) ** 2) / (2 * variance));
    }
    for (let y = Math.max(0, Math.ceil(blob.y - reach)); y <= bottom; y++) {
      const row = peak * Math.exp(-((y - blob.y) ** 2) / (2 * variance));
      const start = y * width + left;
      for (let i = 0; i < profile.length; i++) {
        data[start + i] = (data[start + i] ?? 0) + row * (profile[i] ?? 0);
      }
    }
  }
}
