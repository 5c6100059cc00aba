import type { TransferListItem } from 'node:worker_threads';

const moved = new WeakMap<object, readonly TransferListItem[]>();

/**
 * Marks an item or a result of `parallelMap`: these buffers of it go to the other thread without
 * being copied, and are empty on this side from then on.
 */
export function transfer<Value extends object>(
  value: Value,
  buffers: readonly TransferListItem[],
): Value {
  moved.set(value, buffers);
  return value;
}

/** What `transfer` was told about a value. */
export function transferListOf(value: unknown): readonly TransferListItem[] {
  return typeof value === 'object' && value !== null ? (moved.get(value) ?? []) : [];
}
