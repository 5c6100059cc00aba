import { copyFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type {
  BatchJob,
  BatchSystem,
  Observation,
  Submission,
  SubmittedJob,
  SystemEnd,
} from '../batch/batch-system.ts';
import type {
  BridgeEnd,
  BridgeJob,
  BridgeNews,
  BridgeWorker,
  WatchedJob,
} from './bridge-messages.ts';
import { BridgeProcess, type DaskPlace } from './bridge-process.ts';

export interface DaskOptions {
  readonly python: string;
  /** Absolute: where `bridge.py` and its companions lie. */
  readonly programFolder: string;
  readonly place: DaskPlace;
  /** Between TERM and KILL. */
  readonly graceMs: number;
}

/** Scripts end what they have started by themselves; a supervisor waits so much longer for that. */
const LONGER_GRACE_S = 5;

/** Jobs as tasks of a Dask cluster. Their ids are the paths of their files, without an ending. */
export class DaskSystem implements BatchSystem {
  readonly name = 'dask';
  readonly gpus = 'from-system';
  readonly #options: DaskOptions;
  #bridge: BridgeProcess | undefined;
  #workers: readonly BridgeWorker[] = [];
  /** By id: all that this bridge knows of. */
  readonly #known = new Map<string, Observation>();
  /** By token. */
  readonly #ids = new Map<string, string>();
  /** Folders that have a copy of `supervisor.py`. */
  readonly #equipped = new Set<string>();
  readonly #answers = new Map<string, (answer: Submission) => void>();

  constructor(options: DaskOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    await this.#connected();
  }

  /** As they were when it was opened. */
  get workers(): readonly BridgeWorker[] {
    return this.#workers;
  }

  async submit(jobs: readonly BatchJob[]): Promise<readonly Submission[]> {
    let bridge: BridgeProcess;
    try {
      bridge = await this.#connected();
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      return jobs.map(() => ({ kind: 'busy', detail }));
    }
    const answers = jobs.map(async (job) => await this.#answerTo(job));
    bridge.send({ op: 'submit', jobs: jobs.map((job) => this.#bridgeJob(job)) });
    return await Promise.all(answers);
  }

  async poll(jobs: readonly SubmittedJob[]): Promise<ReadonlyMap<string, Observation>> {
    await this.#takeOver(jobs);
    const answers = new Map<string, Observation>();
    for (const { id } of jobs) answers.set(id, this.#known.get(id) ?? QUEUED);
    return answers;
  }

  async cancel(jobs: readonly SubmittedJob[], how: 'gently' | 'at-once'): Promise<void> {
    const bridge = await this.#takeOver(jobs);
    bridge.send({ op: 'cancel', jobs: jobs.map(({ token }) => ({ token, how })) });
  }

  find(tokens: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const token of tokens) {
      const id = this.#ids.get(token);
      if (id !== undefined) found.set(token, id);
    }
    return Promise.resolve(found);
  }

  async close(): Promise<void> {
    const bridge = this.#bridge;
    this.#bridge = undefined;
    await bridge?.close();
  }

  /** Jobs of an earlier bridge are watched by this one: see `bridge.py`. */
  async #takeOver(jobs: readonly SubmittedJob[]): Promise<BridgeProcess> {
    const bridge = await this.#connected();
    const strange = jobs.filter(({ id }) => !this.#known.has(id));
    for (const { id, token } of strange) {
      this.#known.set(id, QUEUED);
      this.#ids.set(token, id);
    }
    bridge.send({ op: 'watch', jobs: strange.map(watchedJob) });
    return bridge;
  }

  /** @throws FlowError */
  async #connected(): Promise<BridgeProcess> {
    if (this.#bridge !== undefined) return this.#bridge;
    const { python, programFolder, place } = this.#options;
    const bridge = new BridgeProcess({
      python,
      program: `${programFolder}/bridge.py`,
      cluster: place,
      onEvent: (news) => this.#take(news),
      onGone: () => this.#forget(bridge),
    });
    const { workers } = await bridge.open();
    this.#workers = workers;
    this.#bridge = bridge;
    return bridge;
  }

  /** What had not ended is watched by the next bridge; what had not been answered may be there. */
  #forget(bridge: BridgeProcess): void {
    if (this.#bridge !== bridge) return;
    this.#bridge = undefined;
    for (const [id, { state }] of this.#known) if (state !== 'ended') this.#known.delete(id);
    for (const answer of this.#answers.values()) {
      answer({ kind: 'ambiguous', detail: 'the process that talks to Dask has died' });
    }
    this.#answers.clear();
  }

  async #answerTo({ spec: { token }, script }: BatchJob): Promise<Submission> {
    this.#ids.set(token, idOf(script));
    return await new Promise((resolve) => this.#answers.set(token, resolve));
  }

  #answer(token: string, answer: Submission): void {
    this.#answers.get(token)?.(answer);
    this.#answers.delete(token);
  }

  #take(news: BridgeNews): void {
    if (news.event === 'scheduler-lost') {
      const bridge = this.#bridge;
      if (bridge !== undefined) this.#forget(bridge);
      void bridge?.close();
      return;
    }
    const id = this.#ids.get(news.token);
    if (id === undefined) return;
    switch (news.event) {
      case 'accepted':
        this.#known.set(id, QUEUED);
        this.#answer(news.token, { kind: 'accepted', id });
        break;
      case 'refused':
        this.#answer(news.token, { kind: 'refused', detail: news.detail });
        break;
      case 'started':
        this.#known.set(id, { state: 'running', raw: `on ${news.worker}`, node: news.host });
        break;
      case 'ended':
        this.#known.set(id, ended(news));
        break;
    }
  }

  /** Workers see the attempts' folder, and perhaps not where flow is installed. */
  #supervisorIn(folder: string): string {
    const copy = join(folder, 'supervisor.py');
    if (!this.#equipped.has(folder)) {
      copyFileSync(join(this.#options.programFolder, 'supervisor.py'), copy);
      this.#equipped.add(folder);
    }
    return copy;
  }

  #bridgeJob({ spec, script }: BatchJob): BridgeJob {
    const { resources } = spec;
    const amounts = Object.entries(resources.custom).flatMap(([name, amount]) =>
      typeof amount === 'number' ? [[name, amount] as const] : [],
    );
    return {
      token: spec.token,
      folder: dirname(script),
      script,
      supervisor: this.#supervisorIn(dirname(script)),
      workingDirectory: spec.workingDirectory,
      threads: Math.max(1, Math.ceil(resources.threads)),
      gpus: resources.gpus,
      resources: Object.fromEntries(amounts),
      graceS: this.#options.graceMs / 1000 + LONGER_GRACE_S,
    };
  }
}

const QUEUED: Observation = { state: 'queued', raw: 'waits for a worker' };

function idOf(script: string): string {
  return script.replace(/\.sh$/u, '');
}

function watchedJob({ token, id }: SubmittedJob): WatchedJob {
  return { token, folder: dirname(id) };
}

function ended(news: BridgeEnd): Observation {
  const where = news.worker === undefined ? '' : ` on ${news.worker}`;
  const node = news.host === undefined ? {} : { node: news.host };
  const over = (end: SystemEnd, raw: string): Observation => ({
    state: 'ended',
    end,
    raw,
    ...node,
  });
  switch (news.reason) {
    case 'exited':
      return news.signal === undefined
        ? over({ kind: 'exited', code: news.code ?? 1 }, `exit code ${news.code}${where}`)
        : over({ kind: 'signalled', signal: news.signal }, `${news.signal}${where}`);
    case 'cancelled':
      return over({ kind: 'cancelled' }, 'cancelled');
    case 'worker-died':
      return over({ kind: 'node-failed' }, `the worker ${news.worker} died`);
    case 'never-started':
      return over(
        { kind: 'node-failed', neverBegan: true },
        'the scheduler has lost it before it started',
      );
    case 'refused':
    case 'not-started':
      return over({ kind: 'node-failed' }, news.detail ?? 'it could not be started');
    case 'silent':
      return { state: 'unknown', raw: `nothing is heard${where} any more` };
  }
}
