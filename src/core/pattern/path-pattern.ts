/** Values of a job's wildcards, by name. They are data: quoted in shells, never evaluated. */
export type Wildcards = Readonly<Record<string, string>>;

/**
 * A path with wildcards, compiled: `out/{sample}/{lane,[0-9]+}.bam`.
 *
 * A wildcard matches one path segment, `[^/]+`, unless it is constrained; the default belongs to
 * the face that the rule was written in. A wildcard that stands twice must match equal text.
 */
export interface PathPattern {
  /** As written. */
  readonly source: string;
  /** In order of first appearance, each once. */
  readonly wildcardNames: readonly string[];
  /** Text before the first and after the last wildcard; both the whole path if there is none. */
  readonly prefix: string;
  readonly suffix: string;
  /** The wildcards' values in the order of `wildcardNames`, or undefined if the path is another. */
  match(path: string): readonly string[] | undefined;
  /** The path for these values, given in the order of `wildcardNames`. Not normalised. */
  fill(values: readonly string[]): string;
}
