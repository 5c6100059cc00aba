import type { ResourceRequest } from '../rule/resources.ts';

const BYTES_A_MIB = 2 ** 20;

/**
 * A request as commands and scripts see it, `{resources.mem}`: plain numbers as a rule would write
 * them, sizes in MB (10^6 bytes) and times in minutes, rounded up; what was not asked for is not
 * there. Snakemake's names stand beside ours, so that its scripts run as they are.
 */
export function resourceValues(request: ResourceRequest): Record<string, number | string> {
  const { threads, memMib, diskMib, timeS, gpus, gpuMemMib, custom } = request;
  const mem = mbOf(memMib);
  const disk = mbOf(diskMib);
  const time = timeS === undefined ? undefined : Math.ceil(timeS / 60);
  const values: Record<string, number | string | undefined> = {
    ...custom,
    mem,
    mem_mb: mem,
    mem_mib: mibOf(memMib),
    disk,
    disk_mb: disk,
    disk_mib: mibOf(diskMib),
    time,
    runtime: time,
    gpus,
    gpu: gpus,
    gpuMem: mbOf(gpuMemMib),
    cpus_per_task: threads,
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => present(name, value)),
  );
}

function present(
  name: string,
  value: number | string | undefined,
): [name: string, value: number | string][] {
  return value === undefined ? [] : [[name, value]];
}

function mbOf(mib: number | undefined): number | undefined {
  return mib === undefined ? undefined : Math.ceil((mib * BYTES_A_MIB) / 1e6);
}

function mibOf(mib: number | undefined): number | undefined {
  return mib === undefined ? undefined : Math.ceil(mib);
}
