import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BridgeProcess, type DaskPlace } from '../../src/executors/dask/bridge-process.ts';
import type { BridgeEnd, BridgeJob, BridgeNews } from '../../src/executors/dask/bridge-messages.ts';
import { DASK_PYTHON } from './dask-cluster.ts';
import { tempFolder } from './temp-folder.ts';
import { waitUntil } from './wait-until.ts';

export const DASK_PROGRAMS: string = fileURLToPath(
  new URL('../../src/executors/dask/', import.meta.url),
);

/** A bridge at work, and all that it has told. */
export class BridgeRig {
  readonly folder: string;
  readonly news: BridgeNews[] = [];
  readonly bridge: BridgeProcess;
  isGone = false;

  constructor(
    cluster: DaskPlace,
    { folder = tempFolder(), python = DASK_PYTHON, patienceS = 40 } = {},
  ) {
    this.folder = folder;
    mkdirSync(join(folder, 'jobs'), { recursive: true });
    this.bridge = new BridgeProcess({
      python,
      program: join(DASK_PROGRAMS, 'bridge.py'),
      cluster,
      patienceS,
      onEvent: (event) => this.news.push(event),
      onGone: () => {
        this.isGone = true;
      },
    });
  }

  /** A job whose script is this text; what it prints goes to `TOKEN.out`. */
  job(token: string, script: string, changes: Partial<BridgeJob> = {}): BridgeJob {
    const folder = join(this.folder, 'jobs');
    writeFileSync(join(folder, `${token}.sh`), script);
    return {
      token,
      folder,
      script: join(folder, `${token}.sh`),
      supervisor: join(DASK_PROGRAMS, 'supervisor.py'),
      workingDirectory: this.folder,
      threads: 1,
      gpus: 0,
      resources: {},
      graceS: 0.5,
      ...changes,
    };
  }

  submit(...jobs: readonly BridgeJob[]): void {
    this.bridge.send({ op: 'submit', jobs });
  }

  cancel(token: string, how: 'gently' | 'at-once' = 'gently'): void {
    this.bridge.send({ op: 'cancel', jobs: [{ token, how }] });
  }

  async ended(token: string): Promise<BridgeEnd> {
    await waitUntil(() => this.ends(token).length > 0, `${token} has ended`, 60_000);
    const [end] = this.ends(token);
    if (end === undefined) throw new Error('no end');
    return end;
  }

  async started(token: string): Promise<void> {
    await waitUntil(
      () => this.news.some((it) => it.event === 'started' && it.token === token),
      `${token} has started`,
    );
  }

  ends(token: string): readonly BridgeEnd[] {
    return this.news.filter((it) => it.event === 'ended').filter((it) => it.token === token);
  }

  /** What a job has printed so far. */
  said(token: string): string {
    return this.read(`jobs/${token}.out`);
  }

  read(name: string): string {
    try {
      return readFileSync(join(this.folder, name), 'utf8');
    } catch {
      return '';
    }
  }
}
