/** What there is in all for the jobs of a run on one machine. */
export interface Capacity {
  readonly cores: number;
  /** How many jobs may run at once, whatever they ask for; undefined: as many as fit. */
  readonly jobs: number | undefined;
  /** Undefined: not counted. */
  readonly memMib: number | undefined;
  readonly diskMib: number | undefined;
  /** Identities of cards, as they go into `CUDA_VISIBLE_DEVICES`. */
  readonly gpus: readonly string[];
  /** Memory of each card that nobody used when the run began, in MiB; undefined: nothing tells. */
  readonly gpuFreeMib?: readonly (number | undefined)[];
  /** How many jobs that ask for a whole card share one; 1 if it is not given. */
  readonly jobsPerGpu?: number;
  /** The user's own resources by name; one that is not named here is not counted. */
  readonly custom: Readonly<Record<string, number>>;
}

/** Where somebody else counts; but there are no GPUs. */
export const ENDLESS: Capacity = {
  cores: Number.POSITIVE_INFINITY,
  jobs: undefined,
  memMib: undefined,
  diskMib: undefined,
  gpus: [],
  custom: {},
};
