import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import type { PresentGpu } from '../core/schedule/gpu-cards.ts';

const QUERY = ['--query-gpu=index,uuid,memory.free', '--format=csv,noheader,nounits'];
const QUERY_TIMEOUT_MS = 10_000;

/**
 * The cards of this machine, in the order of their bus: as `nvidia-smi` tells them, else by the
 * driver's folders in `/proc`. Neither of them: there are no cards, or they are not NVIDIA's.
 */
export function presentGpus(environment: Readonly<NodeJS.ProcessEnv>): readonly PresentGpu[] {
  return fromNvidiaSmi(environment) ?? fromDriver();
}

function fromNvidiaSmi(environment: Readonly<NodeJS.ProcessEnv>): PresentGpu[] | undefined {
  const { status, stdout } = spawnSync('nvidia-smi', QUERY, {
    encoding: 'utf8',
    timeout: QUERY_TIMEOUT_MS,
    env: { ...environment, CUDA_DEVICE_ORDER: 'PCI_BUS_ID' },
  });
  if (status !== 0) return undefined;
  return stdout
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [index = '', uuid, free = ''] = line.split(',').map((cell) => cell.trim());
      const freeMib = Number(free);
      return { index, uuid, freeMib: free === '' || Number.isNaN(freeMib) ? undefined : freeMib };
    });
}

function fromDriver(): PresentGpu[] {
  try {
    return readdirSync('/proc/driver/nvidia/gpus').map((_, index) => ({
      index: String(index),
      uuid: undefined,
      freeMib: undefined,
    }));
  } catch {
    return []; // No driver, no cards.
  }
}
