/** `other`: a pipe, a socket or a device; no record says that a file is one. */
export const FILE_KIND = { absent: 0, file: 1, directory: 2, other: 3 } as const;

/**
 * What was found of each file of a graph, as columns by `FileId`, at one time.
 *
 * `size` in bytes (of a directory: of its members together), `mtimeMs` in milliseconds since 1970
 * (of a directory: the youngest of its members), `digest` an id in the record table, or
 * `NO_DIGEST` where the content was not needed: absent, or never recorded before.
 */
export interface FileFacts {
  readonly kind: Uint8Array;
  readonly size: Float64Array;
  readonly mtimeMs: Float64Array;
  readonly digest: Int32Array;
  /** 1 by file: a directory in which recorded members are missing. */
  readonly isTorn: Uint8Array;
}
