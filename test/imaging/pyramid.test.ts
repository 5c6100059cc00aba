import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromFile } from 'geotiff';
import { describe, expect, test } from 'vitest';
import { buffersOf, encodePage } from '../../rules/imaging/encoded-page.ts';
import { createOmeTiff, openOmeTiff } from '../../rules/imaging/ome-tiff.ts';
import { halve, type Samples } from '../../rules/imaging/tiff-parts.ts';
import { TiffWriter } from '../../rules/imaging/tiff-writer.ts';
import { temporaryFolder } from '../rigs/imaging-data.ts';
import { HAS_LIBTIFF, hasPython, libtiff, python } from '../rigs/imaging-tools.ts';

const folder = temporaryFolder();
const SIZE = { width: 301, height: 170 };

const TYPES = {
  uint8: (length: number): Samples => new Uint8Array(length),
  uint16: (length: number): Samples => new Uint16Array(length),
  float32: (length: number): Samples => new Float32Array(length),
} as const;

const CASES = (['uint8', 'uint16', 'float32'] as const).flatMap((type) =>
  (['classic', 'big'] as const).map((layout) => ({ type, layout })),
);

function pagesOf(type: keyof typeof TYPES): Samples[] {
  const scale = { uint8: 1, uint16: 257, float32: 0.37 }[type];
  return [0, 1].map((page) => {
    const samples = TYPES[type](SIZE.width * SIZE.height);
    for (let i = 0; i < samples.length; i++) {
      samples[i] = ((i * 7919 + page * 104729) % 256) * scale;
    }
    return samples;
  });
}

describe.each(CASES)('a pyramid of $type in a $layout file', ({ type, layout }) => {
  const pages = pagesOf(type);
  const path = join(folder, `${type}-${layout}.ome.tif`);
  const format = { ...SIZE, type, pageCount: 2, layout, tile: 48, pixelUm: 0.5 };
  const writer = new TiffWriter(path, { ...format, description: 'about the pixels' });
  for (const page of pages) writer.writePage(page);
  writer.close();

  test('has its pages in full size, as geotiff reads them', async () => {
    const file = await fromFile(path);
    expect(await file.getImageCount()).toBe(2);
    for (const [i, page] of pages.entries()) {
      const [samples] = await (await file.getImage(i)).readRasters({ interleave: false });
      expect(isSame(samples, page)).toBe(true);
    }
    await file.close();
  });

  test.skipIf(!hasPython('numpy', 'tifffile'))(
    'has all levels, as tifffile reads them (skipped without python3-tifffile)',
    () => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the script prints this
      const read = JSON.parse(python(LEVELS_OF, [path])) as Level[][];
      expect(read).toHaveLength(2);
      for (const [page, levels] of read.entries()) {
        expect(levels.map(({ shape }) => shape)).toEqual([
          [170, 301],
          [85, 151],
          [43, 76],
          [22, 38],
        ]);
        let plane = { ...SIZE, samples: pages[page] ?? new Uint8Array() };
        for (const { sha256 } of levels) {
          expect(sha256).toBe(hashOf(plane.samples));
          plane = halve(plane);
        }
      }
    },
  );

  test.skipIf(!HAS_LIBTIFF)(
    'has no fault that libtiff sees (skipped without libtiff-tools)',
    () => {
      const [strips, one, other] = [
        join(folder, 'strips.tif'),
        join(folder, 'one.tif'),
        join(folder, 'other.tif'),
      ];
      const { tile: _, ...plain } = { ...format, description: 'about the pixels' };
      const untiled = new TiffWriter(strips, plain);
      for (const page of pages) untiled.writePage(page);
      untiled.close();
      libtiff('tiffcp', ['-s', '-r', '10', strips, one]);
      libtiff('tiffcp', ['-s', '-r', '10', path, other]);
      expect(libtiff('tiffcmp', [one, other])).toBe('Directory 1:\n');
      const said = libtiff('tiffinfo', ['-s', path]);
      expect(said.match(/SubIFD Offsets:(?: +\d+){3}\n/g)).toHaveLength(2);
      expect(said.match(/Tile Width: 48 Tile Length: 48/g)).toHaveLength(8);
      expect(said.match(/Subfile Type: reduced-resolution image/g)).toHaveLength(6);
      expect(said.match(/Predictor: horizontal differencing/g) ?? []).toHaveLength(
        type === 'float32' ? 0 : 8,
      );
    },
  );

  test('gives the same bytes when it is written again', () => {
    const again = join(folder, 'again.tif');
    const second = new TiffWriter(again, { ...format, description: 'about the pixels' });
    for (const page of pages) second.writePage(page);
    second.close();
    expect(readFileSync(again).equals(readFileSync(path))).toBe(true);
  });
});

interface Level {
  readonly shape: readonly number[];
  readonly sha256: string;
}

/** By page the shapes and hashes of its levels. */
const LEVELS_OF = `
import sys, json, hashlib, numpy as np, tifffile
def level(page):
    data = page.asarray()
    return dict(shape=list(data.shape), sha256=hashlib.sha256(np.ascontiguousarray(data).tobytes()).hexdigest())
with tifffile.TiffFile(sys.argv[1]) as file:
    print(json.dumps([[level(page)] + [level(sub) for sub in page.pages] for page in file.pages]))
`;

function hashOf(samples: Samples): string {
  const { buffer, byteOffset, byteLength } = samples;
  return createHash('sha256')
    .update(Buffer.from(buffer, byteOffset, byteLength))
    .digest('hex');
}

function isSame(samples: ArrayLike<number> | undefined, page: Samples): boolean {
  return samples?.length === page.length && page.every((value, i) => samples[i] === value);
}

describe('half the size', () => {
  test('is the mean of four pixels, rounded; an odd end stands for itself', () => {
    const samples = Uint8Array.from([1, 2, 10, 3, 4, 20, 100, 200, 255]);
    expect(halve({ width: 3, height: 3, samples })).toEqual({
      width: 2,
      height: 2,
      samples: Uint8Array.from([3, 15, 150, 255]),
    });
  });

  test('of the brightest image is as bright, and of floats exact', () => {
    const full = halve({ width: 2, height: 2, samples: new Uint16Array(4).fill(65535) });
    expect([...full.samples]).toEqual([65535]);
    const floats = halve({ width: 2, height: 1, samples: Float32Array.from([0.25, -1]) });
    expect([...floats.samples]).toEqual([-0.375]);
  });
});

describe('an OME-TIFF with a pyramid', () => {
  const path = join(folder, 'image.ome.tif');
  const image = {
    name: 'registered',
    width: 600,
    height: 300,
    planes: 1,
    type: 'uint16',
    channels: ['DNA', 'CD3 > 4', 'γ'],
    pixelUm: 0.65,
    planeUm: 0,
  } as const;
  const writer = createOmeTiff(path, image, 'pyramid');
  for (const [i] of image.channels.entries()) {
    writer.writePage(Uint16Array.from({ length: 180_000 }, (_, k) => (k * (i + 3)) % 60_000));
  }
  writer.close();

  test('is read back by its channels', async () => {
    const file = await openOmeTiff(path);
    expect(file.channels).toEqual(image.channels);
    expect((await file.readPlane(2, 0)).data[7777]).toBe((7777 * 5) % 60_000);
    await file.close();
  });

  test.skipIf(!hasPython('tifffile'))(
    'is one image of three levels to tifffile (skipped without python3-tifffile)',
    () => {
      const said = python(
        `
import sys, json, tifffile
with tifffile.TiffFile(sys.argv[1]) as file:
    series = file.series[0]
    meta = tifffile.xml2dict(file.ome_metadata)['OME']['Image']
    print(json.dumps(dict(ome=file.is_ome, count=len(file.series), axes=series.axes,
        shapes=[list(level.shape) for level in series.levels],
        names=[c['Name'] for c in meta['Pixels']['Channel']],
        unit=meta['Pixels']['PhysicalSizeXUnit'], value=int(series.asarray()[1, 100, 200]))))
`,
        [path],
      );
      expect(JSON.parse(said)).toEqual({
        ome: true,
        count: 1,
        axes: 'CYX',
        shapes: [
          [3, 300, 600],
          [3, 150, 300],
          [3, 75, 150],
        ],
        names: ['DNA', 'CD3 > 4', 'γ'],
        unit: 'µm',
        value: ((100 * 600 + 200) * 4) % 60_000,
      });
    },
  );
});

test('a page that another thread has encoded is written as one of this', () => {
  const format = { width: 301, height: 170, type: 'uint8', pageCount: 1, tile: 48 } as const;
  const samples = Uint8Array.from({ length: 301 * 170 }, (_, i) => i % 251);
  const [here, there] = [join(folder, 'here.tif'), join(folder, 'there.tif')];
  const first = new TiffWriter(here, format);
  first.writePage(samples);
  first.close();
  const second = new TiffWriter(there, format);
  const page = encodePage({ ...SIZE, samples }, second.encoding);
  expect(page.range).toEqual({ least: 0, greatest: 250 });
  second.writeEncoded(structuredClone(page, { transfer: buffersOf(page) }));
  second.close();
  expect(readFileSync(there).equals(readFileSync(here))).toBe(true);
});

test('a page that was encoded for another file is refused', () => {
  const format = { width: 4, height: 4, type: 'uint8', pageCount: 1 } as const;
  const writer = new TiffWriter(join(folder, 'other.tif'), format);
  const samples = new Uint8Array(16);
  const tiles = encodePage({ width: 4, height: 4, samples }, { kind: 'tiles', side: 16 });
  expect(() => writer.writeEncoded(tiles)).toThrow(
    'a page of 4×4 uint8 in tiles of 16 where it is 4×4 uint8 in strips of 0',
  );
  const wide = encodePage({ width: 8, height: 2, samples }, writer.encoding);
  expect(() => writer.writeEncoded(wide)).toThrow(
    'a page of 8×2 uint8 in strips of 0 where it is 4×4 uint8 in strips of 0',
  );
  expect(() => writer.close()).toThrow('0 of 1 pages were written');
});

test('tiles and copies count where a file may outgrow 32-bit offsets', () => {
  const path = join(folder, 'large.tif');
  const format = { width: 40_000, height: 40_000, type: 'uint16', pageCount: 1 } as const;
  for (const [tile, version] of [
    [undefined, 42],
    [256, 43],
  ] as const) {
    const writer = new TiffWriter(path, { ...format, ...(tile === undefined ? {} : { tile }) });
    expect(() => writer.close()).toThrow('0 of 1 pages were written');
    expect(readFileSync(path)[2]).toBe(version);
  }
});
