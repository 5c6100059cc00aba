import { systemClock } from '../../adapters/system-clock.ts';
import { usageError } from '../../core/catalogue/usage.ts';
import { FlowError } from '../../core/diagnostic.ts';
import { clusterSize } from '../../executors/slurm/cluster-size.ts';
import { slurmCall } from '../../executors/slurm/slurm-call.ts';
import { slurmExecutor } from '../../executors/slurm/slurm-executor.ts';
import { GRACE_MS } from '../run-context.ts';
import { capacityElsewhere } from '../run-limits.ts';
import type { Place, PlaceRequest } from './place.ts';
import { withoutCards } from './without-cards.ts';

/** The SLURM cluster that `SLURM_CONF` means. */
export async function slurmPlace({ args, workspace, hasher }: PlaceRequest): Promise<Place> {
  const flag = ['gpus', 'jobs-per-gpu'].find((name) => args.value(name) !== undefined);
  if (flag !== undefined) {
    throw new FlowError(
      usageError({
        title: `\`--${flag}\` is about the cards of this machine`,
        hint: 'SLURM gives out the cards of its nodes; `--resources` and `--jobs` bound what is submitted',
      }),
    );
  }
  const { workingDirectory, disk } = workspace;
  const call = slurmCall(process.env);
  const there = await clusterSize(call);
  const executor = slurmExecutor({
    workingDirectory,
    disk,
    hasher,
    clock: systemClock,
    graceMs: GRACE_MS,
    call,
  });
  return { executor: withoutCards(executor), capacity: capacityElsewhere(args, there) };
}
