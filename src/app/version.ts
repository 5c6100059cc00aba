import { readFileSync } from 'node:fs';
import { packageFile } from './package-folder.ts';

/** The version of the running program, as its package says. */
export function version(): string {
  // The package's own file, written by us.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const { version: text } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as {
    version: string;
  };
  return text;
}
