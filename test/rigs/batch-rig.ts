import type { Diagnostic } from '../../src/core/diagnostic.ts';
import { batchExecutor } from '../../src/executors/batch/batch-executor.ts';
import type {
  BatchJob,
  BatchSystem,
  Observation,
  Submission,
  SubmittedJob,
} from '../../src/executors/batch/batch-system.ts';
import type { BatchTiming } from '../../src/executors/batch/batch-timing.ts';
import type { Executor, JobOutcome } from '../../src/ports/executor.ts';
import type { FileRow } from '../../src/core/records/journal-entry.ts';
import type { FrozenAttempt } from '../../src/ports/frozen-attempt.ts';
import type { JobSpec } from '../../src/ports/job-spec.ts';
import { ManualClock } from './manual-clock.ts';
import { MemoryDisk } from './memory-disk.ts';

/** Seconds are enough, and all are told apart. */
export const TIMING: BatchTiming = {
  flushMs: 100,
  lookMs: 100,
  longestLookMs: 100,
  pollMs: 200,
  longestPollMs: 2_000,
  confirmMs: 3_000,
  recordMs: 4_000,
  unknownMs: 10_000,
  ambiguousMs: 5_000,
  heldMs: 6_000,
  cancelAgainMs: 2_000,
  busyMs: 1_000,
  longestBusyMs: 4_000,
};

const STEP_MS = 50;

/** A batch system that says what the test wants, and an executor over it. */
export class BatchRig implements BatchSystem {
  readonly name = 'batch';
  readonly gpus = 'from-system';
  readonly disk = new MemoryDisk();
  readonly clock = new ManualClock();
  readonly executor: Executor;
  /** Tokens by submission. */
  readonly submitted: (readonly string[])[] = [];
  readonly cancelled: { readonly ids: readonly string[]; readonly how: string }[] = [];
  readonly avoided: { readonly nodes: readonly string[]; readonly waiting: readonly string[] }[] =
    [];
  readonly started: string[] = [];
  readonly ended: { readonly token: string; readonly outcome: JobOutcome }[] = [];
  readonly warned: Diagnostic[] = [];
  readonly broken: Error[] = [];
  pollCount = 0;
  /** How a job is answered that is submitted; accepted, if nothing is said. */
  answer: ((job: BatchJob) => Submission) | undefined;
  /** By token; `unknown`, if nothing is said. */
  readonly states = new Map<string, Observation>();
  /** By token, what `find` finds. */
  readonly known = new Map<string, string>();
  failing: 'poll' | 'find' | 'submit' | 'cancel' | undefined;
  #folder = '.flow/runs/run-1/attempts/0';

  constructor() {
    this.executor = batchExecutor({
      system: this,
      workingDirectory: '/project/here',
      disk: this.disk,
      hasher: {
        fingerprint: (path) => Promise.resolve(this.#row(path)),
        close: () => Promise.resolve(),
      },
      clock: this.clock,
      graceMs: 300,
      timing: TIMING,
    });
  }

  async begin(): Promise<this> {
    await this.executor.open({
      started: (token) => this.started.push(token),
      ended: (token, outcome) => this.ended.push({ token, outcome }),
      warned: (diagnostic) => this.warned.push(diagnostic),
      broke: (error) => this.broken.push(error),
    });
    return this;
  }

  /** Launched, and handed over. */
  async launch(...specs: readonly JobSpec[]): Promise<this> {
    this.executor.launch(specs);
    return await this.pass(TIMING.flushMs);
  }

  /** What a dead flow has left of an attempt. */
  frozen(spec: JobSpec): FrozenAttempt {
    this.disk.makeDirectory(this.#folder);
    const launchedAtMs = this.clock.now();
    return {
      version: 1,
      executor: this.name,
      launchedAtMs,
      folder: this.#folder,
      spec,
      inputs: [],
    };
  }

  /** A node starts the script of an attempt. */
  nodeBegins(token: string, start = 0): this {
    this.disk.write({ [`${this.#folder}/${token}.begin.${start}`]: '' });
    return this;
  }

  /** And comes to its end. */
  nodeEnds(token: string, { lines = ['code 0'], start = 0, of = token }: NodeEnd = {}): this {
    const text = [
      'flow-exit 1',
      `token ${of}`,
      `start ${start}`,
      'host node7',
      'pid 12',
      'begin 100.5',
      'end 102.0',
      ...lines,
      `complete ${of}`,
      '',
    ].join('\n');
    this.disk.write({ [`${this.#folder}/${token}.exit.${start}`]: text });
    return this;
  }

  says(token: string, observation: Observation): this {
    this.states.set(token, observation);
    return this;
  }

  outcome(token: string): JobOutcome | undefined {
    return this.ended.find((it) => it.token === token)?.outcome;
  }

  /** Time goes by, in small steps, so that everything due has its turn. */
  async pass(ms: number): Promise<this> {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      this.clock.advance(STEP_MS);
      for (let turn = 0; turn < 8; turn += 1) await nextTurn();
    }
    return this;
  }

  open(): Promise<void> {
    return Promise.resolve();
  }

  submit(jobs: readonly BatchJob[]): Promise<readonly Submission[]> {
    this.submitted.push(jobs.map(({ spec }) => spec.token));
    if (this.failing === 'submit') return Promise.reject(new Error('no answer'));
    return Promise.resolve(
      jobs.map((job) => this.answer?.(job) ?? { kind: 'accepted', id: `id ${job.spec.token}` }),
    );
  }

  poll(jobs: readonly SubmittedJob[]): Promise<ReadonlyMap<string, Observation>> {
    this.pollCount += 1;
    if (this.failing === 'poll') return Promise.reject(new Error('connect failure'));
    return Promise.resolve(
      new Map(
        jobs.flatMap(({ id, token }) => {
          const state = this.states.get(token);
          return state === undefined ? [] : [[id, state]];
        }),
      ),
    );
  }

  cancel(jobs: readonly SubmittedJob[], how: 'gently' | 'at-once'): Promise<void> {
    this.cancelled.push({ ids: jobs.map(({ id }) => id), how });
    if (this.failing === 'cancel') return Promise.reject(new Error('connect failure'));
    return Promise.resolve();
  }

  avoid(
    nodes: readonly string[],
    waiting: readonly { readonly job: SubmittedJob }[],
  ): Promise<void> {
    this.avoided.push({ nodes, waiting: waiting.map(({ job }) => job.id) });
    return Promise.resolve();
  }

  find(tokens: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (this.failing === 'find') return Promise.reject(new Error('connect failure'));
    return Promise.resolve(new Map([...this.known].filter(([token]) => tokens.includes(token))));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #row(path: string): FileRow | undefined {
    const stat = this.disk.stat(path);
    if (stat === undefined || stat.type === 'other') return undefined;
    const { type, size, mtimeMs } = stat;
    return { path, type, size, mtimeMs, digest: `of ${path}`, isYoung: false };
  }
}

export const RUNNING: Observation = { state: 'running', raw: 'R' };
export const QUEUED: Observation = { state: 'queued', raw: 'PD' };
export const ENDED: Observation = { state: 'ended', end: { kind: 'exited', code: 0 }, raw: 'CD' };

/** An attempt that the system has taken, and a node has begun. */
export async function runningRig(spec: JobSpec): Promise<BatchRig> {
  const rig = await new BatchRig().begin();
  await rig.says(spec.token, RUNNING).launch(spec);
  return await rig.nodeBegins(spec.token).pass(500);
}

interface NodeEnd {
  readonly lines?: readonly string[];
  readonly start?: number;
  /** The token that is written in the record. */
  readonly of?: string;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
