import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openTiff } from '../../rules/imaging/tiff-reader.ts';
import type { Samples } from '../../rules/imaging/tiff-parts.ts';
import { TiffWriter } from '../../rules/imaging/tiff-writer.ts';
import { temporaryFolder } from '../rigs/imaging-data.ts';
import { HAS_LIBTIFF, hasPython, libtiff, python } from '../rigs/imaging-tools.ts';

// Other programs write the same pixels in every way that they know; we read them.

const folder = temporaryFolder();
const SIZE = { width: 75, height: 53 };

function pixels(make: (length: number) => Samples, scale: number): Samples {
  const samples = make(SIZE.width * SIZE.height);
  for (let i = 0; i < samples.length; i++) {
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)];
    // A slope, a flat part and noise: long strings, runs and neither.
    const value = x < 20 ? 17 : x < 50 ? x * y : (i * 7919) % 4001;
    samples[i] = value * scale;
  }
  return samples;
}

const IMAGES = {
  uint8: pixels((length) => new Uint8Array(length), 0.06),
  uint16: pixels((length) => new Uint16Array(length), 16),
  float32: pixels((length) => new Float32Array(length), 0.37),
} as const;

type Type = keyof typeof IMAGES;
const TYPES: readonly Type[] = ['uint8', 'uint16', 'float32'];

function written(type: Type): string {
  const path = join(folder, `${type}.tif`);
  const writer = new TiffWriter(path, { ...SIZE, type, pageCount: 1 });
  writer.writePage(IMAGES[type]);
  writer.close();
  return path;
}

async function read(path: string, page = 0): Promise<ArrayLike<number>> {
  const file = await openTiff(path);
  try {
    return await file.readSamples(page);
  } finally {
    await file.close();
  }
}

/** How many samples differ; a matcher would spell out all of them. */
function differences(samples: ArrayLike<number>, expected: ArrayLike<number>): number {
  expect(samples.length).toBe(expected.length);
  return Array.from(samples).filter((value, i) => value !== expected[i]).length;
}

const LAYOUTS = ['-s -r 1', '-s -r 10', '-s -r 53', '-t -w 32 -l 16', '-t -w 80 -l 64'];
const ORDERS = ['-L', '-B', '-L -8', '-B -8'];
const CODECS: Readonly<Record<Type, readonly string[]>> = {
  uint8: ['none', 'packbits', 'lzw:1', 'lzw:2', 'zip:1', 'zip:2', 'zstd:1', 'zstd:2'],
  uint16: ['none', 'packbits', 'lzw:1', 'lzw:2', 'zip:1', 'zip:2', 'zstd:1', 'zstd:2'],
  float32: ['none', 'packbits', 'lzw:1', 'lzw:2', 'lzw:3', 'zip:2', 'zip:3', 'zstd:3'],
};

describe.skipIf(!HAS_LIBTIFF)('files of libtiff (skipped without libtiff-tools)', () => {
  test.each(TYPES.flatMap((type) => CODECS[type].map((codec) => ({ type, codec }))))(
    'of $type pixels, $codec, in strips and tiles of both byte orders',
    async ({ type, codec }) => {
      const source = written(type);
      for (const layout of LAYOUTS) {
        // Of predictor 3, libtiff itself writes wrong floats in the byte order that is not its own.
        for (const order of codec.endsWith(':3') ? ['-L', '-L -8'] : ORDERS) {
          const path = join(folder, `${type}-${codec}.tif`);
          libtiff('tiffcp', ['-c', codec, ...layout.split(' '), ...order.split(' '), source, path]);
          expect(differences(await read(path), IMAGES[type]), `${layout} ${order}`).toBe(0);
        }
      }
    },
  );
});

/** Writes arrays by tifffile, prints nothing. Arguments: folder. */
const WRITE = `
import sys, numpy as np, tifffile
folder = sys.argv[1]
y, x = np.mgrid[0:53, 0:75]
base = (x * 37 + y * y * 11 - 900)
for name in ['int8', 'int16', 'int32', 'uint32', 'float16', 'float64']:
    for order in '<>':
        data = base.astype(name) if 'int' in name else (base / 7).astype(name)
        tifffile.imwrite(f'{folder}/{name}{"le" if order == "<" else "be"}.tif',
            data, byteorder=order, compression='zlib', photometric='minisblack')
        np.save(f'{folder}/{name}.npy', data)
        open(f'{folder}/{name}.json', 'w').write(str(data.astype('float64').ravel().tolist()))
`;

describe.skipIf(!hasPython('numpy', 'tifffile'))(
  'files of tifffile (skipped without python3-tifffile)',
  () => {
    test('hold signed, wide and half numbers of both byte orders', async () => {
      python(WRITE, [folder]);
      for (const name of ['int8', 'int16', 'int32', 'uint32', 'float16', 'float64']) {
        const expected = python(`print(open('${folder}/${name}.json').read())`);
        for (const order of ['le', 'be']) {
          const samples = await read(join(folder, `${name}${order}.tif`));
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the script prints numbers
          const numbers = JSON.parse(expected) as number[];
          expect(differences(samples, numbers), `${name} ${order}`).toBe(0);
        }
      }
    });
  },
);
