import type { FileRow, InputRow } from '../../../src/core/records/journal-entry.ts';
import type { Executor, ExecutorSession, JobOutcome } from '../../../src/ports/executor.ts';
import type { JobSpec as AttemptSpec, SpecInput } from '../../../src/ports/job-spec.ts';
import { madeContent } from '../../model/commands.ts';
import type { FileState } from '../../model/world.ts';
import { failed } from '../../rigs/machine-drive.ts';
import type { PlanPlayer } from '../core/plan-player.ts';
import type { PlanRunRequest } from '../core/plan-run.ts';

interface Running {
  readonly attempt: AttemptSpec;
  /** Contents that the command reads, taken when it starts. */
  readonly read: readonly (string | undefined)[];
  readonly rows: readonly InputRow[];
  readonly oldOutputs: ReadonlyMap<string, FileState>;
}

/**
 * Carries out the commands of a history: reads at the start, writes at the end, and complains if
 * what it read was replaced meanwhile, or if an input is missing. Ends jobs in the order that the
 * history chooses.
 */
export class ModelExecutor implements Executor {
  readonly name = 'model';
  readonly #player: PlanPlayer;
  readonly #request: PlanRunRequest;
  readonly #running: Running[] = [];
  #session: ExecutorSession | undefined;
  #endCount = 0;

  constructor(player: PlanPlayer, request: PlanRunRequest) {
    this.#player = player;
    this.#request = request;
  }

  async open(session: ExecutorSession): Promise<void> {
    this.#session = session;
    await Promise.resolve();
  }

  launch(batch: readonly AttemptSpec[]): void {
    for (const attempt of batch) this.#start(attempt);
  }

  async cancel(): Promise<void> {
    await Promise.reject(new Error('nobody cancels'));
  }

  async close(): Promise<void> {
    if (this.#running.length > 0) throw new Error('closed while jobs run');
    await Promise.resolve();
  }

  #start(attempt: AttemptSpec): void {
    const { store } = this.#player;
    const contents = attempt.prepare.inputs.filter(({ isFingerprinted }) => isFingerprinted);
    for (const { path, isOptional } of attempt.prepare.inputs) {
      if (!store.has(path) && !isOptional) throw new Error(`${attempt.label} misses ${path}`);
    }
    const read = contents.map(({ path }) => store.get(path)?.content);
    const rows = contents.map((input) => ({ path: input.path, digest: this.#digestOf(input) }));
    const oldOutputs = new Map<string, FileState>();
    for (const { from } of attempt.prepare.moveAside) {
      const old = store.get(from);
      if (old !== undefined) oldOutputs.set(from, old);
      store.delete(from);
    }
    this.#running.push({ attempt, read, rows, oldOutputs });
    setImmediate(() => this.#endNext());
  }

  /** By what is known of it, where its time is the same. */
  #digestOf({ path, known }: SpecInput): string | undefined {
    const row = this.#player.rowOf(path);
    const isKnown = row?.mtimeMs === known?.mtimeMs && row?.size === known?.size;
    return isKnown ? known?.digest : row?.digest;
  }

  #endNext(): void {
    const { choices } = this.#request.step;
    const choice = choices[this.#endCount % Math.max(1, choices.length)] ?? 0;
    this.#endCount += 1;
    const [running] = this.#running.splice(choice % this.#running.length, 1);
    if (running === undefined) throw new Error('nothing to end');
    this.#session?.ended(running.attempt.token, this.#outcomeOf(running), 1);
  }

  #outcomeOf({ attempt, read, rows, oldOutputs }: Running): JobOutcome {
    const { specs, step, world } = this.#request;
    const { store } = this.#player;
    const spec = specs.find(({ key }) => key === attempt.label);
    if (spec === undefined) throw new Error(`no job ${attempt.label}`);
    for (const [at, { path }] of rows.entries()) {
      if (store.get(path)?.content !== read[at]) throw new Error(`${path} was replaced meanwhile`);
    }
    for (const { file } of spec.outputs) {
      if (store.has(file)) throw new Error(`${file} was written by another job`);
    }
    if (step.failing.some((number) => world.jobs[number % world.jobs.length] === spec)) {
      for (const [path, old] of oldOutputs) store.set(path, old);
      return failed();
    }
    const time = world.now + 1 + world.jobs.indexOf(spec);
    // Some outputs are committed before their content is known.
    const isLate = (step.choices[2] ?? 0) % 2 === 1;
    const leftOut: string[] = [];
    const outputs = spec.outputs.flatMap(({ file }, place) => {
      const content = madeContent(spec, place, read);
      if (content === undefined) {
        leftOut.push(file);
        return [];
      }
      store.set(file, { content, time });
      return [{ ...this.#rowOf(file), ...(isLate ? { digest: undefined } : {}) }];
    });
    const inputFiles = rows.flatMap(({ path }) => this.#player.rowOf(path) ?? []);
    return { kind: 'succeeded', inputs: rows, inputFiles, outputs, leftOut };
  }

  #rowOf(path: string): FileRow {
    const row = this.#player.rowOf(path);
    if (row === undefined) throw new Error(`${path} is not there`);
    return row;
  }
}
