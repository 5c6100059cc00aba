import type { JobId } from '../graph/job-graph.ts';
import type { ResourceRequest } from '../rule/resources.ts';
import type { Pool } from './pool.ts';
import { requestProblems } from './request-fit.ts';

export const NO_KEY = -1;

/** Which key each job has, as `affinityKeys` numbers them: jobs of one key belong together. */
export type JobKeys = Int32Array;

/** Where jobs may run: a policy, applied to the pools and jobs of a run. */
export interface Placement {
  /** Pools in which the job may run as far as the policy goes; it may be too large for some. */
  readonly allowedFor: (job: JobId, request: ResourceRequest) => readonly number[];
  /** Those of them that could ever hold it, in the order in which they are tried. */
  readonly poolsFor: (job: JobId, request: ResourceRequest) => readonly number[];
  /** The key by which it follows other jobs into a pool, or `NO_KEY`. */
  readonly keyOf: (job: JobId, request: ResourceRequest) => number;
}

/**
 * `late`: a job goes to the first pool, in their order, that has room when it starts. Jobs with a
 * key follow the first of their key. Who needs no GPU goes to pools without GPUs, if there are any,
 * so that it never takes what a GPU job waits for.
 */
export function latePlacement(pools: readonly Pool[], keys?: JobKeys): Placement {
  const withGpus = indicesOf(pools, hasGpus);
  const withoutGpus = indicesOf(pools, (pool) => !hasGpus(pool));
  const everywhere = [...pools.keys()];
  return placement(pools, {
    allowedFor: (_, { gpus }) => {
      const wanted = gpus > 0 ? withGpus : withoutGpus;
      return wanted.length > 0 ? wanted : everywhere;
    },
    keyOf: (job, { gpus }) => (gpus > 0 ? (keys?.[job] ?? NO_KEY) : NO_KEY),
  });
}

/**
 * `fill-then-round-robin`: keys are dealt out beforehand (`dealKeys`), and all GPU jobs of a key run
 * in its pool; GPU jobs without a key run in the first pool with GPUs. Others as in `late`.
 */
export function fillThenRoundRobin(pools: readonly Pool[], keys: JobKeys): Placement {
  const late = latePlacement(pools);
  const withGpus = indicesOf(pools, hasGpus);
  const keyCount = keys.reduce((most, key) => Math.max(most, key + 1), 0);
  const dealt = dealKeys(
    withGpus.map((index) => pools[index]?.capacity.gpus.length ?? 0),
    keyCount,
  );
  const alone = withGpus.map((index) => [index]);
  return placement(pools, {
    allowedFor: (job, request) => {
      if (request.gpus === 0) return late.allowedFor(job, request);
      const key = keys[job] ?? NO_KEY;
      return alone[key === NO_KEY ? 0 : (dealt[key] ?? 0)] ?? late.allowedFor(job, request);
    },
    keyOf: () => NO_KEY,
  });
}

/**
 * Which pool each of `keyCount` keys gets, as an index into `slots`, the numbers of slots of the
 * pools: the first keys fill pool by pool; beyond that key `i` goes to pool `i` modulo their number.
 */
export function dealKeys(slots: readonly number[], keyCount: number): readonly number[] {
  const filling = slots.flatMap((count, pool) => Array.from({ length: count }, () => pool));
  return Array.from({ length: keyCount }, (_, key) => filling[key] ?? key % slots.length);
}

/** The policy for the one pool of a single machine. */
export const ONE_POOL: Placement = {
  allowedFor: () => FIRST,
  poolsFor: () => FIRST,
  keyOf: () => NO_KEY,
};

const FIRST: readonly number[] = [0];

function placement(
  pools: readonly Pool[],
  policy: Pick<Placement, 'allowedFor' | 'keyOf'>,
): Placement {
  return {
    ...policy,
    poolsFor: (job, request) =>
      policy.allowedFor(job, request).filter((index) => {
        const pool = pools[index];
        return pool !== undefined && requestProblems(request, pool.capacity).length === 0;
      }),
  };
}

function hasGpus({ capacity }: Pool): boolean {
  return capacity.gpus.length > 0;
}

function indicesOf(pools: readonly Pool[], isWanted: (pool: Pool) => boolean): readonly number[] {
  return pools.flatMap((pool, index) => (isWanted(pool) ? [index] : []));
}
