import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeChunk } from './zarr-codecs.ts';
import { readZarrArray, type ZarrShape } from './zarr-metadata.ts';
import { decodeRows, samplesFor, type StoredSamples } from './tiff-samples.ts';

/** An array of a Zarr store in a folder, open for reading. */
export interface ZarrArray extends ZarrShape {
  /**
   * The plane at the given indices of all axes but the last two, whose samples lie row by row.
   */
  readPlane(indices: readonly number[]): Promise<StoredSamples>;
}

/** Throws, with the path, what the metadata do not say or this reader does not support. */
export function openZarrArray(path: string): ZarrArray {
  const array = withPath(path, () => readZarrArray(path));
  return { ...array, readPlane: async (indices) => await readPlane(path, array, indices) };
}

async function readPlane(
  path: string,
  array: ZarrShape,
  indices: readonly number[],
): Promise<StoredSamples> {
  const [height = 1, width = 1] = array.shape.slice(-2);
  const [chunkHeight = 1, chunkWidth = 1] = array.chunks.slice(-2);
  const out = samplesFor(array, height * width).fill(array.fill);
  const outer = indices.map((index, axis) => Math.floor(index / (array.chunks[axis] ?? 1)));
  // Where the plane lies in a chunk that holds several.
  const plane = indices.reduce((at, index, axis) => {
    const size = array.chunks[axis] ?? 1;
    return at * size + (index % size);
  }, 0);
  for (let row = 0; row * chunkHeight < height; row++) {
    for (let column = 0; column * chunkWidth < width; column++) {
      const file = join(path, array.fileOf([...outer, row, column]));
      if (!existsSync(file)) continue;
      const samples = await readChunk(file, array);
      const rows = Math.min(chunkHeight, height - row * chunkHeight);
      const used = Math.min(chunkWidth, width - column * chunkWidth);
      for (let y = 0; y < rows; y++) {
        const from = (plane * chunkHeight + y) * chunkWidth;
        const to = (row * chunkHeight + y) * width + column * chunkWidth;
        out.set(samples.subarray(from, from + used), to);
      }
    }
  }
  return out;
}

async function readChunk(file: string, array: ZarrShape): Promise<StoredSamples> {
  const count = array.chunks.reduce((product, size) => product * size, 1);
  const length = (count * array.bits) / 8;
  try {
    const bytes = await decodeChunk(readFileSync(file), array.codecs, length);
    if (bytes.length !== length) throw new Error(`${bytes.length} bytes, not ${length}`);
    return decodeRows(new Uint8Array(bytes), { width: count, rows: 1 }, { ...array, predictor: 1 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`cannot read ${file} as a chunk of Zarr: ${reason}`, { cause: error });
  }
}

export function withPath<Value>(path: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`cannot read ${path} as Zarr: ${reason}`, { cause: error });
  }
}
