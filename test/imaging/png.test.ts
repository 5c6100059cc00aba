import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodePng } from '../../rules/imaging/png.ts';

/** A second reading of the specification, of what the encoder may use. */
function decode(file: Buffer): { width: number; height: number; type: number; data: number[] } {
  expect(file.toString('latin1', 0, 8)).toBe('\x89PNG\r\n\x1a\n');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const body = file.subarray(at + 4, at + 8 + length);
    expect(file.readUInt32BE(at + 8 + length)).toBe(slowCrc(body));
    chunks.set(body.toString('latin1', 0, 4), body.subarray(4));
    at += 12 + length;
  }
  expect([...chunks.keys()]).toEqual(['IHDR', 'IDAT', 'IEND']);
  const header = chunks.get('IHDR') ?? Buffer.alloc(13);
  const [width, height, type = -1] = [header.readUInt32BE(0), header.readUInt32BE(4), header[9]];
  expect([...header.subarray(8)]).toEqual([8, type, 0, 0, 0]);
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  const bytes = width * (type === 2 ? 3 : 1);
  expect(rows).toHaveLength((bytes + 1) * height);
  const data: number[] = [];
  for (let y = 0; y < height; y++) {
    expect(rows[y * (bytes + 1)]).toBe(2);
    for (let i = 0; i < bytes; i++) {
      const above = y === 0 ? 0 : (data[(y - 1) * bytes + i] ?? 0);
      data.push(((rows[y * (bytes + 1) + 1 + i] ?? 0) + above) % 256);
    }
  }
  return { width, height, type, data };
}

/** The definition in appendix D of the specification, bit by bit. */
function slowCrc(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

test.each([
  ['grey', 1, 0],
  ['colour', 3, 2],
] as const)('a PNG in %s holds its pixels', (_, samples, type) => {
  const [width, height] = [7, 5];
  const data = Uint8Array.from({ length: width * height * samples }, (__, i) => (i * 89) % 256);
  expect(decode(encodePng({ width, height, samples, data }))).toEqual({
    width,
    height,
    type,
    data: [...data],
  });
});

test('data of another size are refused', () => {
  expect(() => encodePng({ width: 2, height: 2, samples: 1, data: new Uint8Array(3) })).toThrow(
    '3 bytes for 2×2 pixels of 1 samples',
  );
});
