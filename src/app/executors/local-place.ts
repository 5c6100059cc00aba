import { systemClock } from '../../adapters/system-clock.ts';
import { makeTempRoot } from '../../adapters/temp-roots.ts';
import { localExecutor } from '../../executors/local/local-executor.ts';
import { GRACE_MS } from '../run-context.ts';
import { machineCapacity } from '../run-limits.ts';
import type { Place, PlaceRequest } from './place.ts';

/** This machine. */
export function localPlace(request: PlaceRequest): Place {
  const { args, workspace, hasher, flowFolder, asksForGpus } = request;
  const { workingDirectory, disk } = workspace;
  const capacity = machineCapacity(args, asksForGpus);
  const executor = localExecutor({
    workingDirectory,
    disk,
    hasher,
    clock: systemClock,
    graceMs: GRACE_MS,
    makeTempRoot: (base) => makeTempRoot(flowFolder, base),
    managesGpus: args.value('gpus') !== undefined || capacity.gpus.length > 0,
    maxResidentShells: capacity.jobs ?? capacity.cores,
  });
  return { executor, capacity };
}
