import { join } from 'node:path';
import { systemClock } from '../../adapters/system-clock.ts';
import { usageError } from '../../core/catalogue/usage.ts';
import { FlowError } from '../../core/diagnostic.ts';
import type { DaskPlace } from '../../executors/dask/bridge-process.ts';
import type { BridgeWorker } from '../../executors/dask/bridge-messages.ts';
import { daskExecutor } from '../../executors/dask/dask-executor.ts';
import { DaskSystem } from '../../executors/dask/dask-system.ts';
import { countOf } from '../number-option.ts';
import { packageFile } from '../package-folder.ts';
import type { Arguments } from '../parse-arguments.ts';
import { GRACE_MS } from '../run-context.ts';
import { gpuLimits } from '../gpu-limits.ts';
import { capacityElsewhere } from '../run-limits.ts';
import type { Place, PlaceRequest } from './place.ts';
import { withoutCards } from './without-cards.ts';

/** A Dask cluster: one that is there, or one of our own on this machine. */
export async function daskPlace(request: PlaceRequest): Promise<Place> {
  const { args, workspace, hasher } = request;
  const { workingDirectory, disk } = workspace;
  const system = new DaskSystem({
    python: args.value('python') ?? 'python3',
    programFolder: packageFile(join('dist', 'dask')),
    place: placeOf(request),
    graceMs: GRACE_MS,
  });
  await system.open();
  const tools = { workingDirectory, disk, hasher, clock: systemClock, graceMs: GRACE_MS };
  return {
    executor: withoutCards(daskExecutor(system, tools)),
    capacity: capacityElsewhere(args, capacityOf(system.workers)),
  };
}

function placeOf({ args, asksForGpus }: PlaceRequest): DaskPlace {
  const address = args.value('scheduler-address');
  const cores = countOf(args, 'dask-local', undefined);
  if (cores !== undefined && address !== undefined) {
    throw refusal(
      '`--scheduler-address` and `--dask-local` do not go together',
      'name a scheduler that runs, or have a cluster started on this machine',
    );
  }
  if (cores !== undefined) {
    return { kind: 'local', cores, gpus: gpuLimits(args, asksForGpus).gpus };
  }
  refuseCardsOfHere(args);
  if (address !== undefined) return { kind: 'scheduler', address };
  throw refusal(
    '`--executor dask` does not say which cluster',
    'name its scheduler, `--scheduler-address tcp://head:8786`, or start one here with `--dask-local 4`',
  );
}

function refuseCardsOfHere(args: Arguments): void {
  const flag = ['gpus', 'jobs-per-gpu'].find((name) => args.value(name) !== undefined);
  if (flag === undefined) return;
  throw refusal(
    `\`--${flag}\` is about the cards of this machine`,
    'workers of Dask say how many they have: `dask worker … --resources "GPU=1"`',
  );
}

/** What workers have when the run begins, all together. */
function capacityOf(workers: readonly BridgeWorker[]): { cores: number; gpus: number } {
  let cores = 0;
  let gpus = 0;
  for (const { threads, resources } of workers) {
    cores += amountOf(resources, 'cores') ?? threads;
    gpus += Math.floor(amountOf(resources, 'gpu') ?? 0);
  }
  return { cores, gpus };
}

function amountOf(resources: BridgeWorker['resources'], wanted: string): number | undefined {
  return Object.entries(resources).find(([name]) => name.toLowerCase() === wanted)?.[1];
}

function refusal(title: string, hint: string): FlowError {
  return new FlowError(usageError({ title, hint }));
}
