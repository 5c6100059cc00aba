/** Marks a glob, also across two copies of this module. */
export const GLOB: unique symbol = Symbol.for('dagflow.glob');

/** Files that are looked for on disk when a job is made. */
export interface GlobPaths {
  /** Unread: a JavaScript file may have given anything. */
  readonly [GLOB]: { readonly pattern: unknown };
}

/**
 * Inputs that are found on disk once the wildcards are known, sorted: `glob('raw/{cycle}/*.tif')`.
 * Only `{name}` of a wildcard is replaced; `{tif,tiff}` stays an alternative of the glob. It sees
 * files that are there before anything runs: for what other rules make, use `expand`.
 */
export function glob(pattern: string): GlobPaths {
  return { [GLOB]: { pattern } };
}

export function isGlobPaths(value: unknown): value is GlobPaths {
  return typeof value === 'object' && value !== null && GLOB in value;
}
