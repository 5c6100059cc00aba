import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { openOmeTiff } from '../../rules/imaging/ome-tiff.ts';
import { omeXml } from '../../rules/imaging/ome-xml.ts';
import { openTiff } from '../../rules/imaging/tiff-reader.ts';
import { TiffWriter } from '../../rules/imaging/tiff-writer.ts';
import { HAS_REAL_DATA, realFile, temporaryFolder } from '../rigs/imaging-data.ts';
import { parseTiff } from '../rigs/imaging-tiff.ts';

const folder = temporaryFolder();
const path = join(folder, 'damaged.tif');

/** Pages of noise in a few strips, with OME-XML. */
function intact(layout: 'classic' | 'big'): Buffer {
  const [width, height] = [40, 31];
  const planes = { planes: 2, channels: ['DNA'], type: 'uint16', pixelUm: 1, planeUm: 1 } as const;
  const description = omeXml({ name: 'x', width, height, ...planes });
  const writer = new TiffWriter(path, {
    width,
    height,
    type: 'uint16',
    pageCount: 2,
    description,
    layout,
  });
  for (const page of [1, 2]) {
    writer.writePage(
      Uint16Array.from({ length: width * height }, (_, i) => (i * 7919 * page) % 4001),
    );
  }
  writer.close();
  return readFileSync(path);
}

/** All samples of a file, or why it cannot be read; throws if that takes long or has no path. */
async function outcome(bytes: Uint8Array): Promise<number[] | string> {
  writeFileSync(path, bytes);
  const started = performance.now();
  const found = await readAll();
  // A hang would be minutes; a busy machine is not.
  if (performance.now() - started > 20_000) throw new Error('it took too long');
  return found;
}

async function readAll(): Promise<number[] | string> {
  try {
    const file = await openTiff(path);
    try {
      const samples: number[] = [];
      for (let page = 0; page < Math.min(4, file.pageCount); page++) {
        for (const value of await file.readSamples(page)) samples.push(value);
      }
      return samples;
    } finally {
      await file.close();
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (!message.startsWith(`cannot read ${path}`)) throw error;
    return message;
  }
}

/** Whether these are pixels, and others than they should be. */
function areWrong(found: number[] | string, samples: number[] | string): boolean {
  return typeof found !== 'string' && !isDeepStrictEqual(found, samples);
}

describe.each(['classic', 'big'] as const)('a %s file', (layout) => {
  const bytes = intact(layout);

  test('that is cut off is an error wherever the cut is', async () => {
    const samples = await outcome(bytes);
    const wrong: number[] = [];
    for (let length = 0; length < bytes.length; length += 13) {
      const found = await outcome(bytes.subarray(0, length));
      // What pads the last strip may go.
      const isWhole = bytes.length - length < 8;
      if (typeof found !== 'string' && (!isWhole || areWrong(found, samples))) wrong.push(length);
    }
    expect(wrong).toEqual([]);
  });

  test('with a flipped bit in its pixels is an error, or the pixels are right', async () => {
    const samples = await outcome(bytes);
    const wrong: number[] = [];
    for (const { offset, length } of stripsOf(bytes)) {
      for (let at = offset; at < offset + length; at += 17) {
        if (areWrong(await outcome(flipped(bytes, at, at % 8)), samples)) wrong.push(at);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('with a flipped bit in a directory is read or refused, never a crash or a hang', async () => {
    const refused: string[] = [];
    for (let at = 0; at < 300; at++) {
      const found = await outcome(flipped(bytes, at, (at * 5) % 8));
      if (typeof found === 'string') refused.push(found);
    }
    expect(refused.length).toBeGreaterThan(30);
  });
});

/** Where the compressed pixels of the first page lie. */
function stripsOf(bytes: Buffer): readonly { offset: number; length: number }[] {
  writeFileSync(path, bytes);
  const fields = parseTiff(path).pages[0]?.fields;
  const [offsets, lengths] = [fields?.get(273), fields?.get(279)];
  if (!Array.isArray(offsets) || !Array.isArray(lengths)) throw new Error('no strips');
  return offsets.map((offset, i) => ({ offset: Number(offset), length: Number(lengths[i]) }));
}

function flipped(bytes: Buffer, at: number, bit: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ (1 << bit);
  return copy;
}

/** A little-endian classic TIFF with one directory at 8 and what comes after it. */
function craft(
  entries: readonly (readonly [tag: number, type: number, count: number, value: number])[],
  { next = 0, data = '' }: { next?: number; data?: string } = {},
): Buffer {
  const head = Buffer.alloc(8 + 2 + 12 * entries.length + 4);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(entries.length, 8);
  for (const [i, [tag, type, count, value]] of entries.entries()) {
    head.writeUInt16LE(tag, 10 + 12 * i);
    head.writeUInt16LE(type, 12 + 12 * i);
    head.writeUInt32LE(count, 14 + 12 * i);
    head.writeUInt32LE(value, 18 + 12 * i);
  }
  head.writeUInt32LE(next, head.length - 4);
  return Buffer.concat([head, Buffer.from(data, 'latin1')]);
}

type Entry = readonly [tag: number, type: number, count: number, value: number];

/** 4×1 pixels of 8 bits whose only strip lies at 200. */
const GOOD: readonly Entry[] = [
  [256, 3, 1, 4],
  [257, 3, 1, 1],
  [258, 3, 1, 8],
  [259, 3, 1, 1],
  [262, 3, 1, 1],
  [273, 4, 1, 200],
  [278, 3, 1, 1],
  [279, 4, 1, 4],
];

function changed(...entries: readonly Entry[]): readonly Entry[] {
  const tags = new Set(entries.map(([tag]) => tag));
  return [...GOOD.filter(([tag]) => !tags.has(tag)), ...entries];
}

const DATA = { data: 'x'.repeat(100) };

describe('a file', () => {
  test('that is as it should be is read', async () => {
    expect(await outcome(craft(GOOD, DATA))).toEqual([120, 120, 120, 120]);
  });

  test.each<[string, Buffer, string]>([
    ['is empty', Buffer.alloc(0), 'it is cut off: 0 bytes, where 8 are needed'],
    [
      'goes in a circle',
      craft(GOOD, { ...DATA, next: 8 }),
      'its directories go in a circle after 1',
    ],
    ['has no page', Buffer.from('II*\0\0\0\0\0', 'latin1'), 'it has no pages'],
    [
      'has a directory outside',
      craft(GOOD, { ...DATA, next: 9999 }),
      'it is cut off: 210 bytes, where 10001 are needed',
    ],
    [
      'has 64-bit offsets of another size',
      Buffer.from('II+\0\x04\0\0\0\x10\0\0\0\0\0\0\0', 'latin1'),
      'its offsets are not 64-bit',
    ],
    [
      'has an offset that no file reaches',
      Buffer.from('II+\0\x08\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff', 'latin1'),
      'it has an offset beyond 2⁵³',
    ],
    ['is 0 wide', craft(changed([256, 3, 1, 0]), DATA), 'it has no width or no height'],
    [
      'is too small for its pixels',
      craft(changed([256, 4, 1, 3e9], [257, 4, 1, 3e9], [278, 4, 1, 3e9]), DATA),
      '210 bytes cannot hold 3000000000×3000000000 pixels',
    ],
    [
      'says that a strip lies outside',
      craft(changed([273, 4, 1, 4e9]), DATA),
      'it is cut off: 210 bytes, where 4000000004 are needed',
    ],
    [
      'has a short strip',
      craft(changed([279, 4, 1, 3]), DATA),
      'strip or tile 1 has 3 bytes, not 4',
    ],
    [
      'has an empty strip',
      craft(changed([279, 4, 1, 0]), DATA),
      'strip or tile 1 has 0 bytes, not 4',
    ],
    [
      'has too few strips',
      craft(changed([257, 3, 1, 9]), DATA),
      '9 strips or tiles are needed, 1 are there',
    ],
    [
      'has more strips than bytes',
      craft(changed([273, 4, 4e9, 100], [279, 4, 4e9, 100]), DATA),
      'it is cut off: 210 bytes, where 16000000100 are needed',
    ],
    ['has strips of no rows', craft(changed([278, 3, 1, 0]), DATA), 'its strips have no rows'],
    [
      'has tiles of no size',
      craft(changed([322, 3, 1, 0], [323, 3, 1, 16]), DATA),
      'tiles of 0×16 pixels are not supported',
    ],
    [
      'has damaged Deflate data',
      craft(changed([259, 3, 1, 8]), DATA),
      'its Deflate data are damaged (Error: incorrect header check)',
    ],
    ['has damaged LZW data', craft(changed([259, 3, 1, 5]), DATA), 'its LZW data are damaged'],
    ['has damaged zstd data', craft(changed([259, 4, 1, 50000]), DATA), 'it is no zstd frame'],
    [
      'has a strip that no compressor makes',
      craft(changed([259, 3, 1, 8], [279, 4, 1, 5000]), DATA),
      'strip or tile 1 has 5000 bytes for 4',
    ],
    ['is JPEG', craft(changed([259, 3, 1, 7]), DATA), 'JPEG compression is not supported'],
    [
      'has colours',
      craft(changed([262, 3, 1, 2]), DATA),
      'colours are not supported; only grey, black at 0',
    ],
    [
      'is white at 0',
      craft(changed([262, 3, 1, 0]), DATA),
      'images that are white at 0 are not supported; only grey, black at 0',
    ],
    [
      'is of complex numbers',
      craft(changed([339, 3, 1, 6]), DATA),
      'samples of format 6 are not supported',
    ],
    [
      'has 3-bit samples',
      craft(changed([258, 3, 1, 3]), DATA),
      '3-bit whole numbers are not supported',
    ],
    [
      'has a predictor without a compression',
      craft(changed([317, 3, 1, 2]), DATA),
      'predictor 2 of this compression is not supported',
    ],
    [
      'has bits in reverse order',
      craft(changed([266, 3, 1, 2]), DATA),
      'bits in reverse order are not supported',
    ],
  ])('that %s is refused', async (_, bytes, message) => {
    const found = await outcome(bytes);
    expect(found).toContain(message);
  });

  test('of a million directories in one another ends', async () => {
    // Each directory has no entry and points 6 bytes further.
    const count = 100_000;
    const bytes = Buffer.alloc(8 + 6 * count);
    bytes.write('II*\0', 'latin1');
    bytes.writeUInt32LE(8, 4);
    for (let i = 0; i < count - 1; i++) bytes.writeUInt32LE(8 + 6 * (i + 1), 8 + 6 * i + 2);
    expect(await outcome(bytes)).toContain('it has no width or no height');
  });

  test('that does not exist is named', async () => {
    await expect(openTiff(join(folder, 'none.tif'))).rejects.toThrow(
      `cannot read ${join(folder, 'none.tif')} as TIFF: ENOENT`,
    );
  });
});

describe.skipIf(!HAS_REAL_DATA)('files of other writers (skipped without ../shared/data)', () => {
  const names = HAS_REAL_DATA
    ? readdirSync(realFile('formats'), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tiff?$/.test(name))
        .filter((name) => statSync(realFile(`formats/${name}`)).size < 30_000)
    : [];

  test.each(names)('%s, damaged, is read or refused', async (name) => {
    const bytes = readFileSync(realFile(`formats/${name}`));
    const ends = new Set<string>();
    for (let i = 0; i < 60; i++) {
      const at = (i * 7919) % bytes.length;
      ends.add(typeof (await outcome(flipped(bytes, at, i % 8))));
      ends.add(typeof (await outcome(bytes.subarray(0, at))));
    }
    expect([...ends]).toContain('string');
  });
});

test('OME-XML that lies is refused with the path', async () => {
  const bytes = intact('classic');
  const lies: readonly [string, string, string][] = [
    ['SizeX="40"', 'SizeX="41"', '41×31 pixels'],
    ['SizeC="1"', 'SizeC="9"', 'has no page'],
    ['SizeC="1"', 'SizeC="0"', 'SizeC="0"'],
    ['IFD="1"', 'IFD="9"', 'the file has 2 pages'],
    ['IFD="1"', 'IFD="-"', 'IFD="-"'],
    ['FirstZ="1"', 'FirstZ="0"', 'has two pages'],
  ];
  for (const [truth, lie, message] of lies) {
    const at = bytes.indexOf(truth);
    writeFileSync(path, bytes.fill(lie, at, at + lie.length, 'latin1'));
    await expect(openOmeTiff(path), lie).rejects.toThrow(message);
    await expect(openOmeTiff(path), lie).rejects.toThrow(path);
    bytes.write(truth, at, 'latin1');
  }
});
