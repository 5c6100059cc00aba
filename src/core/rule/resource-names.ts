/** Resources that every job may have: flow's names, and Snakemake's for the same amounts. */
export const RESOURCE_NAMES = [
  'mem',
  'mem_mb',
  'mem_mib',
  'disk',
  'disk_mb',
  'disk_mib',
  'time',
  'runtime',
  'gpus',
  'gpu',
  'gpuMem',
  'cpus_per_task',
] as const;
