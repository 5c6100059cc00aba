import { gaussianBlur, localVariance } from './filters.ts';
import { blankImage, type Image } from './image.ts';

export type FocusSettings = {
  /** Half the side of the square whose variance is taken, pixels. */
  readonly radius: number;
  /** Sigma by which the variance is smoothed, pixels. */
  readonly sigma: number;
};

export interface FocusProjection {
  /** Every pixel as it is in the plane that is in focus there. */
  readonly image: Image;
  /** The plane of every pixel, from 0. */
  readonly depth: Uint16Array;
}

/**
 * Extended depth of focus: copies each pixel from the plane whose local variance, smoothed, is the
 * largest there; of equals the first. Counts are kept, unlike in wavelet fusion.
 *
 * The order of CLIJ2's `extendedDepthOfFocusVarianceProjection`: the variance map is smoothed,
 * not the image. Takes planes one at a time, so that a stack need not fit in memory.
 */
export async function projectFocus(
  planes: AsyncIterable<Image> | Iterable<Image>,
  { radius, sigma }: FocusSettings,
): Promise<FocusProjection> {
  let best: Float32Array | undefined;
  let image = blankImage(0, 0);
  let depth = new Uint16Array(0);
  let z = 0;
  for await (const plane of planes) {
    const sharpness = gaussianBlur(localVariance(plane, radius), sigma).data;
    if (best === undefined) {
      best = sharpness;
      image = { ...plane, data: plane.data.slice() };
      depth = new Uint16Array(sharpness.length);
    } else {
      if (sharpness.length !== best.length) throw new Error(`plane ${z + 1} has another size`);
      for (let i = 0; i < best.length; i++) {
        if ((sharpness[i] ?? 0) <= (best[i] ?? 0)) continue;
        best[i] = sharpness[i] ?? 0;
        image.data[i] = plane.data[i] ?? 0;
        depth[i] = z;
      }
    }
    z++;
  }
  if (best === undefined) throw new Error('a focus projection needs at least one plane');
  return { image, depth };
}
