import { BASIC_DEFAULTS, fitFlatfield } from './basic-illumination.ts';
import { type Image, meanOf } from './image.ts';

/** Where the relative gain of the pixels comes from. */
export type IlluminationMethod = 'basic' | 'none' | 'file';

/** Least gain that is divided by: darker corners would be mostly noise. */
const MIN_GAIN = 0.1;

/** Tiles with even illumination, and the gain that they were divided by. */
export interface CorrectedTiles {
  readonly tiles: readonly Image[];
  /** Relative, of mean 1; undefined for the method `none`. */
  readonly gain: Image | undefined;
}

/**
 * Tiles of one channel and plane with even illumination: (tile − offset) / gain, in camera counts.
 *
 * The gain (mean 1) is fitted to the tiles themselves (`basic`), given (`file`), or 1. `offset` is what
 * the camera counts without light. Throws where a given gain has another size than the tiles.
 */
export function correctTiles(
  tiles: readonly Image[],
  { method, offset, gain }: Correction,
): CorrectedTiles {
  const lit = tiles.map((tile) => ({ ...tile, data: tile.data.map((value) => value - offset) }));
  if (method === 'none') return { tiles: lit, gain: undefined };
  const flatfield = method === 'basic' ? fitFlatfield(lit, BASIC_DEFAULTS) : gain;
  if (flatfield === undefined) throw new Error('no flatfield was given');
  for (const tile of lit) divideBy(tile, flatfield);
  return { tiles: lit, gain: flatfield };
}

export interface Correction {
  readonly method: IlluminationMethod;
  readonly offset: number;
  /** For the method `file`. */
  readonly gain?: Image | undefined;
}

/** In place: a plane of a whole slide is large. */
function divideBy(tile: Image, gain: Image): void {
  if (gain.width !== tile.width || gain.height !== tile.height) {
    throw new Error(
      `the flatfield is ${gain.width}×${gain.height}, the tiles ${tile.width}×${tile.height}`,
    );
  }
  const { data } = tile;
  for (let i = 0; i < data.length; i++) {
    data[i] = (data[i] ?? 0) / Math.max(MIN_GAIN, gain.data[i] ?? 1);
  }
}

/** A measured flatfield as relative gains of mean 1. */
export function asGain(image: Image): Image {
  const mean = meanOf(image.data);
  if (!(mean > 0)) throw new Error('the flatfield is black');
  return { ...image, data: image.data.map((value) => value / mean) };
}
