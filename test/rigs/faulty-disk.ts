import { diskError } from './memory-disk.ts';

/** How the chosen call goes wrong. */
export type Fault =
  /** It alone is refused; nothing happens. */
  | 'is-refused'
  /** We are killed before it: it and all later ones do nothing. */
  | 'dies-before'
  /** We are killed after it: all later ones do nothing. */
  | 'dies-after'
  /** A write takes half of what it was given and the next call is refused, as on a full disk. */
  | 'writes-half'
  /** The same, and so is the one after: what was written cannot be taken back. */
  | 'writes-half-for-good'
  /** We are killed in the middle of a write. */
  | 'dies-writing';

export interface FaultPlan {
  readonly fault: Fault;
  /** Which call, from 1. */
  readonly at: number;
  /** Of the error that is thrown where the call is refused. */
  readonly code?: string;
}

export interface FaultyCalls<T> {
  readonly calls: T;
  /** How many calls were made. */
  readonly count: () => number;
  /** Did the chosen call come? */
  readonly isReached: () => boolean;
}

/** In the place of a death: nobody may take it for an error of the disk. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

/** Passes calls on to `target`, a disk or a set of functions, until the chosen one goes wrong. */
export function faultyCalls<T extends object>(target: T, plan: FaultPlan): FaultyCalls<T> {
  let count = 0;
  let isDead = false;
  const handle = (name: string, call: (...given: unknown[]) => unknown) => {
    return (...given: unknown[]): unknown => {
      if (isDead) throw new Killed('killed');
      count += 1;
      const refused = (): Error => diskError(plan.code ?? 'EIO', `${name} ${String(given[0])}`);
      const isLater = count > plan.at && count <= plan.at + (REFUSED_AFTER.get(plan.fault) ?? 0);
      if (isLater) throw refused();
      if (count !== plan.at) return call(...given);
      const isWrite = name === 'writeSync';
      switch (plan.fault) {
        case 'is-refused':
          throw refused();
        case 'dies-before':
          break;
        case 'dies-after':
          call(...given);
          break;
        case 'writes-half':
        case 'writes-half-for-good':
          return isWrite ? call(...halved(given)) : call(...given);
        case 'dies-writing':
          if (isWrite) call(...halved(given));
      }
      isDead = true;
      throw new Killed('killed');
    };
  };
  const calls = new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name);
      return typeof value === 'function' ? handle(String(name), value.bind(object)) : value;
    },
  });
  return { calls, count: () => count, isReached: () => count >= plan.at };
}

/** How many calls after the chosen one are refused. */
const REFUSED_AFTER = new Map<Fault, number>([
  ['writes-half', 1],
  ['writes-half-for-good', 2],
]);

/** Of `writeSync(descriptor, bytes, offset, length)`. */
function halved([descriptor, bytes, offset, length]: unknown[]): unknown[] {
  return [descriptor, bytes, offset, Math.floor(Number(length) / 2)];
}
