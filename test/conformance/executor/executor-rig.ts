import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitUntil } from '../../rigs/wait-until.ts';
import type { Executor, JobOutcome } from '../../../src/ports/executor.ts';
import type { JobSpec, SpecInput, SpecOutput } from '../../../src/ports/job-spec.ts';
import type { ResourceUsage } from '../../../src/ports/resource-usage.ts';

export interface OpenedExecutor {
  /** Not yet opened with a session. It can run bash. */
  readonly executor: Executor;
  /** Where its jobs run: empty, and in sight of the test. */
  readonly workingDirectory: string;
  /** After the executor was closed. */
  readonly dispose: () => Promise<void>;
}

/** What a test says of a job; the rest is as plain as can be. */
export interface JobOrder {
  readonly shell?: string;
  readonly exec?: readonly string[];
  /** Paths of files, or all of it. */
  readonly inputs?: readonly (string | (Partial<SpecInput> & { readonly path: string }))[];
  /** Paths of files, or of directories where they end in a slash; or all of it. */
  readonly outputs?: readonly (string | SpecOutput)[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly gpus?: readonly string[];
  readonly threads?: number;
  readonly timeS?: number;
  readonly custom?: JobSpec['resources']['custom'];
  readonly logFile?: string;
  /** What a failed attempt leaves is moved to `kept/`. */
  readonly keepsRemains?: boolean;
  readonly latencyWaitMs?: number;
  readonly makeDirectories?: readonly string[];
  readonly writeFiles?: JobSpec['prepare']['writeFiles'];
}

/** An executor at work, and what it has told. */
export class ExecutorRig {
  readonly executor: Executor;
  readonly #opened: OpenedExecutor;
  readonly #started: string[] = [];
  readonly #ended: { readonly token: string; readonly outcome: JobOutcome }[] = [];
  readonly #usage = new Map<string, ResourceUsage>();
  readonly #awaited = new Map<string, (outcome: JobOutcome) => void>();
  #orderCount = 0;

  constructor(opened: OpenedExecutor) {
    this.#opened = opened;
    this.executor = opened.executor;
  }

  async open(): Promise<void> {
    await this.executor.open({
      started: (token) => this.#started.push(token),
      ended: (token, { usage, ...outcome }) => {
        if (usage !== undefined) this.#usage.set(token, usage);
        this.#ended.push({ token, outcome });
        this.#awaited.get(token)?.(outcome);
      },
      warned: () => {},
      broke: (error) => {
        throw error;
      },
    });
  }

  /** Fails if a job was told to have ended more than once, or not at all. */
  async close(): Promise<void> {
    await this.executor.close();
    await this.#opened.dispose();
    const counts = [...this.#awaited.keys()].map((it) => [it, this.told(it).outcomes.length]);
    const wrong = counts.filter(([, count]) => count !== 1);
    if (wrong.length > 0) throw new Error(`told not exactly once: ${JSON.stringify(wrong)}`);
  }

  async run(order: JobOrder): Promise<JobOutcome> {
    return await this.launch(order).outcome;
  }

  launch(order: JobOrder): { readonly spec: JobSpec; readonly outcome: Promise<JobOutcome> } {
    const [launched] = this.launchAll([order]);
    if (launched === undefined) throw new Error('one order, no job');
    return launched;
  }

  launchAll(
    orders: readonly JobOrder[],
  ): { readonly spec: JobSpec; readonly outcome: Promise<JobOutcome> }[] {
    const launched = orders.map((order) => {
      const spec = this.#specOf(order);
      const outcome = new Promise<JobOutcome>((resolve) => this.#awaited.set(spec.token, resolve));
      return { spec, outcome };
    });
    this.executor.launch(launched.map(({ spec }) => spec));
    return launched;
  }

  /** Outcomes of a token, and how often it was said to have started. */
  told(token: string): { readonly starts: number; readonly outcomes: readonly JobOutcome[] } {
    return {
      starts: this.#started.filter((it) => it === token).length,
      outcomes: this.#ended.filter((it) => it.token === token).map(({ outcome }) => outcome),
    };
  }

  /** What a job used, which no test of outcomes has to know; undefined: nobody looked. */
  usage({ token }: JobSpec): ResourceUsage | undefined {
    return this.#usage.get(token);
  }

  path(name: string): string {
    return join(this.#opened.workingDirectory, name);
  }

  write(name: string, text: string): this {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text);
    return this;
  }

  /** Undefined: there is no such file. */
  read(name: string): string | undefined {
    return existsSync(this.path(name)) ? readFileSync(this.path(name), 'utf8') : undefined;
  }

  has(name: string): boolean {
    return lstatSync(this.path(name), { throwIfNoEntry: false }) !== undefined;
  }

  #specOf(order: JobOrder): JobSpec {
    this.#orderCount += 1;
    const token = `rig-${process.pid}-${this.#orderCount}-${Date.now().toString(36)}`;
    const outputs = (order.outputs ?? []).map(outputOf);
    const logFile = order.logFile ?? `logs/${token}.log`;
    return {
      version: 1,
      token,
      runId: 'rig-run',
      label: `job ${this.#orderCount}`,
      rule: 'job',
      attempt: 1,
      workingDirectory: this.#opened.workingDirectory,
      prepare: {
        inputs: (order.inputs ?? []).map(inputOf),
        makeDirectories: order.makeDirectories ?? [
          ...outputs.map(({ path }) => dirname(path)),
          dirname(logFile),
        ],
        writeFiles: order.writeFiles ?? [],
        moveAside: outputs.map(({ path }) => ({ from: path, to: siblingOf(path, token) })),
      },
      command:
        order.exec === undefined
          ? { kind: 'shell', text: order.shell ?? 'true' }
          : { kind: 'exec', argv: order.exec },
      environment: order.environment ?? {},
      resources: {
        threads: order.threads ?? 1,
        memMib: undefined,
        diskMib: undefined,
        timeS: order.timeS,
        gpus: order.gpus?.length ?? 0,
        gpuMemMib: undefined,
        custom: order.custom ?? {},
      },
      gpus: order.gpus ?? [],
      logFile,
      verify: { outputs, latencyWaitMs: order.latencyWaitMs ?? 0 },
      ...(order.keepsRemains === true && {
        keepRemains: {
          folder: 'kept',
          moves: outputs.map(({ path }) => ({ from: path, to: `kept/${path}` })),
        },
      }),
    };
  }
}

export function siblingOf(path: string, token: string): string {
  return join(dirname(path), `.flow-${token}-${basename(path)}`);
}

/** A word of bash that means exactly this text. */
export function word(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Runs one of the programs in `test/rigs/fixture-programs/`. */
export function fixture(name: string, ...words: readonly string[]): string {
  const path = fileURLToPath(new URL(`../../rigs/fixture-programs/${name}`, import.meta.url));
  return ['sh', path, ...words].map(word).join(' ');
}

/** Does the process run? Zombies do not. */
export function isAlive(pid: number): boolean {
  if (existsSync('/proc/self')) return /\) [^ZX]/u.test(textOf(`/proc/${pid}/stat`));
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Stops all of a process's group, and waits until they are. */
export async function stopGroup(pid: number): Promise<number> {
  const [, , , group] = statOf(pid);
  process.kill(-Number(group), 'SIGSTOP');
  await waitUntil(() => statOf(Number(group))[1] === 'T', 'the group is stopped');
  return Number(group);
}

/** Its name, state, parent and group. */
function statOf(pid: number): readonly string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^\d+ /u, '').split(' ');
}

function inputOf(input: string | (Partial<SpecInput> & { readonly path: string })): SpecInput {
  const given = typeof input === 'string' ? { path: input } : input;
  return { isFingerprinted: true, isOptional: false, known: undefined, ...given };
}

function outputOf(output: string | SpecOutput): SpecOutput {
  if (typeof output !== 'string') return output;
  return output.endsWith('/')
    ? { path: output.slice(0, -1), type: 'directory' }
    : { path: output, type: 'file' };
}
