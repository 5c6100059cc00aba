import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { JobSpec } from '../../ports/job-spec.ts';

/** Outputs of a job that are, or have in them, one of these files; `files` are real paths. */
export function outputsAmong(
  files: readonly string[],
  { workingDirectory, verify }: JobSpec,
): readonly string[] {
  return verify.outputs
    .map(({ path }) => path)
    .filter((path) => {
      const real = realPath(resolve(workingDirectory, path));
      return files.some((file) => file === real || file.startsWith(`${real}/`));
    });
}

/** Of what is not there, the path itself. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
