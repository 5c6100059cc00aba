import type { PoolOnShow, RunEvent } from '../../ports/run-event.ts';
import { countText } from './duration-text.ts';
import { gpusText } from './gpu-text.ts';
import { visible } from './visible.ts';

/** ` on GPU 0`, ` in lab_a`; empty where there is nothing to say. */
export function placeText({ gpus, pool }: JobPlace): string {
  const cards = gpus.length === 0 ? '' : ` on ${gpusText(gpus)}`;
  return pool === undefined ? cards : `${cards} in ${visible(pool)}`;
}

interface JobPlace {
  readonly gpus: readonly string[];
  readonly pool?: string | undefined;
}

/** ` on 4 cores, GPU 0`, or ` in lab_a (2 GPUs), qc (8 jobs)`; empty where a cluster decides. */
export function placesText({ cores, gpus, pools }: RunPlaces): string {
  if (pools !== undefined) {
    return pools.length === 0 ? '' : ` in ${pools.map(poolText).join(', ')}`;
  }
  const cards = gpus.length === 0 ? [] : [gpusText(gpus)];
  const counted = cores === undefined ? [] : [countText(cores, 'core')];
  return ` on ${[...counted, ...cards].join(', ')}`;
}

type RunPlaces = Pick<RunEvent & { kind: 'run-started' }, 'cores' | 'gpus' | 'pools'>;

function poolText({ name, gpus, jobs }: PoolOnShow): string {
  const has = [
    ...(gpus === 0 ? [] : [countText(gpus, 'GPU')]),
    ...(jobs === undefined ? [] : [countText(jobs, 'job')]),
  ];
  return has.length === 0 ? visible(name) : `${visible(name)} (${has.join(', ')})`;
}
