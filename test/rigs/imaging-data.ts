import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
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

/** A file of truths that lies with them; its shape is what the test declares. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the test knows the file
export function realJson<Value>(path: string): Value {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a wrong shape fails the test
  return JSON.parse(readFileSync(realFile(path), 'utf8')) as Value;
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'flow-imaging-'));
}
