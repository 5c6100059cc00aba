import { readFileSync } from 'node:fs';

/**
 * A way to read how many processes of our control group, and of those below it, the kernel has
 * killed because memory had run out, there or on the whole machine. Undefined where nobody counts.
 */
export function oomCounter(read: (path: string) => string = textOf): () => number | undefined {
  const file = countingFile(read);
  return () => (file === undefined ? undefined : countIn(read(file)));
}

/** That of cgroup v2, or v1; of the whole machine only where its root is our group. */
function countingFile(read: (path: string) => string): string | undefined {
  const groups = read('/proc/self/cgroup');
  const mounts = read('/proc/self/mountinfo').split('\n').flatMap(mountOf);
  const folders2 = mounts
    .filter(({ type }) => type === 'cgroup2')
    .flatMap((mount) => folderIn(mount, GROUP_2.exec(groups)));
  const folders1 = mounts
    .filter(({ type, options }) => type === 'cgroup' && options.includes('memory'))
    .flatMap((mount) => folderIn(mount, GROUP_1.exec(groups)));
  const files = [
    ...folders2.map((folder) => `${folder}/memory.events`),
    ...folders1.map((folder) => `${folder}/memory.oom_control`),
  ];
  const found = files.find((file) => countIn(read(file)) !== undefined);
  if (found !== undefined) return found;
  const isInRoot = folders2.some((folder) => isRoot(folder, read));
  return isInRoot && folders1.length === 0 ? '/proc/vmstat' : undefined;
}

const GROUP_2 = /^0::(?<path>.*)$/mu;
const GROUP_1 = /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(?<path>.*)$/mu;

/** Every group has a type but the root of all, which is not the root that a container sees. */
function isRoot(folder: string, read: (path: string) => string): boolean {
  return read(`${folder}/cgroup.controllers`) !== '' && read(`${folder}/cgroup.type`) === '';
}

function countIn(text: string): number | undefined {
  const count = /^oom_kill (?<count>\d+)$/mu.exec(text)?.groups?.['count'];
  return count === undefined ? undefined : Number(count);
}

interface Mount {
  /** Which folder of the file system is seen at `point`. */
  readonly root: string;
  readonly point: string;
  readonly type: string;
  readonly options: readonly string[];
}

/** `man 5 proc`: ID, parent, device, root, mount point, options, tags …, `-`, type, source, options. */
function mountOf(line: string): readonly Mount[] {
  const [before = '', after = ''] = line.split(' - ');
  const [, , , root, point] = before.split(' ');
  const [type, , options] = after.split(' ');
  if (root === undefined || point === undefined || type === undefined) return [];
  return [{ root, point, type, options: options?.split(',') ?? [] }];
}

/** Where our group is seen; in a container its root may be mounted for all of the hierarchy. */
function folderIn({ root, point }: Mount, group: RegExpExecArray | null): readonly string[] {
  const path = group?.groups?.['path'];
  if (path === undefined) return [];
  const below = root === '/' ? path : path.startsWith(root) ? path.slice(root.length) : '';
  return [`${point}${below === '/' ? '' : below}`];
}

/** Empty for what is not there, or not for us. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
