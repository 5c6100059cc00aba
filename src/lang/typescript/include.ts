import type { CodePlace } from '../../core/author-places.ts';
import { callPlace } from '../call-place.ts';

/** Marks an included file, also across two copies of this module. */
export const INCLUDE: unique symbol = Symbol.for('dagflow.include');

/** Rules of another file, to be put where rules stand. */
export interface IncludedFile {
  /** Unread: a JavaScript file may have given anything. */
  readonly [INCLUDE]: { readonly path: unknown; readonly place: CodePlace | undefined };
}

/**
 * The rules of another workflow file, YAML or TypeScript, by its path relative to this file.
 * Rules of a TypeScript file are more simply imported.
 */
export function include(path: string): IncludedFile {
  return { [INCLUDE]: { path, place: callPlace(include) } };
}

export function isIncludedFile(value: unknown): value is IncludedFile {
  return typeof value === 'object' && value !== null && INCLUDE in value;
}
