import type Crypto from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

/** One buffer a thread, used anew for each file. */
const BUFFER_BYTES = 1024 * 1024;
let buffer: Buffer | undefined;

/** Loaded by the first hash: most runs that have nothing to do need none. */
function crypto(): typeof Crypto {
  return process.getBuiltinModule('node:crypto');
}

/**
 * sha256 of a file's content in hex, read to its end here and now.
 *
 * @throws what Node throws.
 */
export function hashFile(path: string): string {
  buffer ??= Buffer.allocUnsafe(BUFFER_BYTES);
  const descriptor = openSync(path, 'r');
  try {
    const first = readSync(descriptor, buffer, 0, BUFFER_BYTES, null);
    if (first === 0) return crypto().hash('sha256', buffer.subarray(0, 0));
    const second = readSync(descriptor, buffer, first, BUFFER_BYTES - first, null);
    if (first + second < BUFFER_BYTES && second === 0) {
      return crypto().hash('sha256', buffer.subarray(0, first));
    }
    const digest = crypto()
      .createHash('sha256')
      .update(buffer.subarray(0, first + second));
    for (;;) {
      const length = readSync(descriptor, buffer, 0, BUFFER_BYTES, null);
      if (length === 0) return digest.digest('hex');
      digest.update(buffer.subarray(0, length));
    }
  } finally {
    closeSync(descriptor);
  }
}

export function hashText(text: string): string {
  return crypto().hash('sha256', text);
}
