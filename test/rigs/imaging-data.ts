import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SHARED = fileURLToPath(new URL('../../../shared/data/', import.meta.url));

/** Whether the real images lie beside the project; tests that need them say that they were skipped. */
export const HAS_REAL_DATA = existsSync(SHARED);

/** A file of the real images. */
export function realFile(path: string): string {
  return join(SHARED, path);
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'flow-imaging-'));
}
