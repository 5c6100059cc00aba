import { gaussianBlur, laplacian } from './filters.ts';
import { type ComplexArray, complexArray, inverseTransform, smoothSize, transform } from './fft.ts';
import { type Image, type Rectangle, type Vector, cropImage } from './image.ts';

/**
 * The image as registration sees it: Laplacian of Gaussian (sigma 1), which whitens the spectrum
 * of most scenes. Zero where a pixel without data (exactly 0) lies within two pixels, or the
 * border of the covered field would be the strongest edge of all.
 *
 * Correlating whitened images, unlike normalising by phase, does not lock to a camera's fixed
 * pattern (Muhlich et al., Stitching and registering highly multiplexed whole-slide images,
 * Bioinformatics 38:4613, 2022).
 */
export function whiten(image: Image): Image {
  const { width, height } = image;
  const whitened = laplacian(gaussianBlur(image, 1));
  for (let i = 0; i < image.data.length; i++) {
    if (image.data[i] !== 0) continue;
    const y = Math.floor(i / width);
    const x = i % width;
    const left = Math.max(0, x - 2);
    const right = Math.min(width, x + 3);
    for (let row = Math.max(0, y - 2); row < Math.min(height, y + 3); row++) {
      whitened.data.fill(0, row * width + left, row * width + right);
    }
  }
  return whitened;
}

/** Pearson's correlation of two equal rectangles; 0 where one of them is flat. */
export function pearson(a: Image, b: Image, inA: Rectangle, inB: Rectangle): number {
  const { width, height } = inA;
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0];
  // Sums of differences from one pixel keep their digits where the mean is large.
  const zeroA = a.data[inA.y * a.width + inA.x] ?? 0;
  const zeroB = b.data[inB.y * b.width + inB.x] ?? 0;
  for (let y = 0; y < height; y++) {
    let i = (inA.y + y) * a.width + inA.x;
    let j = (inB.y + y) * b.width + inB.x;
    for (let x = 0; x < width; x++, i++, j++) {
      const u = (a.data[i] ?? 0) - zeroA;
      const v = (b.data[j] ?? 0) - zeroB;
      sumA += u;
      sumB += v;
      sumAA += u * u;
      sumBB += v * v;
      sumAB += u * v;
    }
  }
  const count = width * height;
  const varianceA = sumAA - (sumA * sumA) / count;
  const varianceB = sumBB - (sumB * sumB) / count;
  const scale = Math.sqrt(Math.max(0, varianceA) * Math.max(0, varianceB));
  return scale > 0 ? (sumAB - (sumA * sumB) / count) / scale : 0;
}

/**
 * The two rectangles that show the same place when pixel (x, y) of `b` lies on pixel
 * (x, y) + shift of `a`; undefined where there is none. The shift is in whole pixels.
 */
export function overlapOf(
  a: { readonly width: number; readonly height: number },
  b: { readonly width: number; readonly height: number },
  shift: Vector,
): { readonly inA: Rectangle; readonly inB: Rectangle } | undefined {
  const left = Math.max(0, shift.x);
  const top = Math.max(0, shift.y);
  const width = Math.min(a.width, b.width + shift.x) - left;
  const height = Math.min(a.height, b.height + shift.y) - top;
  if (width <= 0 || height <= 0) return undefined;
  return {
    inA: { x: left, y: top, width, height },
    inB: { x: left - shift.x, y: top - shift.y, width, height },
  };
}

/** The spectrum of the cross-correlation of two images on a periodic field. */
export interface CrossSpectrum extends ComplexArray {
  readonly width: number;
  readonly height: number;
}

/**
 * The spectrum A·conj(B), whose inverse transform at a shift d is Σ a(x + d)·b(x): largest where
 * d brings `b` onto `a`. `margin` pixels of zeros keep shifts up to it free of wrapping around.
 * Both images ride in one complex transform.
 */
export function crossSpectrum(a: Image, b: Image, margin: Vector): CrossSpectrum {
  const width = smoothSize(Math.max(a.width, b.width) + margin.x);
  const height = smoothSize(Math.max(a.height, b.height) + margin.y);
  const both = complexArray(width * height);
  for (const [part, image] of [
    [both.re, a],
    [both.im, b],
  ] as const) {
    for (let y = 0; y < image.height; y++) {
      part.set(image.data.subarray(y * image.width, (y + 1) * image.width), y * width);
    }
  }
  transform(both, [height, width]);
  const product = complexArray(width * height);
  for (let y = 0; y < height; y++) {
    multiplyRow(both, product, {
      row: y * width,
      mirroredRow: ((height - y) % height) * width,
      width,
    });
  }
  return { ...product, width, height };
}

/** A·conj(B) of a row, from the transform of a + i·b in the row and in its mirror image. */
function multiplyRow(
  { re, im }: ComplexArray,
  product: ComplexArray,
  { row, mirroredRow, width }: Readonly<Record<'row' | 'mirroredRow' | 'width', number>>,
): void {
  for (let x = 0; x < width; x++) {
    const k = row + x;
    const m = mirroredRow + (x === 0 ? 0 : width - x);
    const [kr, ki, mr, mi] = [re[k] ?? 0, im[k] ?? 0, re[m] ?? 0, im[m] ?? 0];
    const [ar, ai, br, bi] = [kr + mr, ki - mi, ki + mi, mr - kr];
    product.re[k] = (ar * br + ai * bi) / 4;
    product.im[k] = (ai * br - ar * bi) / 4;
  }
}

/** The cross-correlation at all whole shifts, wrapped around: shift (x, y) at `y * width + x`. */
export function correlationSurface(spectrum: CrossSpectrum): Float32Array {
  const field = { re: spectrum.re.slice(), im: spectrum.im.slice() };
  inverseTransform(field, [spectrum.height, spectrum.width]);
  return field.re;
}

/** The image times a window that falls to zero over a `share` of each side (a Tukey window). */
export function taper(image: Image, share: number): Image {
  const horizontal = tukeyWindow(image.width, share);
  const vertical = tukeyWindow(image.height, share);
  const data = new Float32Array(image.data.length);
  for (let y = 0; y < image.height; y++) {
    const row = y * image.width;
    const factor = vertical[y] ?? 0;
    for (let x = 0; x < image.width; x++) {
      data[row + x] = (image.data[row + x] ?? 0) * factor * (horizontal[x] ?? 0);
    }
  }
  return { ...image, data };
}

function tukeyWindow(length: number, share: number): Float64Array {
  const ramp = Math.max(1, share * length);
  return Float64Array.from({ length }, (_, i) => {
    const distance = Math.min(i + 0.5, length - i - 0.5);
    return distance >= ramp ? 1 : 0.5 - 0.5 * Math.cos((Math.PI * distance) / ramp);
  });
}

/** The rectangle of an image, ready to be correlated. */
export function taperedCrop(image: Image, rectangle: Rectangle, share: number): Image {
  return taper(cropImage(image, rectangle), share);
}
