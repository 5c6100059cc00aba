import { isAbsolute, join } from 'node:path';

/**
 * How paths of a working directory are put to the kernel: as they are while the process stands in
 * it, which saves the kernel a third of the time of a `stat`, else with the directory before them.
 */
export function pathsOf(workingDirectory: string): (path: string) => string {
  return (path) =>
    process.cwd() === workingDirectory || isAbsolute(path) ? path : join(workingDirectory, path);
}
