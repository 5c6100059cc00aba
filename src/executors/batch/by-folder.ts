/** In the order in which folders first come up. */
export function byFolder<T>(
  all: readonly T[],
  folderOf: (one: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const folder = folderOf(one);
    const group = groups.get(folder);
    if (group === undefined) groups.set(folder, [one]);
    else group.push(one);
  }
  return groups;
}
