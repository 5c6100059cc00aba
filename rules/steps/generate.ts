import type { ScriptJob } from 'dagflow';
import { type Acquisition, blobsOf, renderTile, truthOf } from '../imaging/synthetic-tiles.ts';
import { TiffWriter } from '../imaging/tiff-writer.ts';
import { writeJson } from './json-file.ts';
import { toUint16 } from '../imaging/samples.ts';

interface Job {
  output: { tiles: readonly string[]; truth: string };
  params: { acquisition: Acquisition; channels: readonly number[]; pixelUm: number };
  wildcards: 'cycle';
}

/** Makes the raw tiles of a cycle, and what is true of them. Tiles come channel, plane, tile. */
export default function generate({ output, params, wildcards }: ScriptJob<Job>): void {
  const { acquisition, channels, pixelUm } = params;
  const truth = truthOf(acquisition, Number(wildcards.cycle));
  const { grid, planes } = acquisition;
  let next = 0;
  for (const channel of channels) {
    const blobs = blobsOf(acquisition, truth, channel);
    for (let plane = 0; plane < planes; plane++) {
      for (let tile = 0; tile < grid.rows * grid.columns; tile++) {
        const path = output.tiles[next++];
        if (path === undefined)
          throw new Error(`the rule has ${output.tiles.length} tiles, too few`);
        const image = renderTile(acquisition, { truth, blobs }, { channel, plane, tile });
        const { width, height } = image;
        const writer = new TiffWriter(path, {
          width,
          height,
          type: 'uint16',
          pageCount: 1,
          pixelUm,
        });
        writer.writePage(toUint16(image.data).samples);
        writer.close();
      }
    }
  }
  writeJson(output.truth, truth);
}
