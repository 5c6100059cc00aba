// A private Dask on this host: a scheduler and two workers of two threads, each with one made-up GPU.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { answer, Daemons, demandFree, until } from './daemons.mjs';
import { CLUSTER_FOLDER, INSTALL, PORTS } from './place.mjs';

const FOLDER = join(CLUSTER_FOLDER, 'dask');
const WORKERS = ['worker-0', 'worker-1'];
const ADDRESS = `tcp://127.0.0.1:${PORTS.daskScheduler}`;

const daemons = new Daemons(FOLDER, { PYTHONUNBUFFERED: '1', OMP_NUM_THREADS: '1' });

export const dask = {
  folder: FOLDER,

  /** What is missing here, in words; undefined: nothing. */
  missing() {
    return pythonWithDask() === undefined
      ? `no Python has \`distributed\`; this installs all that is needed: \`${INSTALL}\``
      : undefined;
  },

  /** Starts what does not run. Answers the environment by which it is reached. */
  async up() {
    const python = pythonWithDask();
    if (!existsSync(FOLDER)) {
      await demandFree([
        PORTS.daskScheduler,
        PORTS.daskPages,
        ...WORKERS.map((_, index) => PORTS.daskWorker + index),
      ]);
      mkdirSync(FOLDER, { recursive: true });
    }
    daemons.start('scheduler', [
      python,
      '-m',
      'distributed.cli.dask_scheduler',
      '--host=127.0.0.1',
      `--port=${PORTS.daskScheduler}`,
      `--dashboard-address=127.0.0.1:${PORTS.daskPages}`,
    ]);
    await until('the scheduler', 60, async () => (await workerCount()) !== undefined);
    for (const [index, name] of WORKERS.entries()) {
      daemons.start(name, [
        python,
        '-m',
        'distributed.cli.dask_worker',
        ADDRESS,
        `--name=${name}`,
        '--nthreads=2',
        '--resources=GPU=1',
        '--memory-limit=0',
        `--local-directory=${FOLDER}`,
        '--host=127.0.0.1',
        `--worker-port=${PORTS.daskWorker + index}`,
        '--dashboard-address=127.0.0.1:0',
        '--no-nanny',
      ]);
    }
    await until('the workers', 60, async () => (await workerCount()) === WORKERS.length);
    return { DASK_SCHEDULER: ADDRESS, DASK_PYTHON: python };
  },

  /** Ends all processes, those that tasks have started too, and removes all they wrote. */
  async down() {
    await daemons.end();
    rmSync(FOLDER, { recursive: true, force: true });
  },
};

/** Undefined: the scheduler does not answer. */
async function workerCount() {
  try {
    const reply = await fetch(`http://127.0.0.1:${PORTS.daskPages}/json/counts.json`, {
      signal: AbortSignal.timeout(3_000),
    });
    const { workers } = await reply.json();
    return workers;
  } catch {
    return undefined;
  }
}

/** The first in the path need not be Debian's. */
function pythonWithDask() {
  const candidates = [process.env.DASK_PYTHON, 'python3', '/usr/bin/python3'];
  return candidates.find(
    (python) => python !== undefined && answer([python, '-c', 'import distributed']) !== undefined,
  );
}
