import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type FastGlob from 'fast-glob';
import type { FileQuestions } from '../core/rule/rule.ts';
import type { Disk } from '../ports/disk.ts';
import { packageFile } from './package-folder.ts';

/** The working directory as input functions see it; answers hold for one making of the graph. */
export function fileQuestions(disk: Pick<Disk, 'stat'>, workingDirectory: string): FileQuestions {
  const globs = new Map<string, readonly string[]>();
  return {
    exists: (path) => disk.stat(path) !== undefined,
    glob: (pattern) => {
      const known = globs.get(pattern);
      if (known !== undefined) return known;
      const options = { cwd: workingDirectory, dot: false };
      const paths = loadFastGlob().sync(pattern, options).toSorted();
      globs.set(pattern, paths);
      return paths;
    },
  };
}

/**
 * Loaded by the first who asks, since it is as large as half of flow. The built program has it in
 * one file; from source it is the package.
 */
function loadFastGlob(): typeof FastGlob {
  const require = createRequire(import.meta.url);
  const bundled = packageFile('dist/fast-glob.cjs');
  const fastGlob: typeof FastGlob = require(existsSync(bundled) ? bundled : 'fast-glob');
  return fastGlob;
}
