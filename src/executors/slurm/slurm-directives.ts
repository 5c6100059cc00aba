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
export function directives(
  { resources }: JobSpec,
  seat: SlurmSeat = {},
  avoided: readonly string[] = [],
): readonly string[] {
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
    ...withExcluded(words(custom['slurm_extra']), avoided),
  ];
}

/** All nodes that the job has to keep away from: those of its own flags, and these. */
export function excludedNodes({ resources }: JobSpec, avoided: readonly string[]): string {
  return [...excludedIn(words(resources.custom['slurm_extra'])), ...avoided].join(',');
}

const EXCLUDE = /^(?:--exclude=|-x)(?<nodes>.+)/u;

/** Of flags that are given twice, `sbatch` takes the last. */
function withExcluded(flags: readonly string[], avoided: readonly string[]): readonly string[] {
  if (avoided.length === 0) return flags;
  return [...flags, `--exclude=${[...excludedIn(flags), ...avoided].join(',')}`];
}

function excludedIn(flags: readonly string[]): readonly string[] {
  const last = flags.flatMap((flag, index) => {
    if (flag === '--exclude' || flag === '-x') return flags[index + 1] ?? [];
    return EXCLUDE.exec(flag)?.groups?.['nodes'] ?? [];
  });
  return last.slice(-1);
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
