import type { SourceSpan } from '../diagnostic.ts';

/** An account of a cluster whose GPU slots a run may use, as the config says it. */
export interface Account {
  readonly name: string;
  /** How many GPU jobs may be in flight; `auto`: as many as the cluster leaves the account now. */
  readonly gpuSlots: number | 'auto';
  /** How many jobs that need no GPU may be in flight; undefined: as many as there are. */
  readonly cpuSlots: number | undefined;
  /** Undefined: the cluster's own choice. */
  readonly partition: { readonly gpu: string | undefined; readonly cpu: string | undefined };
  readonly qos: string | undefined;
  /** Where it is written; undefined for the command line. */
  readonly span: SourceSpan | undefined;
}

/** What a pool stands for on the cluster; undefined is left to the cluster. */
export interface AccountPlace {
  readonly account: string;
  readonly partition: string | undefined;
  readonly qos: string | undefined;
}

/** One limit on the GPUs of an account, and what of it is spoken for. */
export interface GpuLimit {
  /** Who sets it, for people: ``account `lab_a` ``. */
  readonly by: string;
  readonly limit: number;
  /** By running jobs of all users. */
  readonly held: number;
  /** By pending jobs of all users. */
  readonly waiting: number;
}

/** GPUs that jobs sent now would get at once: what the narrowest limit leaves; none: no end. */
export function freeSlots(limits: readonly GpuLimit[]): number {
  return limits.reduce(
    (least, { limit, held, waiting }) => Math.min(least, Math.max(0, limit - held - waiting)),
    Number.POSITIVE_INFINITY,
  );
}
