import type { Disk, DiskStat } from '../ports/disk.ts';

/** The same disk, seen twice at the same time. */
export interface TwoLooks {
  readonly first: Disk;
  /** What the first look has seen is not looked at again. */
  readonly second: Disk;
}

/**
 * The graph asks which sources exist, and then the plan asks for sizes and times of all files: it
 * takes those of the sources from the first look. The second look itself is remembered by no one,
 * since it asks for each file once.
 */
export function statOnce(disk: Disk): TwoLooks {
  const seen = new Map<string, DiskStat | undefined>();
  return {
    first: {
      ...disk,
      stat: (path) => {
        if (seen.has(path)) return seen.get(path);
        const stat = disk.stat(path);
        seen.set(path, stat);
        return stat;
      },
    },
    second: {
      ...disk,
      stat: (path) => seen.get(path) ?? (seen.has(path) ? undefined : disk.stat(path)),
    },
  };
}
