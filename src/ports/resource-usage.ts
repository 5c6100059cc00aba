/**
 * What the processes of one attempt used, all together, as far as it was seen: whoever runs jobs
 * looks at them now and then, so a job that is over in a moment has none of it, and each number
 * may be too small by what happened between two looks. A number that cannot be known is absent.
 */
export interface ResourceUsage {
  /** Resident memory of all processes at one time; shared pages count once a process. MiB. */
  readonly peakRssMib?: number;
  /** Seconds of all cores, user and system. */
  readonly cpuS?: number;
  /** From and to storage, past the page cache. MiB. */
  readonly readMib?: number;
  readonly writtenMib?: number;
  /** On all its cards together, at one time. MiB. */
  readonly gpuMemMib?: number;
}
