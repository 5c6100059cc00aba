import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from './temp-folder.ts';
import { waitUntil } from './wait-until.ts';

/** A Python that has `distributed`; Debian's, unless the environment names another. */
export const DASK_PYTHON: string = process.env['DASK_PYTHON'] ?? '/usr/bin/python3';

/** Why tests that need Dask are skipped; undefined where they are not. */
export const NO_DASK: string | undefined =
  spawnSync(DASK_PYTHON, ['-c', 'import distributed']).status === 0
    ? undefined
    : `skipped: ${DASK_PYTHON} has no package distributed (python3-distributed)`;

export interface WorkerOrder {
  readonly threads?: number;
  /** As in `GPU=1 cores=4`. */
  readonly resources?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** A nanny starts the worker again when it dies. */
  readonly hasNanny?: boolean;
}

/** A real scheduler and its workers on this machine, to be killed at will. */
export class DaskCluster {
  readonly address: string;
  readonly #folder: string;
  readonly #scheduler: ChildProcess;
  readonly #workers: ChildProcess[] = [];

  static async start(
    orders: readonly WorkerOrder[],
    folder: string = tempFolder(),
  ): Promise<DaskCluster> {
    const file = join(folder, 'scheduler.json');
    const scheduler = python(folder, [
      'distributed.cli.dask_scheduler',
      '--host=127.0.0.1',
      '--port=0',
      '--dashboard-address=127.0.0.1:0',
      `--scheduler-file=${file}`,
    ]);
    let address: string | undefined;
    await waitUntil(() => {
      address = addressIn(file);
      return address !== undefined;
    }, 'the scheduler listens');
    const cluster = new DaskCluster(folder, scheduler, address ?? '');
    for (const order of orders) cluster.addWorker(order);
    return cluster;
  }

  private constructor(folder: string, scheduler: ChildProcess, address: string) {
    this.#folder = folder;
    this.#scheduler = scheduler;
    this.address = address;
  }

  addWorker({ threads = 2, resources, environment = {}, hasNanny = false }: WorkerOrder): void {
    const words = [
      'distributed.cli.dask_worker',
      this.address,
      '--host=127.0.0.1',
      '--dashboard-address=127.0.0.1:0',
      '--memory-limit=0',
      `--nthreads=${threads}`,
      `--local-directory=${this.#folder}`,
      ...(resources === undefined ? [] : [`--resources=${resources}`]),
      ...(hasNanny ? [] : ['--no-nanny']),
    ];
    this.#workers.push(python(this.#folder, words, environment));
  }

  killWorker(index: number): void {
    this.#workers[index]?.kill('SIGKILL');
  }

  killScheduler(): void {
    this.#scheduler.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#workers, this.#scheduler].map(ended));
  }
}

function python(
  folder: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ChildProcess {
  return spawn(DASK_PYTHON, ['-m', ...words], {
    cwd: folder,
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], HOME: folder, LANG: 'C.UTF-8', ...environment },
  });
}

function addressIn(file: string): string | undefined {
  try {
    const content: { readonly address: string } = JSON.parse(readFileSync(file, 'utf8'));
    return content.address;
  } catch {
    return undefined;
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await over;
}
