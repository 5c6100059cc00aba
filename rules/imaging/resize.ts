import { blankImage, type Image } from './image.ts';

/** The image as a square of `size` pixels, each the mean of the area that it covers. */
export function resizeArea(image: Image, size: number): Image {
  const { width, data } = image;
  const across = coverage(width, size);
  const down = coverage(image.height, size);
  const out = blankImage(size, size);
  for (let j = 0; j < down.from.length; j++) {
    const row = (down.from[j] ?? 0) * width;
    const target = (down.to[j] ?? 0) * size;
    const share = down.share[j] ?? 0;
    for (let i = 0; i < across.from.length; i++) {
      const at = target + (across.to[i] ?? 0);
      const value = data[row + (across.from[i] ?? 0)] ?? 0;
      out.data[at] = (out.data[at] ?? 0) + value * share * (across.share[i] ?? 0);
    }
  }
  return out;
}

/** Which source pixels cover which target pixels, in three columns. */
interface Coverage {
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Part of the target pixel that the source pixel covers. */
  readonly share: Float64Array;
}

function coverage(length: number, size: number): Coverage {
  const scale = length / size;
  const shares: { from: number; to: number; share: number }[] = [];
  for (let to = 0; to < size; to++) {
    const start = to * scale;
    const end = start + scale;
    for (let from = Math.floor(start); from < Math.min(length, Math.ceil(end)); from++) {
      const covered = Math.min(end, from + 1) - Math.max(start, from);
      if (covered > 1e-9) shares.push({ from, to, share: covered / scale });
    }
  }
  return {
    from: Int32Array.from(shares, ({ from }) => from),
    to: Int32Array.from(shares, ({ to }) => to),
    share: Float64Array.from(shares, ({ share }) => share),
  };
}

/** The image at another size by linear interpolation between the middles of its pixels. */
export function resizeLinear(
  image: Image,
  size: { readonly width: number; readonly height: number },
): Image {
  const out = blankImage(size.width, size.height);
  const across = positions(image.width, size.width);
  const down = positions(image.height, size.height);
  for (const [y, { low: top, high: bottom, share: fy }] of down.entries()) {
    for (const [x, { low: left, high: right, share: fx }] of across.entries()) {
      const upper = mix(image, top, { left, right, fx });
      const lower = mix(image, bottom, { left, right, fx });
      out.data[y * size.width + x] = upper + fy * (lower - upper);
    }
  }
  return out;
}

interface Between {
  readonly left: number;
  readonly right: number;
  readonly fx: number;
}

function mix({ width, data }: Image, row: number, { left, right, fx }: Between): number {
  const a = data[row * width + left] ?? 0;
  return a + fx * ((data[row * width + right] ?? 0) - a);
}

function positions(from: number, to: number): { low: number; high: number; share: number }[] {
  return Array.from({ length: to }, (_, i) => {
    const at = Math.min(from - 1, Math.max(0, ((i + 0.5) * from) / to - 0.5));
    const low = Math.floor(at);
    return { low, high: Math.min(from - 1, low + 1), share: at - low };
  });
}
