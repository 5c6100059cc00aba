import { systemClock } from '../../adapters/system-clock.ts';
import { usageError } from '../../core/catalogue/usage.ts';
import { FlowError } from '../../core/diagnostic.ts';
import { ENDLESS } from '../../core/schedule/capacity.ts';
import { slurmExecutor } from '../../executors/slurm/slurm-executor.ts';
import { seatIn, tokenIn } from '../../executors/slurm/slurm-lots.ts';
import type { Arguments } from '../parse-arguments.ts';
import { GRACE_MS } from '../run-context.ts';
import { slurmPools } from '../slurm-pools.ts';
import type { Place, PlaceRequest } from './place.ts';

/** What says how much one machine has; on a cluster the accounts in the config do. */
const OF_ONE_MACHINE = ['cores', 'resources', 'jobs-per-gpu'];

/** The SLURM cluster that `SLURM_CONF` means. */
export async function slurmPlace(request: PlaceRequest): Promise<Place> {
  const { args, workspace, workflow, planned, hasher, earlier } = request;
  refuseAmounts(args);
  const { plan, maker } = planned;
  const runIds = new Set(earlier.map(({ spec }) => spec.runId));
  const { placed, places } = await slurmPools({
    args,
    plan,
    maker,
    slurm: workflow.slurm,
    // They hold slots, but those are ours.
    isOurs: (name) => runIds.has(tokenIn(name).split('.')[0] ?? ''),
  });
  const { workingDirectory, disk } = workspace;
  const executor = slurmExecutor({
    workingDirectory,
    disk,
    hasher,
    clock: systemClock,
    graceMs: GRACE_MS,
    seatOf: ({ spec }) => seatIn(places.get(spec.pool ?? '')),
  });
  return { executor, capacity: ENDLESS, placed };
}

function refuseAmounts(args: Arguments): void {
  const flag = OF_ONE_MACHINE.find((name) => args.value(name) !== undefined);
  const gpus = args.value('gpus');
  if (flag === undefined && (gpus === undefined || gpus === 'none')) return;
  throw new FlowError(
    usageError({
      title: `\`--${flag ?? 'gpus'}\` says what one machine has, and jobs go to SLURM`,
      hint: 'say what accounts have in the config, under `slurm`; `--jobs N` bounds how many are submitted at once',
    }),
  );
}
