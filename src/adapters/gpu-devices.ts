import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

/** A card of this machine, by what goes into `CUDA_VISIBLE_DEVICES`. */
export interface GpuDevice {
  readonly id: string;
  /** MiB; undefined where nothing tells. */
  readonly freeMib: number | undefined;
}

const QUERY = ['--query-gpu=index,uuid,memory.free', '--format=csv,noheader,nounits'];
const QUERY_TIMEOUT_MS = 10_000;

/**
 * The cards that this process may use, in the order of their bus. An inherited
 * `CUDA_VISIBLE_DEVICES` (indices or UUIDs) says which; else `nvidia-smi`; else the driver's
 * folders in `/proc`. None of them: there are no cards.
 */
export function gpuDevices(environment: Readonly<Record<string, string | undefined>>): GpuDevice[] {
  const present = fromNvidiaSmi(environment) ?? fromDriver();
  const inherited = environment['CUDA_VISIBLE_DEVICES'];
  if (inherited === undefined) return present.map(({ index, freeMib }) => ({ id: index, freeMib }));
  const ids = inherited.split(',').map((id) => id.trim());
  // As CUDA reads it: what follows an invalid entry is not seen, and `-1` is the usual way to say none.
  const end = ids.findIndex((id) => id === '' || id.startsWith('-'));
  return ids.slice(0, end === -1 ? undefined : end).map((id) => ({
    id,
    freeMib: present.find((card) => card.index === id || card.uuid === id)?.freeMib,
  }));
}

interface PresentCard {
  readonly index: string;
  readonly uuid: string | undefined;
  readonly freeMib: number | undefined;
}

function fromNvidiaSmi(environment: Readonly<NodeJS.ProcessEnv>): PresentCard[] | undefined {
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

function fromDriver(): PresentCard[] {
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
