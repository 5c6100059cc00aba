import fastGlob from 'fast-glob';
import type { FileQuestions } from '../core/rule/rule.ts';
import type { Disk } from '../ports/disk.ts';

/** The working directory as input functions see it; answers hold for one making of the graph. */
export function fileQuestions(disk: Pick<Disk, 'stat'>, workingDirectory: string): FileQuestions {
  const globs = new Map<string, readonly string[]>();
  return {
    exists: (path) => disk.stat(path) !== undefined,
    glob: (pattern) => {
      const known = globs.get(pattern);
      if (known !== undefined) return known;
      const paths = fastGlob.sync(pattern, { cwd: workingDirectory, dot: false }).toSorted();
      globs.set(pattern, paths);
      return paths;
    },
  };
}
