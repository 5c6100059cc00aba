import { crc32, deflateSync } from 'node:zlib';

/** 8-bit samples row by row: one a pixel is grey, three are red, green and blue. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly samples: 1 | 3;
  readonly data: Uint8Array;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * A picture as a PNG file (Portable Network Graphics Specification, third edition): 8 bits a
 * sample, not interlaced, every row as the difference to the row above, which suits images. The
 * same pixels give the same bytes. Throws where the data are not of the size.
 */
export function encodePng({ width, height, samples, data }: Picture): Buffer {
  const rowBytes = width * samples;
  if (data.length !== rowBytes * height || data.length === 0) {
    throw new Error(`${data.length} bytes for ${width}×${height} pixels of ${samples} samples`);
  }
  const rows = Buffer.alloc((rowBytes + 1) * height);
  for (let y = 0; y < height; y++) {
    const to = y * (rowBytes + 1);
    rows[to] = FILTER_UP;
    for (let i = 0; i < rowBytes; i++) {
      const above = y === 0 ? 0 : (data[(y - 1) * rowBytes + i] ?? 0);
      rows[to + 1 + i] = ((data[y * rowBytes + i] ?? 0) - above) & 0xff;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, samples === 1 ? GREY : COLOUR, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const FILTER_UP = 2;
const GREY = 0;
const COLOUR = 2;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
