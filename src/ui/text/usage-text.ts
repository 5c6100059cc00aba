import type { ResourceUsage } from '../../ports/resource-usage.ts';
import { sizeText } from './size-text.ts';

/** `3.1 GB of memory at most, 12.4 s of CPU time`; undefined where nothing is known. */
export function usageText({ peakRssMib, cpuS, gpuMemMib }: ResourceUsage): string | undefined {
  const parts: string[] = [];
  if (peakRssMib !== undefined) parts.push(`${sizeText(peakRssMib)} of memory at most`);
  if (gpuMemMib !== undefined) parts.push(`${sizeText(gpuMemMib)} of GPU memory at most`);
  if (cpuS !== undefined) parts.push(`${cpuS.toFixed(1)} s of CPU time`);
  return parts.length === 0 ? undefined : parts.join(', ');
}
