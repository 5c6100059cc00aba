import { type Image, quantileOf, type Vector } from '../imaging/image.ts';
import type { Picture } from '../imaging/png.ts';
import { shrinkAll } from '../imaging/quality.ts';

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number];

/** A picture of an image, and how many of its pixels a side one of the picture stands for. */
export interface Thumbnail {
  readonly picture: Picture;
  readonly factor: number;
}

/** A grey picture of at most `side` pixels a side, black to white from dim to bright. */
export function thumbnailOf(image: Image, side: number): Thumbnail {
  const factor = Math.max(1, Math.ceil(Math.max(image.width, image.height) / side));
  const small = factor === 1 ? image : shrinkAll(image, factor);
  return { picture: greyPicture(small), factor };
}

/** Black at the 0.5th percentile of what has data, white at the 99.7th. */
export function greyPicture({ width, height, data }: Image): Picture {
  const values = data.filter((value) => value !== 0);
  const low = values.length === 0 ? 0 : quantileOf(values, 0.005);
  const high = values.length === 0 ? 1 : quantileOf(values, 0.997);
  return greyBetween({ width, height, data }, low, high);
}

/** Black at `low` and below, white at `high` and above. */
export function greyBetween({ width, height, data }: Image, low: number, high: number): Picture {
  const scale = high > low ? 255 / (high - low) : 0;
  // Uint8ClampedArray rounds and limits.
  const grey = Uint8ClampedArray.from(data, (value) => (value - low) * scale);
  return { width, height, samples: 1, data: new Uint8Array(grey.buffer) };
}

/** Two grey pictures of one size: white where both are bright, magenta the first, green the second. */
export function overlaid(first: Picture, second: Picture): Picture {
  const data = new Uint8Array(first.width * first.height * 3);
  for (let i = 0; i < first.width * first.height; i++) {
    data[3 * i] = first.data[i] ?? 0;
    data[3 * i + 1] = second.data[i] ?? 0;
    data[3 * i + 2] = first.data[i] ?? 0;
  }
  return { width: first.width, height: first.height, samples: 3, data };
}

/** Pictures of one height side by side, a white line between them. */
export function sideBySide(pictures: readonly Picture[]): Picture {
  const inColour = pictures.map(coloured);
  const height = Math.max(...inColour.map((picture) => picture.height));
  const width = inColour.reduce((sum, picture) => sum + picture.width + GAP, -GAP);
  const data = new Uint8Array(width * height * 3).fill(255);
  let left = 0;
  for (const picture of inColour) {
    for (let y = 0; y < picture.height; y++) {
      const row = picture.data.subarray(y * picture.width * 3, (y + 1) * picture.width * 3);
      data.set(row, (y * width + left) * 3);
    }
    left += picture.width + GAP;
  }
  return { width, height, samples: 3, data };
}

const GAP = 4;

function coloured(picture: Picture): Picture {
  if (picture.samples === 3) return picture;
  return overlaid(picture, picture);
}

/** Every pixel in the colour of its value: dark blue at `low` over green to yellow at `high`. */
export function heatPicture({ width, height, data }: Image, low: number, high: number): Picture {
  const out = new Uint8Array(width * height * 3);
  for (let i = 0; i < data.length; i++) {
    const value = data[i] ?? 0;
    const share = high > low ? (value - low) / (high - low) : 0;
    out.set(Number.isFinite(value) ? heatColour(share) : EMPTY, 3 * i);
  }
  return { width, height, samples: 3, data: out };
}

const EMPTY: Colour = [128, 128, 128];
/** Even steps of a scale whose lightness rises, so that it also reads in grey. */
const HEAT: readonly Colour[] = [
  [38, 24, 92],
  [38, 86, 140],
  [30, 140, 130],
  [110, 196, 86],
  [252, 230, 60],
];

/** The colour of a share from 0 to 1. */
function heatColour(share: number): Colour {
  const at = Math.min(1, Math.max(0, share)) * (HEAT.length - 1);
  const low = Math.min(HEAT.length - 2, Math.floor(at));
  const [from = EMPTY, to = EMPTY] = [HEAT[low], HEAT[low + 1]];
  const mix = (i: 0 | 1 | 2): number => Math.round(from[i] + (at - low) * (to[i] - from[i]));
  return [mix(0), mix(1), mix(2)];
}

export interface Line {
  readonly from: Vector;
  readonly to: Vector;
  readonly colour: Colour;
}

/** The picture in colour, with lines on it, one pixel wide; what lies outside is cut off. */
export function withLines(picture: Picture, lines: readonly Line[]): Picture {
  const drawn = coloured(picture);
  const out: Picture = { ...drawn, data: drawn.data.slice() };
  for (const { from, to, colour } of lines) {
    const steps = Math.max(
      1,
      Math.ceil(Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y))),
    );
    for (let step = 0; step <= steps; step++) {
      const x = Math.round(from.x + ((to.x - from.x) * step) / steps);
      const y = Math.round(from.y + ((to.y - from.y) * step) / steps);
      if (x >= 0 && y >= 0 && x < out.width && y < out.height) {
        out.data.set(colour, 3 * (y * out.width + x));
      }
    }
  }
  return out;
}

/** The four sides of a rectangle. */
export function outline(
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  colour: Colour,
): readonly Line[] {
  const corners = [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
  return corners.map((from, i) => ({ from, to: corners[(i + 1) % 4] ?? from, colour }));
}
