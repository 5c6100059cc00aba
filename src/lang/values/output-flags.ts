import { NO_FLAGS, type OutputFlags } from '../../core/rule/output-flags.ts';

/** Marks a flagged path, also across two copies of this module. */
const FLAGGED: unique symbol = Symbol.for('dagflow.flagged');

/** An output path with what is special about it. */
export interface FlaggedPath<Path extends string = string> {
  readonly [FLAGGED]: FlaggedFile<Path>;
}

export interface FlaggedFile<Path extends string = string>
  extends Omit<OutputFlags, 'ensure' | 'report'> {
  readonly path: Path;
  /** Unread, as a JavaScript file may have given anything; undefined: not flagged. */
  readonly ensure: unknown;
  readonly report: unknown;
}

type Flaggable<Path extends string> = Path | FlaggedPath<Path>;

/** An output that is removed once the last job that reads it is done. */
export function temp<const Path extends string>(path: Flaggable<Path>): FlaggedPath<Path> {
  return flagged(path, { isTemp: true });
}

/** An output that is a folder, such as an OME-Zarr; its members are its content. */
export function directory<const Path extends string>(path: Flaggable<Path>): FlaggedPath<Path> {
  return flagged(path, { isDirectory: true });
}

/**
 * An output that took long: once it is made, nobody may write to it. To have it made anew, give the
 * permission back first (`chmod u+w`).
 */
export function protect<const Path extends string>(path: Flaggable<Path>): FlaggedPath<Path> {
  return flagged(path, { isProtected: true });
}

/**
 * An output that stands for what a command did elsewhere. flow makes it once the command has
 * succeeded; each success counts as a change for those who read it.
 */
export function touch<const Path extends string>(path: Flaggable<Path>): FlaggedPath<Path> {
  return flagged(path, { isTouched: true });
}

/** An output that a command may leave out; a success without it is one. */
export function optional<const Path extends string>(path: Flaggable<Path>): FlaggedPath<Path> {
  return flagged(path, { isOptional: true });
}

/** What has to hold of an output, besides that it is there. */
export interface EnsureOptions {
  /** A file with something in it, or a folder. */
  readonly nonEmpty?: boolean;
  /** The digest of the file, 64 hex digits. */
  readonly sha256?: string;
}

/** An output that is looked at after the command: what does not hold is a failure of the job. */
export function ensure<const Path extends string>(
  path: Flaggable<Path>,
  what: EnsureOptions,
): FlaggedPath<Path> {
  return flagged(path, { ensure: what });
}

/** How reports show an output. */
export interface ReportOptions {
  readonly caption?: string;
  /** The heading under which it stands. */
  readonly category?: string;
}

/** An output that is shown in reports. */
export function report<const Path extends string>(
  path: Flaggable<Path>,
  how: ReportOptions = {},
): FlaggedPath<Path> {
  return flagged(path, { report: how });
}

export function isFlaggedPath(value: unknown): value is FlaggedPath {
  return typeof value === 'object' && value !== null && FLAGGED in value;
}

/** The path with its flags; a plain path has none. */
export function flagsOf<Path extends string>(path: Flaggable<Path>): FlaggedFile<Path> {
  return isPlain(path) ? { ...NO_FLAGS, path } : path[FLAGGED];
}

function isPlain<Path extends string>(path: Flaggable<Path>): path is Path {
  return typeof path === 'string';
}

function flagged<Path extends string>(
  path: Flaggable<Path>,
  flags: Partial<Omit<FlaggedFile, 'path'>>,
): FlaggedPath<Path> {
  return { [FLAGGED]: { ...flagsOf(path), ...flags } };
}
