import type { CrossSpectrum } from './correlation.ts';
import type { Vector } from './image.ts';

/** The largest local maxima of a correlation surface among shifts up to `reach`, best first. */
export function findPeaks(
  surface: Float32Array,
  size: { readonly width: number; readonly height: number },
  { from, to, count }: { readonly from: Vector; readonly to: Vector; readonly count: number },
): readonly Vector[] {
  const { width, height } = size;
  const at = (x: number, y: number): number =>
    surface[wrap(y, height) * width + wrap(x, width)] ?? 0;
  const peaks: { readonly shift: Vector; readonly value: number }[] = [];
  for (let y = from.y; y <= to.y; y++) {
    for (let x = from.x; x <= to.x; x++) {
      const value = at(x, y);
      if (value <= 0) continue;
      const isPeak =
        value >= at(x - 1, y) &&
        value >= at(x + 1, y) &&
        value >= at(x, y - 1) &&
        value >= at(x, y + 1);
      if (isPeak) peaks.push({ shift: { x, y }, value });
    }
  }
  peaks.sort((a, b) => b.value - a.value || a.shift.y - b.shift.y || a.shift.x - b.shift.x);
  return peaks.slice(0, count).map(({ shift }) => shift);
}

function wrap(index: number, size: number): number {
  return ((index % size) + size) % size;
}

/**
 * The sub-pixel maximum of a cross-correlation near a whole shift.
 *
 * The correlation is a trigonometric polynomial whose coefficients are the spectrum, so its value,
 * gradient and curvature are known everywhere; Newton's steps reach its maximum to rounding.
 * Undefined where they leave the pixel around the start or meet no maximum.
 */
export function refinePeak(spectrum: CrossSpectrum, start: Vector): Vector | undefined {
  let { x, y } = start;
  for (let step = 0; step < 20; step++) {
    const { gx, gy, hxx, hxy, hyy } = slopes(spectrum, { x, y });
    const determinant = hxx * hyy - hxy * hxy;
    if (!(hxx < 0 && determinant > 0)) return undefined;
    const dx = (hyy * gx - hxy * gy) / determinant;
    const dy = (hxx * gy - hxy * gx) / determinant;
    x -= limit(dx, 0.5);
    y -= limit(dy, 0.5);
    if (Math.abs(x - start.x) > 1.5 || Math.abs(y - start.y) > 1.5) return undefined;
    if (Math.abs(dx) + Math.abs(dy) < 1e-6) return { x, y };
  }
  return { x, y };
}

function limit(value: number, bound: number): number {
  return Math.min(bound, Math.max(-bound, value));
}

interface Slopes {
  readonly gx: number;
  readonly gy: number;
  readonly hxx: number;
  readonly hxy: number;
  readonly hyy: number;
}

/**
 * First and second derivatives of Σ Re(G[k]·exp(2πi k·d/N)) at the shift d, over one half of the
 * spectrum: the other is its conjugate mirror image and adds the same, which no ratio notices.
 */
function slopes({ re, im, width, height }: CrossSpectrum, shift: Vector): Slopes {
  let [gx, gy, hxx, hxy, hyy] = [0, 0, 0, 0, 0];
  const columns = (width >> 1) + 1;
  const phases = Float64Array.from({ length: columns }, (_, k) => frequency(k, width));
  const cosX = phases.map((w) => Math.cos(w * shift.x));
  const sinX = phases.map((w) => Math.sin(w * shift.x));
  for (let ky = 0; ky < height; ky++) {
    const wy = frequency(ky, height);
    const cosY = Math.cos(wy * shift.y);
    const sinY = Math.sin(wy * shift.y);
    // Sums of the row: of values and of slopes, each with powers of the frequency along x.
    let [value0, value1, value2, slope0, slope1] = [0, 0, 0, 0, 0];
    for (let kx = 0; kx < columns; kx++) {
      const k = ky * width + kx;
      // The first column and, of an even width, the last are their own mirror images.
      const share = kx === 0 || 2 * kx === width ? 0.5 : 1;
      const c = share * ((cosX[kx] ?? 0) * cosY - (sinX[kx] ?? 0) * sinY);
      const s = share * ((sinX[kx] ?? 0) * cosY + (cosX[kx] ?? 0) * sinY);
      const value = (re[k] ?? 0) * c - (im[k] ?? 0) * s;
      const slope = -(re[k] ?? 0) * s - (im[k] ?? 0) * c;
      const wx = phases[kx] ?? 0;
      value0 += value;
      value1 += wx * value;
      value2 += wx * wx * value;
      slope0 += slope;
      slope1 += wx * slope;
    }
    gx += slope1;
    gy += wy * slope0;
    hxx -= value2;
    hxy -= wy * value1;
    hyy -= wy * wy * value0;
  }
  return { gx, gy, hxx, hxy, hyy };
}

/** Radians a pixel; the highest of an even size has no sign and is left out. */
function frequency(k: number, size: number): number {
  if (2 * k === size) return 0;
  return (2 * Math.PI * (2 * k < size ? k : k - size)) / size;
}
