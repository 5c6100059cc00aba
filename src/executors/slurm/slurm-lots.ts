import type { BatchJob } from '../batch/batch-system.ts';
import { directives, type SlurmSeat } from './slurm-directives.ts';

/** Jobs that are submitted by one `sbatch`: an array, or one job. */
export interface SlurmLot {
  /** The job's name in the queue; no other lot has it. */
  readonly name: string;
  readonly args: readonly string[];
  /** Task `i` of the array is job `i`. */
  readonly jobs: readonly BatchJob[];
}

export interface LotOptions {
  /** `MaxArraySize`: no index of an array reaches it. */
  readonly maxArraySize: number;
  readonly seatOf: (job: BatchJob) => SlurmSeat;
  /** Nodes that none of them may come to. */
  readonly avoided?: readonly string[];
}

/** Jobs of a rule that ask for the same become arrays, in their order. */
export function lotsOf(
  jobs: readonly BatchJob[],
  { maxArraySize, seatOf, avoided }: LotOptions,
): readonly SlurmLot[] {
  const groups = new Map<string, { args: readonly string[]; jobs: BatchJob[] }>();
  for (const job of jobs) {
    const { rule, runId, workingDirectory } = job.spec;
    const args = [...directives(job.spec, seatOf(job), avoided), `--chdir=${workingDirectory}`];
    const key = JSON.stringify([rule, runId, args]);
    const group = groups.get(key) ?? { args, jobs: [] };
    group.jobs.push(job);
    groups.set(key, group);
  }
  const longest = Math.max(1, maxArraySize);
  return [...groups.values()].flatMap((group) => {
    const lots: SlurmLot[] = [];
    for (let start = 0; start < group.jobs.length; start += longest) {
      lots.push(lotOf(group.args, group.jobs.slice(start, start + longest)));
    }
    return lots;
  });
}

/** The first or the second half of one that is too much in one piece. */
export function halves({ args, jobs }: SlurmLot): readonly SlurmLot[] {
  const middle = Math.ceil(jobs.length / 2);
  return [lotOf(args, jobs.slice(0, middle)), lotOf(args, jobs.slice(middle))];
}

function lotOf(args: readonly string[], jobs: readonly BatchJob[]): SlurmLot {
  const spec = jobs[0]?.spec;
  return { name: lotName(spec?.rule ?? '', spec?.token ?? ''), args, jobs };
}

/** `stitch.20250131-142355-123-k3x9vb.7.1`: for people the rule, for us the token of its first job. */
export function lotName(rule: string, token: string): string {
  return `${rule.replaceAll(/[^\w-]/gu, '_').slice(0, 60)}.${token}`;
}

/** The token in a name, if the name is one of ours: rules have no dots in it. */
export function tokenIn(name: string): string {
  return name.slice(name.indexOf('.') + 1);
}

/** What is not said of a pool is left to the job's resources. */
export function seatIn(
  place: { readonly [key in keyof SlurmSeat]: SlurmSeat[key] | undefined } | undefined,
): SlurmSeat {
  const { account, partition, qos } = place ?? {};
  return {
    ...(account !== undefined && { account }),
    ...(partition !== undefined && { partition }),
    ...(qos !== undefined && { qos }),
  };
}

/** What runs on the node: it passes on to the script of the job. */
export function lotScript({ jobs }: SlurmLot): string {
  const [first] = jobs;
  if (jobs.length === 1) return `#!/bin/sh\nexec /bin/sh ${quoted(first?.script ?? '')}\n`;
  const cases = jobs.map(({ script }, index) => `${index}) job=${quoted(script)} ;;`);
  return [
    '#!/bin/sh',
    'case $SLURM_ARRAY_TASK_ID in',
    ...cases,
    'esac',
    'exec /bin/sh "$job"',
    '',
  ].join('\n');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
