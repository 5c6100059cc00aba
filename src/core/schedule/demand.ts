import type { ResourceRequest } from '../rule/resources.ts';
import type { Capacity } from './capacity.ts';

/** All amounts are counted in whole units of 1/10 000, so that shares add up without rounding. */
export const UNIT = 10_000;

/** What a job takes of each thing that is counted, in units, by its place in `Dimensions`. */
export interface Demand {
  readonly amounts: readonly number[];
  readonly gpus: GpuDemand;
}

/** The same of each of so many cards. */
export interface GpuDemand {
  readonly cards: number;
  /** Of each: `UNIT` is a whole one. */
  readonly units: number;
  /** Of each: MiB of its memory, whole ones so that they add up. */
  readonly memMib: number;
}

const NO_GPUS: GpuDemand = { cards: 0, units: 0, memMib: 0 };

/**
 * The things that are counted in a run, scarcest kind first: the user's own, then disk, memory,
 * cores and jobs. GPUs are leased by identity and stand apart.
 */
export class Dimensions {
  readonly names: readonly string[];
  /** In units; infinite where there is no limit. */
  readonly capacity: readonly number[];
  readonly #custom: readonly string[];
  /** What a job that asks for a whole card takes of it. */
  readonly #wholeUnits: number;

  constructor({ custom, diskMib, memMib, cores, jobs, jobsPerGpu = 1 }: Capacity) {
    this.#wholeUnits = Math.floor(UNIT / jobsPerGpu);
    this.#custom = Object.keys(custom).toSorted();
    this.names = [...this.#custom, 'disk', 'mem', 'cores', 'jobs'];
    const limits = [...this.#custom.map((name) => custom[name]), diskMib, memMib, cores, jobs];
    this.capacity = limits.map((limit) => inUnits(limit ?? Number.POSITIVE_INFINITY));
  }

  demandOf(request: ResourceRequest): Demand {
    const custom = this.#custom.map((name) => {
      const amount = request.custom[name];
      return typeof amount === 'number' ? inUnits(amount) : 0;
    });
    return {
      amounts: [
        ...custom,
        inUnits(request.diskMib ?? 0),
        inUnits(request.memMib ?? 0),
        inUnits(request.threads),
        UNIT,
      ],
      gpus: this.#gpuDemandOf(request),
    };
  }

  #gpuDemandOf({ gpus, gpuMemMib = 0 }: ResourceRequest): GpuDemand {
    if (gpus === 0) return NO_GPUS;
    const memMib = Math.ceil(gpuMemMib);
    if (gpus < 1) return { cards: 1, units: inUnits(gpus), memMib };
    return { cards: gpus, units: this.#wholeUnits, memMib };
  }
}

function inUnits(amount: number): number {
  return Math.round(amount * UNIT);
}
