/**
 * A grey image. Pixel (x, y) is `data[y * width + x]`; its centre lies at the coordinate (x, y).
 *
 * Loops read samples as `data[i] ?? 0`: an index that left the array would read 0, not `undefined`.
 */
export interface Image {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** A stack of planes of one size. Voxel (x, y, z) is `data[(z * height + y) * width + x]`. */
export interface Volume {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly data: Float32Array;
}

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A shift or position in pixels; x runs to the right, y down. */
export interface Vector {
  readonly x: number;
  readonly y: number;
}

/** All pixels 0. */
export function blankImage(width: number, height: number): Image {
  return { width, height, data: new Float32Array(width * height) };
}

/** The pixels of a rectangle that lies within the image, as an image of its own. */
export function cropImage(image: Image, { x, y, width, height }: Rectangle): Image {
  const data = new Float32Array(width * height);
  for (let row = 0; row < height; row++) {
    const start = (y + row) * image.width + x;
    data.set(image.data.subarray(start, start + width), row * width);
  }
  return { width, height, data };
}

/** Planes of one size, copied into a stack. */
export function stackPlanes(planes: readonly Image[]): Volume {
  const [first] = planes;
  if (first === undefined) throw new Error('a stack needs at least one plane');
  const { width, height } = first;
  const data = new Float32Array(width * height * planes.length);
  for (const [z, plane] of planes.entries()) {
    if (plane.width !== width || plane.height !== height) {
      throw new Error(
        `plane ${z + 1} is ${plane.width}×${plane.height}, the first ${width}×${height}`,
      );
    }
    data.set(plane.data, z * width * height);
  }
  return { width, height, depth: planes.length, data };
}

/** In 64 bits, whatever the values have. */
export function sumOf(values: Float32Array | Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

/** NaN for no values. */
export function meanOf(values: Float32Array | Float64Array): number {
  return sumOf(values) / values.length;
}

/** The value below which the given share of the values lies, without interpolation. */
export function quantileOf(values: Iterable<number>, share: number): number {
  const sorted = Float64Array.from(values).toSorted();
  return sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
}
