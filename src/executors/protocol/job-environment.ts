import type { JobSpec } from '../../ports/job-spec.ts';

export type Environment = Readonly<Record<string, string>>;

/** By these, processes are known as a job's, wherever they went. */
export const TOKEN_VARIABLE = 'FLOW_JOB_TOKEN';
export const RUN_VARIABLE = 'FLOW_RUN_ID';
/** Tokens of the jobs around this one, where a job runs flow itself; separated by blanks. */
export const OUTER_TOKENS_VARIABLE = 'FLOW_OUTER_JOB_TOKENS';

const THREAD_VARIABLES = [
  'OMP_NUM_THREADS',
  'OPENBLAS_NUM_THREADS',
  'MKL_NUM_THREADS',
  'NUMEXPR_NUM_THREADS',
  'VECLIB_MAXIMUM_THREADS',
  'GOTO_NUM_THREADS',
  'POLARS_MAX_THREADS',
  'RAYON_NUM_THREADS',
  'JULIA_NUM_THREADS',
  'GOMAXPROCS',
];

/** As Snakemake sets them. */
const TEMP_VARIABLES = ['TMPDIR', 'TMP', 'TEMP', 'TEMPDIR'];

/** What every job gets of our own environment: all of it, and the tokens of jobs around us. */
export function ownEnvironment(environment: NodeJS.ProcessEnv): Environment {
  const own: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined) own[name] = value;
  }
  const around = [own[OUTER_TOKENS_VARIABLE], own[TOKEN_VARIABLE]].filter((it) => it !== undefined);
  if (around.length > 0) own[OUTER_TOKENS_VARIABLE] = around.join(' ');
  return own;
}

/** What the executor gives a job beside what its spec says. */
export interface JobPlace {
  /** Flow gives out the cards, so a job that was given none sees none. */
  readonly hidesGpus: boolean;
  /** A folder for what it throws away; undefined: that of its surroundings. */
  readonly tempFolder?: string | undefined;
}

/**
 * What a job's environment has beyond ours: threads, a temporary folder, cards, what its spec says,
 * and its marks. Later ones win, so that a rule may set a thread count of its own. What we inherited
 * of these does not: it was meant for a program that is alone.
 */
export function jobEnvironment(
  spec: JobSpec,
  { hidesGpus, tempFolder }: JobPlace,
): Record<string, string> {
  const environment = threadEnvironment(spec);
  if (tempFolder !== undefined) {
    for (const name of TEMP_VARIABLES) environment[name] = tempFolder;
  }
  if (spec.gpus.length > 0) {
    environment['CUDA_VISIBLE_DEVICES'] = spec.gpus.join(',');
    environment['CUDA_DEVICE_ORDER'] = 'PCI_BUS_ID';
  } else if (hidesGpus) {
    environment['CUDA_VISIBLE_DEVICES'] = '';
  }
  Object.assign(environment, spec.environment);
  environment[RUN_VARIABLE] = spec.runId;
  environment[TOKEN_VARIABLE] = spec.token;
  return environment;
}

/** What the environments of a run's jobs have in common, or most of them: its first job's tell. */
export function commonEnvironment(first: JobSpec, own: Environment): Environment {
  return { ...own, ...threadEnvironment(first), [RUN_VARIABLE]: first.runId };
}

function threadEnvironment({ resources }: JobSpec): Record<string, string> {
  const threads = String(Math.max(1, Math.floor(resources.threads)));
  return Object.fromEntries(THREAD_VARIABLES.map((name) => [name, threads]));
}
