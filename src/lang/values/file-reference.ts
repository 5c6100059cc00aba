/** Marks a reference, also across two copies of this module. */
export const REFERENCE: unique symbol = Symbol.for('dagflow.reference');

/**
 * An output of a rule, as other rules name it: `stitch.output.image`. It pins the producer, so
 * that no other rule's pattern is tried for it. `Path` is its pattern as a literal type.
 */
export interface FileReference<Path extends string = string> {
  readonly [REFERENCE]: ReferencedFile<Path>;
  /** The pattern, for messages. */
  toString(): string;
}

export interface ReferencedFile<Path extends string = string> {
  readonly rule: string;
  readonly path: Path;
}

export function fileReference<Path extends string>(rule: string, path: Path): FileReference<Path> {
  return { [REFERENCE]: { rule, path }, toString: () => path };
}

export function isFileReference(value: unknown): value is FileReference {
  return typeof value === 'object' && value !== null && REFERENCE in value;
}
