import { type Affine, applyAffine } from './affine.ts';
import { blankImage, type Image, type Vector } from './image.ts';

/**
 * The value between pixels by Catmull-Rom interpolation over 4×4 pixels (Keys, Cubic convolution
 * interpolation, IEEE Trans. ASSP 29, 1981; a = −1/2): exact for quadratics, and at pixels.
 * The outermost pixels go on beyond the border; the caller decides how far that is of use.
 */
export function sampleAt({ width, height, data }: Image, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const fx = x - left;
  const fy = y - top;
  const [x0, x1, x2, x3] = cubicWeights(fx);
  const isInside = left >= 1 && top >= 1 && left + 2 < width && top + 2 < height;
  let sum = 0;
  for (let j = 0; j < 4; j++) {
    const weight = j === 0 ? w0(fy) : j === 1 ? w1(fy) : j === 2 ? w1(1 - fy) : w0(1 - fy);
    let row: number;
    if (isInside) {
      const i = (top - 1 + j) * width + left - 1;
      row =
        x0 * (data[i] ?? 0) +
        x1 * (data[i + 1] ?? 0) +
        x2 * (data[i + 2] ?? 0) +
        x3 * (data[i + 3] ?? 0);
    } else {
      const i = clamp(top - 1 + j, height) * width;
      row =
        x0 * (data[i + clamp(left - 1, width)] ?? 0) +
        x1 * (data[i + clamp(left, width)] ?? 0) +
        x2 * (data[i + clamp(left + 1, width)] ?? 0) +
        x3 * (data[i + clamp(left + 2, width)] ?? 0);
    }
    sum += weight * row;
  }
  return sum;
}

/** Weights of the pixels at −1, 0, 1 and 2 for a value at a fraction from 0 to 1. */
export function cubicWeights(fraction: number): readonly [number, number, number, number] {
  return [w0(fraction), w1(fraction), w1(1 - fraction), w0(1 - fraction)];
}

/** Weight of the pixel one and a fraction away. */
function w0(f: number): number {
  return f * (-0.5 + f * (1 - 0.5 * f));
}

/** Weight of the pixel a fraction away. */
function w1(f: number): number {
  return 1 + f * f * (-2.5 + 1.5 * f);
}

function clamp(index: number, size: number): number {
  return Math.min(size - 1, Math.max(0, index));
}

/**
 * The image as seen on another grid: pixel p of the result is the image at `motion(p)`; 0 where
 * that lies outside the image.
 */
export function warp(
  image: Image,
  motion: Affine,
  size: { readonly width: number; readonly height: number },
): Image {
  const out = blankImage(size.width, size.height);
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const at = applyAffine(motion, { x, y });
      if (isWithin(image, at)) out.data[y * size.width + x] = sampleAt(image, at.x, at.y);
    }
  }
  return out;
}

function isWithin({ width, height }: Image, { x, y }: Vector): boolean {
  return x >= 0 && y >= 0 && x <= width - 1 && y <= height - 1;
}
