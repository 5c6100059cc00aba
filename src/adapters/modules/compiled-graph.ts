/** Grows when what is written changes, so that an older cache is not read. */
export const CACHE_FORMAT = 1;

/**
 * A module and all that it imports, compiled: what the cache keeps of it as `graph.json`, beside
 * the compiled files. The folder is made whole and never changed.
 */
export interface CompiledGraph {
  /** The author's files that were read, the module itself first. */
  readonly sources: readonly SourceFile[];
  /** The `package.json` of every package that is imported. */
  readonly packages: readonly SourceFile[];
  /** Modules that are imported as they are: of packages, and CommonJS. Absolute. */
  readonly external: readonly string[];
}

export interface SourceFile {
  /** Absolute, links resolved. */
  readonly path: string;
  /** sha256 of the content, in hex. */
  readonly digest: string;
  /** Name of the compiled file; undefined for data and for what is imported as it is. */
  readonly compiled?: string;
  /** What the compiled module exports. */
  readonly exports?: readonly string[];
}

/** A module that can be imported, and what its code is known by. */
export interface CompiledModule {
  /** The author's file, absolute, links resolved. */
  readonly file: string;
  /** The compiled file, absolute. */
  readonly compiledFile: string;
  /** The author's files that it is made of, itself first. */
  readonly files: readonly string[];
  /**
   * Known by this, sha256 in hex: the contents of its own file and of all that it imports, with
   * their places relative to it, and name and version of each package; never flow's own modules.
   */
  readonly digest: string;
}
