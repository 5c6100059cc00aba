import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openImage } from '../../rules/imaging/open-image.ts';
import { openZarrArray, type ZarrArray } from '../../rules/imaging/zarr-array.ts';
import { HAS_REAL_DATA, realFile, realJson, temporaryFolder } from '../rigs/imaging-data.ts';
import { hasPython, python } from '../rigs/imaging-tools.ts';

const folder = temporaryFolder();

/** Bytes of all planes one after the other. */
async function hashOf(array: ZarrArray): Promise<string> {
  const hash = createHash('sha256');
  for (const indices of planesOf(array.shape.slice(0, -2))) {
    const { buffer, byteOffset, byteLength } = await array.readPlane(indices);
    hash.update(Buffer.from(buffer, byteOffset, byteLength));
  }
  return hash.digest('hex');
}

/** All indices of some axes, the last one fastest. */
function planesOf(sizes: readonly number[]): readonly number[][] {
  return sizes.reduce<number[][]>(
    (all, size) => all.flatMap((head) => Array.from({ length: size }, (_, i) => [...head, i])),
    [[]],
  );
}

describe.skipIf(!HAS_REAL_DATA)('stores of other writers (skipped without ../shared/data)', () => {
  const expected = HAS_REAL_DATA
    ? realJson<Record<string, { sha256_le_rowmajor: string; shape: number[] }>>(
        'formats/expected_zarr.json',
      )
    : {};

  test.each(Object.keys(expected))('%s is decoded to the last bit', async (name) => {
    const array = openZarrArray(realFile(`formats/ome-zarr/${name}`));
    expect(array.shape).toEqual(expected[name]?.shape);
    expect(await hashOf(array)).toBe(expected[name]?.sha256_le_rowmajor);
  });

  test('of version 0.5 is an image', async () => {
    const image = await openImage(realFile('formats/ome-zarr/blobs_image_v05.ome.zarr'));
    const { width, height, planes, channels, pixelUm } = image;
    expect({ width, height, planes, channels, pixelUm }).toEqual({
      width: 12,
      height: 12,
      planes: 1,
      channels: ['0', '1', '2'],
      pixelUm: undefined,
    });
    expect((await image.readPlane(2, 0)).data).toHaveLength(144);
  });

  test('of a version before 0.4 is refused by it', async () => {
    const path = realFile('formats/ome-zarr/bioformats-zarr/data.zarr/0');
    const copy = join(folder, 'old.zarr');
    mkdirSync(copy);
    writeFileSync(join(copy, '.zattrs'), readFileSync(join(path, '.zattrs')));
    await expect(openImage(copy)).rejects.toThrow(
      `cannot read ${copy} as Zarr: version 0.1 of OME-Zarr is not supported, 0.4 and 0.5 are`,
    );
  });
});

/** Arrays in many codecs, chunks and types; prints the hash of each. */
const WRITE = `
import sys, json, hashlib, numpy as np, zarr, numcodecs
from numcodecs import Blosc, GZip, Zlib, Zstd
root, hashes = sys.argv[1], {}
rng = np.random.default_rng(1)
codecs = dict(none=None, gzip=GZip(5), zlib=Zlib(3), zstd=Zstd(3))
for cname in ['lz4', 'lz4hc', 'zlib', 'zstd']:
    for shuffle in [Blosc.NOSHUFFLE, Blosc.SHUFFLE, Blosc.BITSHUFFLE]:
        codecs[f'blosc-{cname}-{shuffle}'] = Blosc(cname, 5, shuffle)
        codecs[f'blosc-{cname}-{shuffle}-small'] = Blosc(cname, 9, shuffle, blocksize=4096)
for codec, compressor in codecs.items():
    for dtype in ['|u1', '<u2', '>u2', '<i2', '<f4', '>f8']:
        y, x = np.mgrid[0:250, 0:331]
        data = np.stack([(x * y // 7 + k * 11) % 251 for k in range(3)])
        data[1] = rng.integers(0, 251, data[1].shape)
        data = data.astype(dtype)
        name = f"{codec}-{dtype[1:]}{'be' if dtype[0] == '>' else ''}"
        store = zarr.DirectoryStore(f'{root}/{name}', dimension_separator='/' if dtype == '<u2' else '.')
        # Blocks of a chunk of more than 64 KiB are of several sizes.
        chunks = (2, 200, 210) if dtype == '<f4' else (1, 250, 331) if dtype == '|u1' else (1, 140, 150)
        zarr.create(data.shape, chunks=chunks, dtype=dtype, compressor=compressor, store=store, overwrite=True)[:] = data
        little = data.astype(data.dtype.newbyteorder('<'))
        hashes[name] = hashlib.sha256(np.ascontiguousarray(little).tobytes()).hexdigest()
json.dump(hashes, open(f'{root}/hashes.json', 'w'))
`;

const HAS_ZARR = hasPython('numpy', 'zarr', 'numcodecs');

describe.skipIf(!HAS_ZARR)('arrays of zarr-python (skipped without python3-zarr)', () => {
  test('in every codec, shuffled or not, are decoded to the last bit', async () => {
    const root = join(folder, 'arrays');
    mkdirSync(root);
    python(WRITE, [root]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the script writes this
    const hashes = JSON.parse(readFileSync(join(root, 'hashes.json'), 'utf8')) as Record<
      string,
      string
    >;
    expect(Object.keys(hashes)).toHaveLength(28 * 6);
    const wrong: string[] = [];
    for (const [name, hash] of Object.entries(hashes)) {
      if ((await hashOf(openZarrArray(join(root, name)))) !== hash) wrong.push(name);
    }
    expect(wrong).toEqual([]);
  });

  test('of OME-Zarr 0.4 are an image with names and sizes', async () => {
    const path = join(folder, 'four.ome.zarr');
    python(
      `
import sys, json, numpy as np, zarr
group = zarr.open_group(sys.argv[1], mode='w')
data = np.arange(2 * 3 * 20 * 30, dtype='<u2').reshape(1, 2, 3, 20, 30)
group.create_dataset('0', data=data, chunks=(1, 1, 2, 16, 16), dimension_separator='/')
axes = [dict(name='t', type='time'), dict(name='c', type='channel')] + [
    dict(name=name, type='space', unit='nanometer') for name in 'zyx']
group.attrs['multiscales'] = [dict(version='0.4', axes=axes, datasets=[dict(path='0',
    coordinateTransformations=[dict(type='scale', scale=[1, 1, 1500, 377, 377])])])]
group.attrs['omero'] = dict(channels=[dict(label='DAPI'), dict(label='CD3')])
`,
      [path],
    );
    const image = await openImage(path);
    const { width, height, planes, channels, pixelUm, planeUm } = image;
    expect({ width, height, planes, channels, pixelUm, planeUm }).toEqual({
      width: 30,
      height: 20,
      planes: 3,
      channels: ['DAPI', 'CD3'],
      pixelUm: 0.377,
      planeUm: 1.5,
    });
    expect((await image.readPlane(1, 2)).data[599]).toBe(3599);
    expect((await image.readPlane(0, 1)).data[0]).toBe(600);
  });
});

/** The metadata of an array of 2×2 samples in one chunk. */
const ARRAY = {
  zarr_format: 3,
  node_type: 'array',
  shape: [2, 2],
  data_type: 'uint8',
  chunk_grid: { name: 'regular', configuration: { chunk_shape: [2, 2] } },
  chunk_key_encoding: { name: 'default', configuration: { separator: '/' } },
  fill_value: 7,
  codecs: [{ name: 'bytes' }, { name: 'gzip' }],
};

function written(name: string, metadata: object): string {
  const path = join(folder, name);
  mkdirSync(join(path, 'c/0'), { recursive: true });
  writeFileSync(join(path, 'zarr.json'), JSON.stringify(metadata));
  return path;
}

describe('what is not supported, or cannot be, is an error with its path', () => {
  test.each<[string, object, string]>([
    ['sharding', { codecs: [{ name: 'sharding_indexed' }] }, 'the codec “sharding_indexed” is not'],
    ['transpose', { codecs: [{ name: 'transpose' }] }, 'the codec “transpose” is not supported'],
    ['int64', { data_type: 'int64' }, 'samples of type “int64” are not supported'],
    ['no-bytes', { codecs: [] }, 'it has no codec “bytes”'],
    ['one-axis', { shape: [4] }, 'an array of shape 4 in chunks of 2×2'],
    ['negative', { shape: [-1, 2] }, 'shape.0: '],
    ['group', { node_type: 'group' }, 'node_type: '],
    [
      'grid',
      { chunk_grid: { name: 'rectilinear' } },
      'the chunk grid “rectilinear” is not supported',
    ],
    [
      'huge',
      { chunk_grid: { name: 'regular', configuration: { chunk_shape: [2 ** 20, 2 ** 20] } } },
      'chunks of 1099511627776 bytes are not supported',
    ],
  ])('%s', (name, changes, message) => {
    const path = written(name, { ...ARRAY, ...changes });
    expect(() => openZarrArray(path)).toThrow(message);
    expect(() => openZarrArray(path)).toThrow(`cannot read ${path} as Zarr: `);
  });

  test('a chunk that is cut off, and one of another size', async () => {
    const path = written('chunk', ARRAY);
    const open = openZarrArray(path);
    expect([...(await open.readPlane([]))]).toEqual([7, 7, 7, 7]);
    writeFileSync(join(path, 'c/0/0'), Buffer.from('1f8b08', 'hex'));
    await expect(open.readPlane([])).rejects.toThrow(
      `cannot read ${join(path, 'c/0/0')} as a chunk of Zarr: unexpected end of file`,
    );
    const plain = openZarrArray(written('chunk', { ...ARRAY, codecs: [{ name: 'bytes' }] }));
    await expect(plain.readPlane([])).rejects.toThrow('3 bytes, not 4');
  });

  test('a folder that is no store, and a dataset outside of it', async () => {
    await expect(openImage(join(folder, 'none.zarr'))).rejects.toThrow(
      `cannot read ${join(folder, 'none.zarr')} as Zarr: it has neither a zarr.json nor a .zattrs`,
    );
    const ome = {
      version: '0.5',
      multiscales: [{ axes: [{ name: 'y' }, { name: 'x' }], datasets: [{ path: '../chunk' }] }],
    };
    const path = written('outside.zarr', { zarr_format: 3, attributes: { ome } });
    await expect(openImage(path)).rejects.toThrow('the path of its first dataset is “../chunk”');
    const later = written('later.zarr', { attributes: { ome: { ...ome, version: '0.6' } } });
    await expect(openImage(later)).rejects.toThrow('version 0.6 of OME-Zarr is not supported');
  });
});
