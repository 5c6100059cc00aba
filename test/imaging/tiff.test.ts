import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromFile } from 'geotiff';
import { describe, expect, test } from 'vitest';
import { openTiff, readTiffImage } from '../../rules/imaging/tiff-reader.ts';
import type { Samples } from '../../rules/imaging/tiff-parts.ts';
import { type TiffFormat, TiffWriter } from '../../rules/imaging/tiff-writer.ts';
import { HAS_REAL_DATA, realFile, realJson, temporaryFolder } from '../rigs/imaging-data.ts';
import { parseTiff } from '../rigs/imaging-tiff.ts';

const folder = temporaryFolder();

const TYPES = [
  { type: 'uint8', make: (length: number) => new Uint8Array(length), top: 255 },
  { type: 'uint16', make: (length: number) => new Uint16Array(length), top: 65535 },
  { type: 'float32', make: (length: number) => new Float32Array(length), top: 1e6 },
] as const;

const LAYOUTS = ['classic', 'big'] as const;

const CASES = TYPES.flatMap((type) => LAYOUTS.map((layout) => ({ ...type, layout })));

/** More than one strip, an odd width, values at both ends of the range. */
const SIZE = { width: 301, height: 907 };

function pagesOf({ make, top }: (typeof TYPES)[number], count: number): Samples[] {
  return Array.from({ length: count }, (_, page) => {
    const samples = make(SIZE.width * SIZE.height);
    for (let i = 0; i < samples.length; i++)
      samples[i] = ((i * 7919 + page * 104729) % 9973) * (top / 9972);
    return samples;
  });
}

/** Element by element; a matcher would spell out every difference of a million. */
function isSame(samples: ArrayLike<number> | undefined, page: Samples): boolean {
  return samples?.length === page.length && page.every((value, i) => samples[i] === value);
}

function write(name: string, format: TiffFormat, pages: readonly Samples[]): string {
  const path = join(folder, name);
  const writer = new TiffWriter(path, format);
  for (const page of pages) writer.writePage(page);
  writer.close();
  return path;
}

describe.each(CASES)('$type pages in a $layout file', ({ layout, ...kind }) => {
  const pages = pagesOf(kind, 3);
  const format = {
    ...SIZE,
    type: kind.type,
    pageCount: 3,
    description: 'about the pixels',
    pixelUm: 0.377,
    layout,
  };
  const path = write(`${kind.type}-${layout}.tif`, format, pages);
  const parsed = parseTiff(path);

  test('are read back as they were by geotiff', async () => {
    const file = await fromFile(path);
    expect(await file.getImageCount()).toBe(3);
    for (const [i, page] of pages.entries()) {
      const image = await file.getImage(i);
      const [samples] = await image.readRasters({ interleave: false });
      expect(isSame(samples, page)).toBe(true);
    }
    await file.close();
  });

  test('are read back as they were by a second reading of the specification', () => {
    expect(parsed.version).toBe(layout === 'big' ? 43 : 42);
    expect(parsed.pages).toHaveLength(3);
    for (const [i, page] of pages.entries()) {
      expect(isSame(parsed.pages[i]?.samples, page)).toBe(true);
    }
  });

  test('have the tags that baseline readers ask for', () => {
    const { bits, sampleFormat, predictor } = {
      uint8: { bits: 8, sampleFormat: 1, predictor: [2] },
      uint16: { bits: 16, sampleFormat: 1, predictor: [2] },
      float32: { bits: 32, sampleFormat: 3, predictor: undefined },
    }[kind.type];
    const [first, second] = parsed.pages;
    expect(first?.fields.get(258)).toEqual([bits]);
    expect(first?.fields.get(259)).toEqual([8]);
    expect(first?.fields.get(262)).toEqual([1]);
    expect(first?.fields.get(277)).toEqual([1]);
    expect(first?.fields.get(339)).toEqual([sampleFormat]);
    expect(first?.fields.get(317)).toEqual(predictor);
    // Pixels a centimetre.
    expect(first?.fields.get(296)).toEqual([3]);
    expect(Number(first?.fields.get(282)?.[0])).toBeCloseTo(1e4 / 0.377, 2);
    expect(first?.fields.get(270)).toBe('about the pixels');
    expect(second?.fields.get(270)).toBe(undefined);
  });

  test('give the same bytes when they are written again', () => {
    const again = write(`${kind.type}-${layout}-again.tif`, format, pages);
    expect(readFileSync(again).equals(readFileSync(path))).toBe(true);
  });
});

test('a file that may outgrow 32-bit offsets is a BigTIFF from the start', () => {
  const path = join(folder, 'huge.tif');
  const writer = new TiffWriter(path, {
    width: 40000,
    height: 40000,
    type: 'uint16',
    pageCount: 2,
  });
  expect(() => writer.close()).toThrow('0 of 2 pages were written');
  expect(readFileSync(path).subarray(0, 4)).toEqual(Buffer.from('II\u002b\u0000', 'latin1'));
});

test('samples of another type or number than announced are refused', () => {
  const format: TiffFormat = { width: 2, height: 2, type: 'uint16', pageCount: 1 };
  const writer = new TiffWriter(join(folder, 'refused.tif'), format);
  expect(() => writer.writePage(new Float32Array(4))).toThrow(
    'a page of 4 float32 samples in a file of 2×2 uint16',
  );
  expect(() => writer.writePage(new Uint16Array(5))).toThrow(
    'a page of 5 uint16 samples in a file of 2×2 uint16',
  );
  writer.writePage(new Uint16Array(4));
  expect(() => writer.writePage(new Uint16Array(4))).toThrow('more than the announced 1 pages');
  writer.close();
});

test('what is no TIFF is named in the error', async () => {
  const path = new URL('tiff.test.ts', import.meta.url).pathname;
  await expect(openTiff(path)).rejects.toThrow(
    `cannot read ${path} as TIFF: it does not begin like a TIFF`,
  );
});

test('a file with several pages is not taken for an image', async () => {
  const path = write('two.tif', { width: 1, height: 1, type: 'uint8', pageCount: 2 }, [
    new Uint8Array(1),
    new Uint8Array(1),
  ]);
  await expect(readTiffImage(path)).rejects.toThrow(`${path} has 2 pages, not one`);
});

interface Expected {
  readonly dtype: string;
  readonly sha256_le_rowmajor: string;
}

describe.skipIf(!HAS_REAL_DATA)('files of other writers (skipped without ../shared/data)', () => {
  const expected: Readonly<Record<string, Expected>> = HAS_REAL_DATA
    ? realJson<Record<string, Expected>>('formats/expected.json')
    : {};
  const REFUSED: Readonly<Record<string, string>> = {
    'bigtiff/BigTIFF.tif': '3 samples a pixel; only grey images are supported',
    'bigtiff/BigTIFFMotorola.tif': '3 samples a pixel; only grey images are supported',
    'bigtiff/BigTIFFSubIFD8.tif': '3 samples a pixel; only grey images are supported',
    'image-tiff/seq/seq-3c-8b-bigendian-8743c999.tiff':
      '3 samples a pixel; only grey images are supported',
  };

  test.each(Object.keys(expected).filter((name) => name in REFUSED))(
    '%s is refused with what is not supported',
    async (name) => {
      const file = await openTiff(realFile(`formats/${name}`));
      await expect(file.readSamples(0)).rejects.toThrow(
        `cannot read ${realFile(`formats/${name}`)}, page 1 as TIFF: ${REFUSED[name]}`,
      );
      await file.close();
    },
  );

  const accepted = Object.keys(expected).filter((name) => !(name in REFUSED));
  test.each(accepted)('%s is decoded to the last bit', async (name) => {
    const file = await openTiff(realFile(`formats/${name}`));
    const hash = createHash('sha256');
    for (let page = 0; page < file.pageCount; page++) {
      const samples = await file.readSamples(page);
      // Half floats come as 32-bit ones, of which they are a part.
      const isHalf = expected[name]?.dtype === 'float16';
      const { buffer, byteOffset, byteLength } = isHalf ? halvesOf(samples) : samples;
      hash.update(Buffer.from(buffer, byteOffset, byteLength));
    }
    await file.close();
    expect(hash.digest('hex')).toBe(expected[name]?.sha256_le_rowmajor);
  });
});

/** Numbers that are half floats in their 16 bits. */
function halvesOf(samples: ArrayLike<number>): Uint16Array {
  return Uint16Array.from(samples, (value) => {
    const [sign, size] = [value < 0 || Object.is(value, -0) ? 0x80_00 : 0, Math.abs(value)];
    const exponent = Math.max(-14, Math.floor(Math.log2(size)));
    if (size < 2 ** -14) return sign | (size * 2 ** 24);
    return sign | ((exponent + 15) << 10) | ((size / 2 ** exponent - 1) * 1024);
  });
}
