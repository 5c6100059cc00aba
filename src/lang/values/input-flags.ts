import type { EdgeKind } from '../../core/rule/rule.ts';

/** Marks flagged inputs, also across two copies of this module. */
export const FLAGGED_INPUT: unique symbol = Symbol.for('dagflow.flagged-input');

/** Inputs with what is special about how the job depends on them. */
export interface FlaggedInput<Files = unknown> {
  readonly [FLAGGED_INPUT]: { readonly edge: InputEdge; readonly files: Files };
}

type InputEdge = Extract<EdgeKind, 'ancient' | 'order'>;

/**
 * Inputs that the command reads and that are as good as when they were first made: neither their
 * content nor their age is a reason to run. They still have to be there.
 */
export function ancient<const Files>(files: Files): FlaggedInput<Files> {
  return { [FLAGGED_INPUT]: { edge: 'ancient', files } };
}

/**
 * Inputs that have to be there before the job starts, and no more: the command does not see them,
 * and neither their content nor their age is a reason to run.
 */
export function orderOnly<const Files>(files: Files): FlaggedInput<Files> {
  return { [FLAGGED_INPUT]: { edge: 'order', files } };
}

export function isFlaggedInput(value: unknown): value is FlaggedInput {
  return typeof value === 'object' && value !== null && FLAGGED_INPUT in value;
}

/** What is flagged, and how; a plain value depends as `edge` says. */
export function unflagged(
  value: unknown,
  edge: EdgeKind = 'data',
): { readonly value: unknown; readonly edge: EdgeKind } {
  if (edge !== 'data' || !isFlaggedInput(value)) return { value, edge };
  const { files, edge: own } = value[FLAGGED_INPUT];
  return { value: files, edge: own };
}
