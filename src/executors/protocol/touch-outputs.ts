import type { Disk } from '../../ports/disk.ts';
import type { Verify } from '../../ports/job-spec.ts';

/**
 * Makes the files that the rule leaves to flow, now that the command has succeeded. What is there
 * was made by the command, since old outputs lie aside, and stays as it is.
 *
 * @throws what the disk throws.
 */
export function touchOutputs({ outputs }: Verify, disk: Disk): void {
  for (const { path, touch } of outputs) {
    if (touch !== undefined && disk.lstat(path) === undefined) disk.create(path, touch);
  }
}
