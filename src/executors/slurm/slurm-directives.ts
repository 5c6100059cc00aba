import type { JobSpec } from '../../ports/job-spec.ts';

/** What a pool stands for on the cluster, for one job; what is absent is left to its resources. */
export interface SlurmSeat {
  readonly account?: string;
  readonly partition?: string;
  readonly qos?: string;
}

/**
 * Arguments of `sbatch` that say what a job asks for. Jobs with the same ones may become one array.
 * Names of resources are those of Snakemake's executor for SLURM.
 */
export function directives({ resources }: JobSpec, seat: SlurmSeat = {}): readonly string[] {
  const { threads, memMib, timeS, diskMib, custom } = resources;
  const account = seat.account ?? custom['slurm_account'];
  const partition = seat.partition ?? custom['slurm_partition'];
  const gpus = Math.ceil(resources.gpus);
  const model = custom['gpu_model'];
  return [
    '--nodes=1',
    '--ntasks=1',
    `--cpus-per-task=${Math.max(1, Math.ceil(threads))}`,
    ...optional('--mem', memMib === undefined ? undefined : `${Math.ceil(memMib)}M`),
    ...optional('--tmp', diskMib === undefined ? undefined : `${Math.ceil(diskMib)}M`),
    ...optional('--time', timeS === undefined ? undefined : Math.max(1, Math.ceil(timeS / 60))),
    ...(gpus === 0 ? [] : [`--gres=gpu:${model === undefined ? '' : `${model}:`}${gpus}`]),
    ...optional('--account', account),
    ...optional('--partition', partition),
    ...optional('--qos', seat.qos ?? custom['qos']),
    ...optional('--constraint', custom['constraint']),
    ...optional('--reservation', custom['reservation']),
    ...words(custom['slurm_extra']),
  ];
}

function optional(flag: string, value: string | number | undefined): readonly string[] {
  return value === undefined || value === '' ? [] : [`${flag}=${value}`];
}

/** As a shell would part them, quotes and all, but nothing is expanded. */
function words(text: string | number | undefined): readonly string[] {
  if (text === undefined) return [];
  const found: string[] = [];
  for (const [word] of String(text).matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/gu)) {
    found.push(word.replaceAll(/'([^']*)'|"([^"]*)"/gu, (_, one = '', two = '') => `${one}${two}`));
  }
  return found;
}
