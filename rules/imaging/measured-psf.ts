import { quantileOf, sumOf, type Vector, type Volume } from './image.ts';

/** Size of a voxel, nm. */
export interface Voxel {
  readonly pixelNm: number;
  /** Distance of planes. */
  readonly planeNm: number;
}

/** The brightest voxel is to be so many times as bright as the sides of the stack. */
const LEAST_CONTRAST = 3;

/**
 * A measured stack of one bead as the point spread of an image with other voxels: the sides' median
 * taken off, its middle at the middle voxel, resampled, of sum 1.
 *
 * `stack` has voxels of size `from` and any brightness; the result has voxels of size `to`, no more
 * than `depth − 1` planes to each side, and no more pixels than the stack covers on all sides. Pixels
 * collect the light of their area; planes are sections and are interpolated. Throws where the
 * stack cannot be a point spread: black, flat, of values that are no numbers, or cut off.
 */
export function measuredPsf(
  stack: Volume,
  { from, to, depth }: { readonly from: Voxel; readonly to: Voxel; readonly depth: number },
): Volume {
  const lit = withoutBackground(stack);
  const middle = middleOf(lit);
  const lateral = to.pixelNm / from.pixelNm;
  const axial = to.planeNm / from.planeNm;
  const roomX = Math.min(middle.x, stack.width - 1 - middle.x);
  const room = Math.min(roomX, middle.y, stack.height - 1 - middle.y);
  const reach = Math.floor(room / lateral);
  const planes = Math.min(
    depth - 1,
    Math.floor(Math.min(middle.z, stack.depth - 1 - middle.z) / axial),
  );
  const alongX = resampleAxis(lit, 'x', { middle: middle.x, step: lateral, reach });
  const alongY = resampleAxis(alongX, 'y', { middle: middle.y, step: lateral, reach });
  const spread = resampleAxis(alongY, 'z', { middle: middle.z, step: axial, reach: planes });
  const sum = sumOf(spread.data);
  return { ...spread, data: spread.data.map((value) => value / sum) };
}

function withoutBackground(stack: Volume): Volume {
  if (!stack.data.every((value) => Number.isFinite(value))) {
    throw new Error('it holds values that are no numbers');
  }
  const background = quantileOf(sideValues(stack), 0.5);
  const data = stack.data.map((value) => Math.max(0, value - background));
  const brightest = data.reduce((most, value) => Math.max(most, value), 0);
  if (brightest === 0) throw new Error('it is black, or equally bright everywhere');
  const contrast = (brightest + background) / background;
  if (background > 0 && contrast < LEAST_CONTRAST) {
    throw new Error(
      `its brightest voxel is only ${contrast.toFixed(1)} times as bright as its sides`,
    );
  }
  return { ...stack, data };
}

/** Of the outermost rows and columns of every plane. */
function sideValues({ width, height, depth, data }: Volume): number[] {
  const values: number[] = [];
  for (let i = 0; i < width * height * depth; i++) {
    const x = i % width;
    const y = Math.floor(i / width) % height;
    if (x === 0 || y === 0 || x === width - 1 || y === height - 1) values.push(data[i] ?? 0);
  }
  return values;
}

/** Centre of gravity of what is at least half as bright as the brightest voxel. */
function middleOf({ width, height, depth, data }: Volume): Vector & { readonly z: number } {
  const half = data.reduce((most, value) => Math.max(most, value), 0) / 2;
  let [x, y, z, total] = [0, 0, 0, 0];
  for (const [i, value] of data.entries()) {
    if (value < half) continue;
    const [column, row] = [i % width, Math.floor(i / width) % height];
    if (isAtEnd(column, width) || isAtEnd(row, height)) {
      throw new Error('the bead is cut off: it is bright at the side of the stack');
    }
    x += value * column;
    y += value * row;
    z += value * Math.floor(i / (width * height));
    total += value;
  }
  const middle = { x: x / total, y: y / total, z: z / total };
  if (depth > 1 && (middle.z < 0.5 || middle.z > depth - 1.5)) {
    throw new Error('the bead is cut off: it is brightest in the first or last plane');
  }
  return middle;
}

function isAtEnd(index: number, size: number): boolean {
  return index === 0 || index === size - 1;
}

interface AxisSamples {
  readonly middle: number;
  /** Samples of the source from one of the result to the next. */
  readonly step: number;
  /** Samples of the result to each side of the middle. */
  readonly reach: number;
}

function resampleAxis(
  { width, height, depth, data }: Volume,
  axis: 'x' | 'y' | 'z',
  { middle, step, reach }: AxisSamples,
): Volume {
  const size = { width, height, depth };
  const name = ({ x: 'width', y: 'height', z: 'depth' } as const)[axis];
  const stride = { x: 1, y: width, z: width * height }[axis];
  const length = size[name];
  const out = { ...size, [name]: 2 * reach + 1 };
  const result = new Float32Array(out.width * out.height * out.depth);
  const parts = axis === 'z' ? 1 : Math.max(1, Math.ceil(step));
  for (let to = 0; to < result.length; to++) {
    const inLine = Math.floor(to / stride) % out[name];
    const start = (to % stride) + Math.floor(to / (stride * out[name])) * stride * length;
    let sum = 0;
    for (let part = 0; part < parts; part++) {
      const at = middle + (inLine - reach + (part + 0.5) / parts - 0.5) * step;
      const low = Math.floor(at);
      const below = data[start + Math.max(0, low) * stride] ?? 0;
      const above = data[start + Math.min(length - 1, low + 1) * stride] ?? 0;
      sum += below + (at - low) * (above - below);
    }
    result[to] = sum / parts;
  }
  return { ...out, data: result };
}
