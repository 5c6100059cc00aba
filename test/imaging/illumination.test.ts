import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BASIC_DEFAULTS, fitFlatfield } from '../../rules/imaging/basic-illumination.ts';
import { pearson } from '../../rules/imaging/correlation.ts';
import { asGain, correctTiles } from '../../rules/imaging/flatfield.ts';
import { blankImage, type Image, meanOf } from '../../rules/imaging/image.ts';
import { resizeArea } from '../../rules/imaging/resize.ts';
import { trueFlatField } from '../../rules/imaging/synthetic-tiles.ts';
import { readTiffImage } from '../../rules/imaging/tiff-reader.ts';
import { HAS_REAL_DATA, realFile, realJson } from '../rigs/imaging-data.ts';
import { acquisition, rawTiles, rms } from '../rigs/imaging-scene.ts';

describe.each([
  { rows: 5, columns: 5, channel: 1 },
  { rows: 3, columns: 3, channel: 1 },
  { rows: 2, columns: 2, channel: 1 },
  { rows: 2, columns: 2, channel: 2 },
])('fitted to $rows×$columns tiles of channel $channel', ({ rows, columns, channel }) => {
  const made = acquisition({ grid: { rows, columns, overlap: 0.3 } });
  const { tiles } = rawTiles(made, { channel });
  const truth = trueFlatField(made, { channel, plane: 1 });
  const flatfield = fitFlatfield(tiles, BASIC_DEFAULTS);

  test('the flatfield is within 5 % of the truth on average', () => {
    const error = meanOf(truth.data.map((value, i) => Math.abs(value - (flatfield.data[i] ?? 0))));
    expect(error).toBeLessThan(0.05);
  });

  test('what is left of the vignette is less than half of it', () => {
    const left = truth.data.map((value, i) => value / (flatfield.data[i] ?? 1));
    expect(variation(left)).toBeLessThan(0.5 * variation(truth.data));
  });

  test('its mean is 1', () => {
    expect(meanOf(flatfield.data)).toBeCloseTo(1, 5);
  });
});

test('brighter images have the same flatfield', () => {
  const { tiles } = rawTiles(acquisition());
  const brighter = tiles.map((tile) => ({ ...tile, data: tile.data.map((value) => 100 * value) }));
  const once = fitFlatfield(tiles, BASIC_DEFAULTS);
  const again = fitFlatfield(brighter, BASIC_DEFAULTS);
  const differences = once.data.map((value, i) => Math.abs(value - (again.data[i] ?? 0)));
  expect(Math.max(...differences)).toBeLessThan(1e-3);
});

test('corrected tiles keep their order of brightness', () => {
  const { tiles } = rawTiles(acquisition());
  const scaled = tiles.map((tile, i) => ({
    ...tile,
    data: tile.data.map((value) => (1 + i) * value),
  }));
  const levels = correctTiles(scaled, { method: 'basic', offset: 0 }).tiles.map(({ data }) =>
    meanOf(data),
  );
  expect(levels).toEqual(levels.toSorted((a, b) => a - b));
});

test('no images and black images are refused', () => {
  expect(() => fitFlatfield([], BASIC_DEFAULTS)).toThrow(
    'an illumination fit needs at least one image',
  );
  expect(() => fitFlatfield([blankImage(8, 8)], BASIC_DEFAULTS)).toThrow(
    'an illumination fit needs images that are not black',
  );
});

describe('correction', () => {
  const tile: Image = { width: 2, height: 1, data: Float32Array.from([110, 130]) };

  test('by nothing takes the offset away', () => {
    const [corrected] = correctTiles([tile], { method: 'none', offset: 10 }).tiles;
    expect(corrected?.data).toEqual(Float32Array.from([100, 120]));
  });

  test('by a file divides by its gains, of mean 1, and never by less than a tenth', () => {
    const gain = asGain({ width: 2, height: 1, data: Float32Array.from([50, 150]) });
    expect(gain.data).toEqual(Float32Array.from([0.5, 1.5]));
    const [corrected] = correctTiles([tile], { method: 'file', offset: 10, gain }).tiles;
    expect(corrected?.data).toEqual(Float32Array.from([200, 80]));
    const dark: Image = { width: 2, height: 1, data: Float32Array.from([0.01, 1.99]) };
    const [limited] = correctTiles([tile], { method: 'file', offset: 10, gain: dark }).tiles;
    expect(limited?.data[0]).toBeCloseTo(1000, 2);
  });

  test('by a file of another size is refused', () => {
    expect(() =>
      correctTiles([tile], { method: 'file', offset: 0, gain: blankImage(3, 1) }),
    ).toThrow('the flatfield is 3×1, the tiles 2×1');
    expect(() => asGain(blankImage(2, 1))).toThrow('the flatfield is black');
  });
});

describe.skipIf(!HAS_REAL_DATA)('24 fields of GFP (skipped without ../shared/data)', () => {
  test('the flatfield is that of 72 fields, and half of them even out the other half', async () => {
    const fields: Image[] = [];
    for (const name of readdirSync(realFile('illumination')).toSorted()) {
      if (name.endsWith('.TIF')) fields.push(await readTiffImage(realFile(`illumination/${name}`)));
    }
    expect(fields).toHaveLength(24);
    const flatfield = fitFlatfield(fields, BASIC_DEFAULTS);
    const { reference_32x32: rows } = realJson<{ reference_32x32: number[][] }>(
      'illumination/flatfield_reference.json',
    );
    const reference = asGain({ width: 32, height: 32, data: Float32Array.from(rows.flat()) });
    const blocks = asGain(resizeArea(flatfield, 32));
    const whole = { x: 0, y: 0, width: 32, height: 32 };
    expect(pearson(blocks, reference, whole, whole)).toBeGreaterThanOrEqual(0.97);
    const differences = [...blocks.data].map((value, i) => value - (reference.data[i] ?? 0));
    expect(rms(differences)).toBeLessThanOrEqual(0.08);
    expect(blockVariation(fields)).toBeCloseTo(0.242, 3);
    expect(blockVariation(fields, flatfield)).toBeLessThanOrEqual(0.09);
    const odd = fitFlatfield(
      fields.filter((_, i) => i % 2 === 0),
      BASIC_DEFAULTS,
    );
    const even = fields.filter((_, i) => i % 2 === 1);
    expect(blockVariation(even, odd)).toBeLessThan(0.5 * blockVariation(even));
  });
});

/** Variation of the 8×8 block means of the mean image. */
function blockVariation(images: readonly Image[], gain?: Image): number {
  const [first] = images;
  if (first === undefined) return Number.NaN;
  const sums = blankImage(first.width, first.height);
  for (const { data } of images) {
    for (let i = 0; i < data.length; i++) {
      sums.data[i] = (sums.data[i] ?? 0) + (data[i] ?? 0) / (gain?.data[i] ?? 1);
    }
  }
  return variation(resizeArea(sums, 8).data);
}

/** Standard deviation over mean. */
function variation(values: Float32Array): number {
  const mean = meanOf(values);
  return rms([...values].map((value) => value - mean)) / mean;
}
