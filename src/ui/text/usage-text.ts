import type { ResourceUsage } from '../../ports/resource-usage.ts';

/** `3.1 GB of memory at most, 12.4 s of CPU time`; undefined where nothing is known. */
export function usageText({ peakRssMib, cpuS, gpuMemMib }: ResourceUsage): string | undefined {
  const parts: string[] = [];
  if (peakRssMib !== undefined) parts.push(`${memoryText(peakRssMib)} of memory at most`);
  if (gpuMemMib !== undefined) parts.push(`${memoryText(gpuMemMib)} of GPU memory at most`);
  if (cpuS !== undefined) parts.push(`${cpuS.toFixed(1)} s of CPU time`);
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** In the decimal units in which requests are written: `0.4 GB`, `12 MB`. */
function memoryText(mib: number): string {
  const megabytes = (mib * 2 ** 20) / 1e6;
  return megabytes < 99.5 ? `${Math.round(megabytes)} MB` : `${(megabytes / 1000).toFixed(1)} GB`;
}
