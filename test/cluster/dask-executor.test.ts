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
import { SKIPPED_WITHOUT_USAGE } from '../conformance/open-batch.ts';
import { DASK_PROGRAMS } from '../rigs/bridge-rig.ts';
import { DASK_PYTHON, DaskCluster, NO_DASK } from '../rigs/dask-cluster.ts';

/** What hangs on Dask; the rest is decided by the script, which the batch executor tries out. */
const QUICK = [
  'a job that has done its work has succeeded',
  'the exit code and the last lines of a failed job are told',
  'a job whose own shell was killed is told so',
  'a job that runs longer than its time is ended',
  'a program that is not there is told as a job that could not start',
  'old outputs are back when the job has failed, and partial ones are gone',
  'a job has the environment of its spec, and its marks',
  'a job sees the cards it was given, and no others',
  'a process that a failed job left behind is ended, wherever it went',
  'a cancel asks the job to end, and lets it',
  'a job that does not listen is killed after the time of grace',
  'a cancel (gently) ends all that the job has started, wherever it went',
  'a cancel (at-once) ends all that the job has started, wherever it went',
  'the old outputs of a cancelled job are back',
  'a job that is cancelled before it starts does nothing',
  'closing ends everything, and tells it',
];

const GRACE_MS = 300;
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

  const isWhole = process.env['CLUSTER_TESTS'] === 'all';
  describeExecutor('dask', {
    open: async () => await openDask(shared(system)),
    ...(isWhole ? {} : { only: { names: QUICK, why: 'CLUSTER_TESTS=all runs it, too' } }),
    skip: {
      ...SKIPPED_WITHOUT_USAGE,
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
