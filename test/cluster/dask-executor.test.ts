import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { clockTickMs } from '../../src/adapters/clock-tick.ts';
import { nodeDisk } from '../../src/adapters/node-disk.ts';
import { nodeHasher } from '../../src/adapters/node-hasher.ts';
import { systemClock } from '../../src/adapters/system-clock.ts';
import type { BatchSystem } from '../../src/executors/batch/batch-system.ts';
import { daskExecutor } from '../../src/executors/dask/dask-executor.ts';
import { DaskSystem } from '../../src/executors/dask/dask-system.ts';
import type { OpenedExecutor } from '../conformance/executor/executor-rig.ts';
import { describeExecutor } from '../conformance/executor-suite.ts';
import { DASK_PROGRAMS } from '../rigs/bridge-rig.ts';
import { DASK_PYTHON, DaskCluster, NO_DASK } from '../rigs/dask-cluster.ts';

const GRACE_MS = 300;
const NO_USAGE = 'nobody looks at processes on workers';

describe.skipIf(NO_DASK !== undefined)('on a real Dask', () => {
  let folder: string;
  let cluster: DaskCluster;
  let system: DaskSystem;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flow-dask-'));
    cluster = await DaskCluster.start(
      [{ threads: 128, resources: 'GPU=2' }, { threads: 128 }],
      folder,
    );
    system = new DaskSystem({
      python: DASK_PYTHON,
      programFolder: DASK_PROGRAMS,
      place: { kind: 'scheduler', address: cluster.address },
      graceMs: GRACE_MS,
    });
    await system.open();
  });

  afterAll(async () => {
    await system.close();
    await cluster.stop();
    await rm(folder, { recursive: true });
  });

  describeExecutor('dask', {
    open: async () => await openDask(shared(system)),
    skip: {
      'the memory of all processes of a job is seen, also of those that left its group': NO_USAGE,
      'the times of a job and its children are what the job says itself': NO_USAGE,
      'a job that failed tells what it used, too': NO_USAGE,
    },
  });
});

/** The one bridge of all tests, which no executor opens or closes. */
function shared(system: DaskSystem): BatchSystem {
  return {
    name: system.name,
    gpus: system.gpus,
    open: () => Promise.resolve(),
    submit: (jobs) => system.submit(jobs),
    poll: (jobs) => system.poll(jobs),
    cancel: (jobs, how) => system.cancel(jobs, how),
    find: (tokens) => system.find(tokens),
    close: () => Promise.resolve(),
  };
}

async function openDask(system: BatchSystem): Promise<OpenedExecutor> {
  const workingDirectory = await realpath(await mkdtemp(join(tmpdir(), 'flow-dask-')));
  const disk = nodeDisk(workingDirectory);
  const tickMs = clockTickMs(workingDirectory);
  const hasher = nodeHasher({ disk, workingDirectory, threads: 1, tickMs });
  const tools = { workingDirectory, disk, hasher, clock: systemClock, graceMs: GRACE_MS };
  return {
    executor: daskExecutor(system, tools),
    workingDirectory,
    dispose: async () => {
      await hasher.close();
      await rm(workingDirectory, { recursive: true });
    },
  };
}
