import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findByEnvironment } from '../../src/adapters/process-list.ts';
import type {
  BatchJob,
  BatchSystem,
  Observation,
  Submission,
  SubmittedJob,
} from '../../src/executors/batch/batch-system.ts';

/** The simplest batch system: each job a process of this machine that nobody waits for. */
export function processSystem(): BatchSystem {
  return new ProcessSystem();
}

class ProcessSystem implements BatchSystem {
  readonly name = 'processes';
  readonly gpus = 'from-spec';
  /** By id, which is the process; its code once it has ended. */
  readonly #codes = new Map<string, number | undefined>();
  readonly #tokens = new Map<string, string>();

  open(): Promise<void> {
    return Promise.resolve();
  }

  submit(jobs: readonly BatchJob[]): Promise<readonly Submission[]> {
    return Promise.resolve(jobs.map((job) => this.#start(job)));
  }

  poll(jobs: readonly SubmittedJob[]): Promise<ReadonlyMap<string, Observation>> {
    return Promise.resolve(new Map(jobs.map(({ id }) => [id, this.#look(id)])));
  }

  cancel(jobs: readonly SubmittedJob[], how: 'gently' | 'at-once'): Promise<void> {
    for (const { id } of jobs) {
      if (this.#look(id).state !== 'running') continue;
      if (how === 'gently') process.kill(Number(id), 'SIGTERM');
      else for (const pid of this.#all(id)) kill(pid);
    }
    return Promise.resolve();
  }

  find(tokens: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return Promise.resolve(
      new Map(
        tokens.flatMap((token) => {
          const id = this.#tokens.get(token);
          return id === undefined ? [] : [[token, id]];
        }),
      ),
    );
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #start({ spec, script }: BatchJob): Submission {
    const child = spawn('sh', [script], { detached: true, stdio: 'ignore' });
    if (child.pid === undefined) return { kind: 'busy', detail: 'no process' };
    const id = String(child.pid);
    this.#codes.set(id, undefined);
    this.#tokens.set(spec.token, id);
    child.once('exit', (code, signal) => this.#codes.set(id, signal === null ? (code ?? 1) : 137));
    return { kind: 'accepted', id };
  }

  /** As a system that keeps its jobs in control groups would find them. */
  #all(id: string): readonly number[] {
    const tokens = [...this.#tokens].filter(([, of]) => of === id).map(([token]) => token);
    const marked = tokens.flatMap((token) => findByEnvironment('FLOW_JOB_TOKEN', token));
    return [...descendants(Number(id)), ...marked];
  }

  #look(id: string): Observation {
    if (!this.#codes.has(id)) return { state: 'unknown', raw: 'never heard of it' };
    const code = this.#codes.get(id);
    if (code === undefined) return { state: 'running', raw: 'R' };
    return { state: 'ended', end: { kind: 'exited', code }, raw: `ended with ${code}` };
  }
}

/** The process and all that descends from it, the youngest last. */
function descendants(pid: number): readonly number[] {
  const found = [pid];
  for (const at of found) {
    const text = read(`/proc/${at}/task/${at}/children`);
    for (const child of text.split(' ')) if (child !== '') found.push(Number(child));
  }
  return found;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
