import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import type FastGlob from 'fast-glob';
import type { FileQuestions } from '../core/rule/rule.ts';
import type { Disk } from '../ports/disk.ts';
import { packageFile } from './package-folder.ts';

/**
 * The working directory as input functions see it; answers hold for one making of the graph.
 * `onFolder` is told each folder that a glob looks into: what comes there may change its answer.
 */
export function fileQuestions(
  disk: Pick<Disk, 'stat'>,
  workingDirectory: string,
  onFolder?: (folder: string) => void,
): FileQuestions {
  const globs = new Map<string, readonly string[]>();
  return {
    exists: (path) => disk.stat(path) !== undefined,
    glob: (pattern) => {
      const known = globs.get(pattern);
      if (known !== undefined) return known;
      const options = { cwd: workingDirectory, dot: false, ...told(onFolder) };
      const paths = loadFastGlob().sync(pattern, options).toSorted();
      globs.set(pattern, paths);
      return paths;
    },
  };
}

/** What makes fast-glob tell where it looks. */
function told(onFolder: ((folder: string) => void) | undefined): FastGlob.Options {
  return onFolder === undefined ? {} : { fs: { readdirSync: list } };

  function list(folder: string, options: { withFileTypes: true }): Dirent[];
  function list(folder: string): string[];
  function list(folder: string, options?: { withFileTypes: true }): Dirent[] | string[] {
    onFolder?.(folder);
    return options === undefined ? readdirSync(folder) : readdirSync(folder, options);
  }
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
