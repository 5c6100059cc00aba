import { fileURLToPath } from 'node:url';

/**
 * A file of the installed package, absolute. The program lies in `dist/`, whatever chunk of the
 * bundle this ended up in.
 */
export function packageFile(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}
