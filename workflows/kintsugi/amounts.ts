import type { StepAmounts } from '../../rules/step-amounts.ts';
import type { Config, Step } from './config.ts';

interface Needs {
  readonly threads: number;
  readonly mem: string;
  readonly time: string;
}

/** What a cycle of a whole slide (9 cycles, 63 tiles, 15 planes, 4 channels) takes. */
const NEEDS: Readonly<Record<Config['device'], Readonly<Record<Step, Needs>>>> = {
  gpu: {
    generate: { threads: 1, mem: '2 GB', time: '30 min' },
    stitch: { threads: 4, mem: '4 GB', time: '4 h' },
    decon: { threads: 4, mem: '4 GB', time: '4 h' },
    edf: { threads: 4, mem: '4 GB', time: '1 h' },
    registration: { threads: 4, mem: '64 GB', time: '2 h' },
    qc: { threads: 2, mem: '16 GB', time: '2 h' },
  },
  cpu: {
    generate: { threads: 1, mem: '2 GB', time: '30 min' },
    stitch: { threads: 8, mem: '48 GB', time: '20 h' },
    decon: { threads: 8, mem: '128 GB', time: '20 h' },
    edf: { threads: 8, mem: '96 GB', time: '5 h' },
    registration: { threads: 4, mem: '64 GB', time: '2 h' },
    qc: { threads: 2, mem: '16 GB', time: '2 h' },
  },
};

const ON_GPU: ReadonlySet<Step> = new Set<Step>(['stitch', 'decon', 'edf', 'registration']);

/** Threads and resources of a step: those of the config, else those of the device. */
export function amountsOf(step: Step, { device, resources }: Config): StepAmounts {
  const needs = NEEDS[device][step];
  const { threads = needs.threads, mem = needs.mem, time = needs.time } = resources[step];
  const gpus = device === 'gpu' && ON_GPU.has(step) ? { gpus: 1 } : {};
  return { threads, resources: { mem, time, ...gpus } };
}
