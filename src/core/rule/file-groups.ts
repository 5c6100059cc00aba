/**
 * The files of a job, as its command sees them: in order, some under names.
 *
 * `{input}` is all of them, `{input.name}` those of a group, `{input[0]}` one by its place.
 */
export interface FileGroups {
  readonly all: readonly string[];
  readonly groups: readonly FileGroup[];
}

export interface FileGroup {
  readonly name: string | undefined;
  /** False: written as a single path, so that scripts see a string and not a list. */
  readonly isList: boolean;
  readonly paths: readonly string[];
}

/** Names and lengths of groups without the paths; the same for most jobs of a rule. */
export interface GroupShape {
  readonly name: string | undefined;
  readonly isList: boolean;
  readonly count: number;
}

/** Lays paths that stand in a row out into the groups of a shape. */
export function groupFiles(shape: readonly GroupShape[], paths: readonly string[]): FileGroups {
  let start = 0;
  const groups = shape.map(({ name, isList, count }) => {
    const group = { name, isList, paths: paths.slice(start, start + count) };
    start += count;
    return group;
  });
  return { all: paths, groups };
}

/**
 * What is left without some of the files, which are named by their place in `all`. A group of which
 * all files are hidden goes, too; one whose files are absent stays, with none.
 */
export function withoutFiles(
  { all, groups }: FileGroups,
  { hidden, absent }: Record<'hidden' | 'absent', ReadonlySet<number>>,
): FileGroups {
  const isLeft = (place: number): boolean => !hidden.has(place) && !absent.has(place);
  let start = 0;
  const left: FileGroup[] = [];
  for (const group of groups) {
    const first = start;
    start += group.paths.length;
    const isHidden =
      group.paths.length > 0 && group.paths.every((_, index) => hidden.has(first + index));
    if (isHidden) continue;
    left.push({ ...group, paths: group.paths.filter((_, index) => isLeft(first + index)) });
  }
  return { all: all.filter((_, place) => isLeft(place)), groups: left };
}

/** The shape as canonical text: what the record keeps of names and order. */
export function shapeText(shape: readonly GroupShape[]): string {
  return JSON.stringify(shape.map(({ name, isList, count }) => [name ?? null, isList, count]));
}
