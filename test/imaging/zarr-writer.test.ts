import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createPyramid, openImage } from '../../rules/imaging/open-image.ts';
import { halve, type Samples } from '../../rules/imaging/tiff-parts.ts';
import { temporaryFolder } from '../rigs/imaging-data.ts';
import { hasPython, python } from '../rigs/imaging-tools.ts';

const folder = temporaryFolder();

const TYPES = {
  uint8: (length: number): Samples => new Uint8Array(length),
  uint16: (length: number): Samples => new Uint16Array(length),
  float32: (length: number): Samples => new Float32Array(length),
} as const;

/** A reading of the specifications of Zarr 3 and OME-Zarr 0.5 of its own. */
const READ = `
import sys, json, gzip, hashlib, os, numpy as np
root = sys.argv[1]
group = json.load(open(f'{root}/zarr.json'))
assert group['zarr_format'] == 3 and group['node_type'] == 'group'
ome = group['attributes']['ome']
assert ome['version'] == '0.5'
[image] = ome['multiscales']
assert set(axis['name'] for axis in image['axes']) <= set('tczyx')
levels, files = [], 0
for dataset in image['datasets']:
    array = json.load(open(f"{root}/{dataset['path']}/zarr.json"))
    assert array['zarr_format'] == 3 and array['node_type'] == 'array'
    assert array['dimension_names'] == [axis['name'] for axis in image['axes']]
    assert array['chunk_grid']['name'] == 'regular' and array['fill_value'] == 0
    assert array['chunk_key_encoding'] == dict(name='default', configuration=dict(separator='/'))
    assert [codec['name'] for codec in array['codecs']] == ['bytes', 'gzip']
    assert array['codecs'][0]['configuration'] == dict(endian='little')
    kinds = [t['type'] for t in dataset['coordinateTransformations']]
    assert kinds in (['scale'], ['scale', 'translation'])
    for t in dataset['coordinateTransformations']:
        assert len(t[t['type']]) == len(array['shape'])
    shape, chunk = array['shape'], array['chunk_grid']['configuration']['chunk_shape']
    out = np.zeros(shape, np.dtype(array['data_type']).newbyteorder('<'))
    grid = [-(-s // c) for s, c in zip(shape, chunk)]
    for index in np.ndindex(*grid):
        raw = gzip.open(f"{root}/{dataset['path']}/c/" + '/'.join(map(str, index))).read()
        part = np.frombuffer(raw, out.dtype).reshape(chunk)
        where = tuple(slice(i * c, min((i + 1) * c, s)) for i, c, s in zip(index, chunk, shape))
        out[where] = part[tuple(slice(0, w.stop - w.start) for w in where)]
        files += 1
    levels.append(dict(shape=shape, sha256=hashlib.sha256(out.tobytes()).hexdigest(),
        transforms=dataset['coordinateTransformations']))
there = sum(len(names) for _, _, names in os.walk(root))
assert there == files + len(levels) + 1, (there, files)
for channel in ome['omero']['channels']:
    assert len(channel['color']) == 6 and set(channel['window']) == {'min', 'max', 'start', 'end'}
print(json.dumps(dict(levels=levels, axes=image['axes'], omero=ome['omero'])))
`;

interface Reading {
  readonly levels: readonly { shape: number[]; sha256: string; transforms: object[] }[];
  readonly axes: readonly object[];
  readonly omero: { readonly channels: readonly { label: string; window: object }[] };
}

describe.each(['uint8', 'uint16', 'float32'] as const)(
  'an OME-Zarr of %s that we write',
  (type) => {
    const path = join(folder, `${type}.ome.zarr`);
    const [width, height] = [1301, 403];
    const image = {
      name: 'registered',
      width,
      height,
      planes: 2,
      type,
      channels: ['DNA', 'CD3 & "γ"'],
      pixelUm: 0.5,
      planeUm: 1.5,
    } as const;
    const scale = { uint8: 1, uint16: 257, float32: 0.37 }[type];
    const pages = [0, 1, 2, 3].map((page) => {
      const samples = TYPES[type](width * height);
      for (let i = 0; i < samples.length; i++) samples[i] = ((i * 7919 + page * 31) % 256) * scale;
      return samples;
    });

    async function write(target: string): Promise<void> {
      const writer = await createPyramid(target, image);
      for (const page of pages) writer.writePage(page);
      writer.close();
    }

    test('is read back as it was', async () => {
      await write(path);
      const read = await openImage(path);
      const { channels, planes, pixelUm, planeUm } = read;
      expect({ channels, planes, pixelUm, planeUm }).toEqual({
        channels: ['DNA', 'CD3 & "γ"'],
        planes: 2,
        pixelUm: 0.5,
        planeUm: 1.5,
      });
      for (const [i, page] of pages.entries()) {
        const { data } = await read.readPlane(Math.floor(i / 2), i % 2);
        expect(data.every((value, at) => value === page[at])).toBe(true);
      }
    });

    test.skipIf(!hasPython('numpy'))(
      'is what the specification says (skipped without numpy for the system’s Python)',
      () => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the script prints this
        const { levels, axes, omero } = JSON.parse(python(READ, [path])) as Reading;
        let planes = pages.map((samples) => ({ width, height, samples }));
        expect(levels.map(({ shape }) => shape.slice(-2))).toEqual([
          [403, 1301],
          [202, 651],
          [101, 326],
          [51, 163],
        ]);
        for (const { sha256 } of levels) {
          const hash = createHash('sha256');
          for (const { samples } of planes) {
            hash.update(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
          }
          expect(sha256).toBe(hash.digest('hex'));
          planes = planes.map(halve);
        }
        expect(axes).toEqual([
          { name: 'c', type: 'channel' },
          { name: 'z', type: 'space', unit: 'micrometer' },
          { name: 'y', type: 'space', unit: 'micrometer' },
          { name: 'x', type: 'space', unit: 'micrometer' },
        ]);
        expect(levels[0]?.transforms).toEqual([{ type: 'scale', scale: [1, 1.5, 0.5, 0.5] }]);
        // The first pixel of a quarter stands for 4×4 pixels, whose middle is 1.5 pixels away.
        expect(levels[2]?.transforms).toEqual([
          { type: 'scale', scale: [1, 1.5, 2, 2] },
          { type: 'translation', translation: [0, 0, 0.75, 0.75] },
        ]);
        expect(omero.channels.map(({ label }) => label)).toEqual(['DNA', 'CD3 & "γ"']);
      },
    );

    test('gives the same bytes when it is written again', async () => {
      const again = join(folder, 'again.ome.zarr');
      await write(again);
      for (const file of ['zarr.json', '0/zarr.json', '0/c/1/1/0/1', '3/c/0/0/0/0']) {
        expect(readFileSync(join(again, file)).equals(readFileSync(join(path, file))), file).toBe(
          true,
        );
      }
      rmSync(again, { recursive: true });
    });
  },
);

test('too few pages: nothing says that this is an image', async () => {
  const path = join(folder, 'short.ome.zarr');
  const shape = {
    width: 2,
    height: 2,
    planes: 1,
    pixelUm: undefined,
    planeUm: undefined,
  } as const;
  const writer = await createPyramid(path, {
    ...shape,
    name: 'x',
    type: 'uint8',
    channels: ['a', 'b'],
  });
  writer.writePage(new Uint8Array(4));
  expect(() => writer.writePage(new Uint8Array(5))).toThrow(
    'a page of 5 uint8 samples in an image of 2×2 uint8',
  );
  expect(() => writer.close()).toThrow('1 of 2 pages were written');
  expect(existsSync(join(path, 'zarr.json'))).toBe(false);
});
