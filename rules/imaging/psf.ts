import { besselJ0 } from './bessel.ts';
import { sumOf, type Volume } from './image.ts';

export interface Optics {
  readonly numericalAperture: number;
  /** Of the immersion and the sample alike. */
  readonly refractiveIndex: number;
  readonly emissionNm: number;
  readonly pixelNm: number;
  readonly planeNm: number;
}

/** Half the size of a point spread in pixels and planes, the middle not counted. */
export interface PsfReach {
  readonly lateral: number;
  readonly axial: number;
}

/**
 * As many planes as two axial widths, but no more than the stack can use, and at the last of them
 * the geometric cone of light with a ring to spare. Width: 0.88·λ/(n − √(n² − NA²)).
 */
export function psfReach(optics: Optics, depth: number): PsfReach {
  const { numericalAperture: na, refractiveIndex: n, emissionNm, pixelNm, planeNm } = optics;
  const axialNm = (0.88 * emissionNm) / (n - Math.sqrt(n * n - na * na));
  const axial = Math.min(depth - 1, Math.ceil((2 * axialNm) / planeNm));
  const coneNm = (axial * planeNm * na) / Math.sqrt(n * n - na * na);
  const lateral = Math.ceil((coneNm + (1.22 * emissionNm) / na) / pixelNm);
  return { lateral, axial };
}

/** Steps of the integral over the pupil; even. */
const PUPIL_STEPS = 200;
/** Samples a pixel in each direction when the spread is integrated over it. */
const SUBPIXELS = 5;
/** Entries of the radial table a pixel. */
const TABLE_STEPS = 10;

/**
 * The point spread of a widefield fluorescence microscope, integrated over the pixels of the
 * image; of sum 1, its middle at the middle voxel.
 *
 * The intensity of a scalar, aberration-free, focused emission (Born and Wolf, Principles of
 * Optics, §8.8; Gibson and Lanni's model without layers): |∫₀^NA J₀(k·r·s)·exp(i·k·z·√(n² − s²))·s ds|²,
 * k = 2π/λ, by Simpson's rule. Only the emission counts: excitation times emission would be a
 * confocal microscope.
 */
export function widefieldPsf(optics: Optics, { lateral, axial }: PsfReach): Volume {
  const side = 2 * lateral + 1;
  const depth = 2 * axial + 1;
  const data = new Float32Array(side * side * depth);
  for (let z = 0; z <= axial; z++) {
    const table = radialTable(optics, z * optics.planeNm, lateral);
    for (let y = -lateral; y <= lateral; y++) {
      for (let x = -lateral; x <= lateral; x++) {
        const value = pixelMean(table, x, y);
        const i = (y + lateral) * side + x + lateral;
        data[(axial - z) * side * side + i] = value;
        data[(axial + z) * side * side + i] = value;
      }
    }
  }
  const sum = sumOf(data);
  return { width: side, height: side, depth, data: data.map((value) => value / sum) };
}

/** Intensity by distance from the axis, `TABLE_STEPS` entries a pixel. */
function radialTable(optics: Optics, zNm: number, lateral: number): Float64Array {
  const { numericalAperture: na, refractiveIndex: n, emissionNm, pixelNm } = optics;
  const k = (2 * Math.PI) / emissionNm;
  const length = Math.ceil(TABLE_STEPS * (lateral + 1) * Math.SQRT2) + 2;
  const pupil = Array.from({ length: PUPIL_STEPS + 1 }, (_, i) => {
    const s = (na * i) / PUPIL_STEPS;
    const simpson = i === 0 || i === PUPIL_STEPS ? 1 : i % 2 === 1 ? 4 : 2;
    const phase = k * zNm * Math.sqrt(n * n - s * s);
    return { s, re: simpson * s * Math.cos(phase), im: simpson * s * Math.sin(phase) };
  });
  return Float64Array.from({ length }, (_, entry) => {
    const r = (entry * pixelNm) / TABLE_STEPS;
    let [re, im] = [0, 0];
    for (const point of pupil) {
      const bessel = besselJ0(k * r * point.s);
      re += bessel * point.re;
      im += bessel * point.im;
    }
    return re * re + im * im;
  });
}

function pixelMean(table: Float64Array, x: number, y: number): number {
  let sum = 0;
  for (let j = 0; j < SUBPIXELS; j++) {
    for (let i = 0; i < SUBPIXELS; i++) {
      const dx = x + (i + 0.5) / SUBPIXELS - 0.5;
      const dy = y + (j + 0.5) / SUBPIXELS - 0.5;
      const at = Math.hypot(dx, dy) * TABLE_STEPS;
      const low = Math.floor(at);
      const left = table[low] ?? 0;
      sum += left + (at - low) * ((table[low + 1] ?? 0) - left);
    }
  }
  return sum / (SUBPIXELS * SUBPIXELS);
}
