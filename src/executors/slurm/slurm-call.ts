import { execFile } from 'node:child_process';

/** What a program of SLURM answered. */
export interface SlurmAnswer {
  /** Undefined: it was ended, since it did not answer in time. */
  readonly code: number | undefined;
  readonly out: string;
  readonly err: string;
}

/** Calls a program of SLURM. @throws where it cannot be started: it is not installed. */
export type SlurmCall = (
  program: string,
  args: readonly string[],
  input?: string,
) => Promise<SlurmAnswer>;

/** Controllers that are busy answer after `MessageTimeout`, and programs ask twice. */
const LONGEST_MS = 90_000;
const LONGEST_ANSWER = 256 * 1024 * 1024;

export function slurmCall(environment: NodeJS.ProcessEnv): SlurmCall {
  const env = scrubbed(environment);
  return (program, args, input) =>
    new Promise((resolve, reject) => {
      const options = { env, timeout: LONGEST_MS, maxBuffer: LONGEST_ANSWER };
      const child = execFile(program, args, options, (error, out, err) => {
        if (error === null) resolve({ code: 0, out, err });
        else if (typeof error.code === 'number') resolve({ code: error.code, out, err });
        else if (error.killed === true) resolve({ code: undefined, out, err });
        else reject(error);
      });
      // It may end before it has read all of it.
      child.stdin?.on('error', () => {});
      child.stdin?.end(input ?? '');
    });
}

/**
 * Where flow runs inside of an allocation, its variables would change what is submitted, and reach
 * jobs that they do not describe. Which cluster is meant stays.
 */
export function scrubbed(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(environment)) {
    if (!FOREIGN.test(name) || MEANT.has(name)) kept[name] = value;
  }
  return kept;
}

const FOREIGN = /^(?:SLURM|SLURMD|SBATCH|SRUN|SQUEUE|SACCT|SCANCEL|SALLOC|PMI|PMIX)_|^PMI/;
const MEANT = new Set(['SLURM_CONF', 'SLURM_CLUSTERS']);
