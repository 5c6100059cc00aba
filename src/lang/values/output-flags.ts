/** Marks a flagged path, also across two copies of this module. */
const FLAGGED: unique symbol = Symbol.for('dagflow.flagged');

/** An output path with what is special about it. */
export interface FlaggedPath<Path extends string = string> {
  readonly [FLAGGED]: FlaggedFile<Path>;
}

export interface FlaggedFile<Path extends string = string> {
  readonly path: Path;
  readonly isTemp: boolean;
  readonly isDirectory: boolean;
}

/** An output that is removed once the last job that reads it is done. */
export function temp<const Path extends string>(path: Path | FlaggedPath<Path>): FlaggedPath<Path> {
  return { [FLAGGED]: { ...flagsOf(path), isTemp: true } };
}

/** An output that is a folder, such as an OME-Zarr; its members are its content. */
export function directory<const Path extends string>(
  path: Path | FlaggedPath<Path>,
): FlaggedPath<Path> {
  return { [FLAGGED]: { ...flagsOf(path), isDirectory: true } };
}

export function isFlaggedPath(value: unknown): value is FlaggedPath {
  return typeof value === 'object' && value !== null && FLAGGED in value;
}

/** The path with its flags; a plain path has none. */
export function flagsOf<Path extends string>(path: Path | FlaggedPath<Path>): FlaggedFile<Path> {
  return typeof path === 'string' ? { path, isTemp: false, isDirectory: false } : path[FLAGGED];
}
