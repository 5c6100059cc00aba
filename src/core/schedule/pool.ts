import type { Capacity } from './capacity.ts';

/** A place where jobs run: this machine, or an account with its GPU slots. */
export interface Pool {
  /** Empty for the one pool that needs no name. */
  readonly name: string;
  readonly capacity: Capacity;
}
