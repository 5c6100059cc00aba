import type { Capacity } from './capacity.ts';

/** A place where jobs run: this machine, or an account with its GPU slots. */
export interface Pool {
  /** Empty for the one pool that needs no name. */
  readonly name: string;
  readonly capacity: Capacity;
  /** Its GPUs are slots, not cards: whoever runs a job there finds out which it gets. */
  readonly hasSlots?: true;
}
