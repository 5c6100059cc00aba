import { COMPRESSIONS, refusedCompression } from './tiff-codecs.ts';
import type { TiffFields, TiffStructure } from './tiff-structure.ts';

/** How the samples of a page are stored, as far as this reader can decode them. */
export interface TiffPage {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly kind: 'uint' | 'int' | 'float';
  readonly compression: number;
  /** 1: none, 2: differences of whole numbers, 3: of the bytes of floats. */
  readonly predictor: number;
  /** Size of a strip or tile, pixels; tiles may reach beyond the page. */
  readonly part: { readonly width: number; readonly height: number };
  readonly offsets: readonly number[];
  readonly byteCounts: readonly number[];
}

const TAGS = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  description: 270,
  stripOffsets: 273,
  samples: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  predictor: 317,
  palette: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  sampleFormat: 339,
} as const;

const PALETTE = 3;

const KINDS = ['uint', 'int', 'float'] as const;

/** Throws what of a page is not supported, by name, or cannot be true. */
export function describePage(tiff: TiffStructure, page: number): TiffPage {
  const fields = tiff.fieldsOf(page);
  const one = (tag: number, fallback: number): number => tiff.number(fields, tag, fallback);
  const [width, height] = [one(TAGS.width, 0), one(TAGS.height, 0)];
  if (width === 0 || height === 0) throw new Error('it has no width or no height');
  const samples = one(TAGS.samples, 1);
  if (samples !== 1) throw new Error(`${samples} samples a pixel; only grey images are supported`);
  const photometric = one(TAGS.photometric, 1);
  if (photometric !== 1 && !(photometric === PALETTE && isGreyPalette(tiff, fields))) {
    throw new Error(`${namedPhotometric(photometric)} are not supported; only grey, black at 0`);
  }
  if (one(TAGS.fillOrder, 1) !== 1) throw new Error('bits in reverse order are not supported');
  const compression = one(TAGS.compression, 1);
  if (!COMPRESSIONS.has(compression)) throw new Error(refusedCompression(compression));
  const stored = { ...sampleOf(one), compression, predictor: one(TAGS.predictor, 1) };
  refusePredictor(stored);
  const part = partOf(fields, one, { width, height });
  const numbers = (tag: number): readonly number[] => tiff.numbers(fields, tag) ?? [];
  const isTiled = fields.has(TAGS.tileWidth);
  const offsets = numbers(isTiled ? TAGS.tileOffsets : TAGS.stripOffsets);
  const count = Math.ceil(width / part.width) * Math.ceil(height / part.height);
  const counts = numbers(isTiled ? TAGS.tileByteCounts : TAGS.stripByteCounts);
  const rowBytes = Math.ceil((part.width * stored.bits) / 8);
  // Old writers leave out how long the only strip is.
  const isPlain = counts.length === 0 && count === 1 && compression === 1;
  const byteCounts = isPlain ? [rowBytes * part.height] : counts;
  if (offsets.length < count || byteCounts.length < count) {
    throw new Error(
      `${count} strips or tiles are needed, ${Math.min(offsets.length, byteCounts.length)} are there`,
    );
  }
  return { width, height, ...stored, part, offsets, byteCounts };
}

/**
 * Whether the samples are counts in spite of a palette: of greys in even steps, or by ImageJ, which
 * writes the colours in which it shows grey images.
 */
function isGreyPalette(tiff: TiffStructure, fields: TiffFields): boolean {
  if (tiff.text(tiff.fieldsOf(0), TAGS.description).startsWith('ImageJ=')) return true;
  const colours = tiff.numbers(fields, TAGS.palette) ?? [];
  const count = colours.length / 3;
  return (
    count > 1 &&
    colours.every((value, i) => Math.abs(value - ((i % count) * 65535) / (count - 1)) < 300)
  );
}

function namedPhotometric(photometric: number): string {
  const names = ['images that are white at 0', '', 'colours', 'palettes', 'masks', 'CMYK colours'];
  return names[photometric] ?? `pixels of photometric interpretation ${photometric}`;
}

type ReadOne = (tag: number, fallback: number) => number;

function sampleOf(one: ReadOne): Pick<TiffPage, 'bits' | 'kind'> {
  const bits = one(TAGS.bits, 1);
  const format = one(TAGS.sampleFormat, 1);
  const kind = KINDS[format - 1];
  if (kind === undefined) throw new Error(`samples of format ${format} are not supported`);
  const widths = { uint: [8, 10, 12, 14, 16, 32], int: [8, 16, 32], float: [16, 32, 64] }[kind];
  if (!widths.includes(bits)) {
    const name = { uint: 'whole numbers', int: 'signed numbers', float: 'floats' }[kind];
    throw new Error(`${bits}-bit ${name} are not supported`);
  }
  return { bits, kind };
}

function refusePredictor({
  bits,
  kind,
  compression,
  predictor,
}: Pick<TiffPage, 'bits' | 'kind' | 'compression' | 'predictor'>): void {
  if (predictor === 1) return;
  const isCompressed = compression !== 1 && compression !== 32773;
  const fits =
    (predictor === 2 && (bits === 8 || bits === 16 || bits === 32)) ||
    (predictor === 3 && kind === 'float');
  if (!fits || !isCompressed) {
    const what = isCompressed ? `${bits}-bit ${kind} samples` : 'this compression';
    throw new Error(`predictor ${predictor} of ${what} is not supported`);
  }
}

function partOf(
  fields: TiffFields,
  one: ReadOne,
  { width, height }: { readonly width: number; readonly height: number },
): TiffPage['part'] {
  if (!fields.has(TAGS.tileWidth)) {
    const rows = one(TAGS.rowsPerStrip, height);
    if (rows === 0) throw new Error('its strips have no rows');
    return { width, height: Math.min(rows, height) };
  }
  const part = { width: one(TAGS.tileWidth, 0), height: one(TAGS.tileHeight, 0) };
  const isWhole = part.width > 0 && part.height > 0;
  if (!isWhole || part.width > 65536 || part.height > 65536) {
    throw new Error(`tiles of ${part.width}×${part.height} pixels are not supported`);
  }
  return part;
}
