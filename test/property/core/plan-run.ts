import { FINAL_EDGE, type JobId, NO_JOB } from '../../../src/core/graph/job-graph.ts';
import type { FileId } from '../../../src/core/graph/path-table.ts';
import { InputChanges } from '../../../src/core/plan/input-changes.ts';
import type { PlanInput } from '../../../src/core/plan/plan-input.ts';
import { type Plan, VERDICT } from '../../../src/core/plan/plan.ts';
import type { FileRow, InputRow } from '../../../src/core/records/journal-entry.ts';
import type { OwnReason } from '../../../src/core/plan/reason.ts';
import { NO_ROW } from '../../../src/core/records/record-table.ts';
import type { Records } from '../../../src/core/records/records.ts';
import { shapeText } from '../../../src/core/rule/file-groups.ts';
import { madeContent } from '../../model/commands.ts';
import type { JobSpec, RunStep } from '../../model/history.ts';
import type { PlayedRun } from '../../model/play-history.ts';
import type { FileState, World } from '../../model/world.ts';
import { unneededTemps } from './plan-temps.ts';
import { codeText, digestOf, paramsText } from './plan-texts.ts';

type State =
  | 'kept'
  | 'held'
  | 'undecided'
  | 'dormant'
  | 'due'
  | 'ran'
  | 'pruned'
  | 'failed'
  | 'skipped';

const BEGINNING: Readonly<Record<number, State>> = {
  [VERDICT.keep]: 'kept',
  [VERDICT.held]: 'held',
  [VERDICT.run]: 'due',
  [VERDICT.conditional]: 'undecided',
  [VERDICT.dormant]: 'dormant',
};

export interface PlanRunRequest {
  readonly input: PlanInput;
  readonly plan: Plan;
  /** By job. */
  readonly specs: readonly JobSpec[];
  readonly step: RunStep;
  readonly world: World;
}

interface Input {
  readonly edge: number;
  readonly file: FileId;
  readonly maker: JobId;
  readonly state: State;
}

/** The files and records that a run works on. */
export interface RunStore {
  readonly store: Map<string, FileState>;
  readonly records: Records;
  rowOf(path: string): FileRow | undefined;
}

/** Carries out a plan, one job at a time, by the rules of the decision table for a running plan. */
export class PlanRun {
  readonly #player: RunStore;
  readonly #request: PlanRunRequest;
  readonly #changes: InputChanges;
  readonly #state: State[];
  readonly #order: readonly JobId[];
  /** Kinds of reasons by key of job. */
  readonly #reasons = new Map<string, readonly string[]>();
  #startCount = 0;
  #hasNews = false;

  constructor(player: RunStore, request: PlanRunRequest) {
    const { plan, input } = request;
    this.#player = player;
    this.#request = request;
    this.#changes = new InputChanges(input, plan);
    this.#order = [...plan.graph.order.subarray(0, plan.graph.jobCount)];
    this.#state = Array.from({ length: plan.graph.jobCount }, (_, job) => {
      return BEGINNING[plan.verdict[job] ?? VERDICT.keep] ?? 'kept';
    });
    for (const [job, { key }] of request.specs.entries()) {
      if (this.#state[job] !== 'due') continue;
      this.#reasons.set(
        key,
        plan.reasons(job).map(({ kind }) => kind),
      );
    }
  }

  play(): PlayedRun {
    const { plan, step } = this.#request;
    for (const job of plan.adopted) this.#record(job, 'adopted');
    for (;;) {
      this.#settle();
      const startable = this.#order.filter((job) => this.#isStartable(job));
      const choice = step.choices[this.#startCount % Math.max(1, step.choices.length)] ?? 0;
      const job = startable[choice % Math.max(1, startable.length)];
      if (job === undefined) {
        if (this.#pruneFirstParked()) continue;
        break;
      }
      if (step.kill?.start === this.#startCount) return this.#die(job, step.kill.leaves);
      this.#startCount += 1;
      this.#start(job);
    }
    if (this.#state.includes('due')) throw new Error('a job is due and cannot be started');
    this.#removeTemps();
    return this.#played();
  }

  /** Follows what is known now, until nothing more comes of it. */
  #settle(): void {
    do {
      this.#hasNews = false;
      for (const job of this.#order) {
        if (this.#state[job] === 'undecided' || this.#state[job] === 'dormant') this.#decide(job);
        if (this.#state[job] === 'due') this.#callMakers(job);
      }
    } while (this.#hasNews);
  }

  #decide(job: JobId): void {
    const isDormant = this.#state[job] === 'dormant';
    const inputs = this.#inputs(job);
    if (!isDormant && inputs.some((input) => this.#isBroken(input))) {
      this.#become(job, 'skipped');
      return;
    }
    if (inputs.some(({ state }) => isActive(state)) || !this.#contentsCount()) return;
    const contents = inputs.filter(({ edge }) => this.#readsContent(edge));
    // A dormant job is only woken by an input that was made since.
    const news = isDormant ? contents.filter(({ state }) => state === 'ran') : contents;
    const [reason] = news.flatMap((input) => this.#changeOf(job, input) ?? []);
    if (reason !== undefined) this.#call(job, reason);
    else if (!isDormant && contents.every(({ state }) => state !== 'dormant')) this.#prune(job);
  }

  #changeOf(job: JobId, { file, maker, state }: Input): OwnReason | undefined {
    const { plan } = this.#request;
    if (state === 'ran') {
      const found = this.#player.store.get(plan.graph.paths.path(file));
      const digest = found === undefined ? 'absent' : digestOf(found.content);
      return this.#changes.ofRemade(job, file, digest);
    }
    const wasExpected = maker !== NO_JOB && plan.verdict[maker] !== VERDICT.keep;
    return wasExpected ? this.#changes.ofKept(job, file) : undefined;
  }

  #become(job: JobId, state: State): void {
    this.#state[job] = state;
    this.#hasNews = true;
  }

  #call(job: JobId, reason: OwnReason): void {
    this.#reasons.set(this.#request.specs[job]?.key ?? '', [reason.kind]);
    this.#become(job, this.#request.plan.isEdited[job] === 1 ? 'held' : 'due');
  }

  #prune(job: JobId): void {
    const { plan } = this.#request;
    const mayBeNeeded = plan.reasons(job).some(({ kind }) => kind === 'temp-may-be-needed');
    this.#become(job, mayBeNeeded ? 'dormant' : 'pruned');
  }

  /** A job that is due needs its removed temporary files back. */
  #callMakers(job: JobId): void {
    for (const input of this.#inputs(job)) {
      if (!this.#isAwayTemp(input.file) || input.state !== 'dormant') continue;
      this.#call(input.maker, { kind: 'temp-needed', path: this.#path(input.file) });
    }
    const isBroken = this.#inputs(job).some((input) => {
      const cannotComeBack = this.#isAwayTemp(input.file) && input.state === 'held';
      return this.#isBroken(input) || cannotComeBack;
    });
    if (isBroken) this.#become(job, 'skipped');
  }

  #isStartable(job: JobId): boolean {
    if (this.#state[job] !== 'due') return false;
    return this.#inputs(job).every(({ state }) => !isActive(state));
  }

  /** Nothing else can happen: the first job that only waits for dormant ones is not needed. */
  #pruneFirstParked(): boolean {
    const parked = this.#order.find((job) => {
      const isUndecided = this.#state[job] === 'undecided';
      return isUndecided && this.#inputs(job).every(({ state }) => !isActive(state));
    });
    if (parked === undefined) return false;
    this.#prune(parked);
    return true;
  }

  #start(job: JobId): void {
    const { specs, step, world } = this.#request;
    const spec = specs[job];
    if (spec === undefined) throw new Error(`no job ${job}`);
    const { records, store } = this.#player;
    const outputs = spec.outputs.map(({ file }) => file);
    const token = this.#token(job);
    records.apply({ kind: 'started', token, rule: spec.name, outputs, moves: [] });
    if (step.failing.some((number) => world.jobs[number % world.jobs.length] === spec)) {
      records.apply({ kind: 'ended', token });
      this.#become(job, 'failed');
      return;
    }
    const inputs = this.#inputs(job).filter(({ edge }) => this.#readsContent(edge));
    const read = inputs.map(({ file }) => store.get(this.#path(file))?.content);
    for (const [place, file] of outputs.entries()) {
      const content = madeContent(spec, place, read);
      if (content === undefined) store.delete(file);
      else store.set(file, { content, time: this.#timeOf(spec) });
    }
    this.#record(job, 'ran');
    this.#become(job, 'ran');
  }

  #timeOf(spec: JobSpec): number {
    const { world } = this.#request;
    return world.now + 1 + world.jobs.indexOf(spec);
  }

  #record(job: JobId, how: 'ran' | 'adopted'): void {
    const { input, specs } = this.#request;
    const { graph } = input;
    const { records } = this.#player;
    const spec = specs[job];
    const outputs = (spec?.outputs ?? []).map(({ file }) => file);
    const rows = outputs.flatMap((file) => this.#player.rowOf(file) ?? []);
    const leftOut = outputs.filter((file) => this.#player.rowOf(file) === undefined);
    const inputs = this.#inputs(job).map(({ edge, file }): InputRow => {
      const path = this.#path(file);
      const row = this.#readsContent(edge) ? this.#player.rowOf(path) : undefined;
      if (row !== undefined) records.apply({ kind: 'file', file: row });
      return { path, digest: row?.digest };
    });
    records.apply({
      kind: 'job',
      how,
      token: this.#token(job),
      rule: spec?.name ?? '',
      outputs: rows satisfies FileRow[],
      leftOut,
      inputs,
      shape: shapeText(graph.shapes[graph.inputShape[job] ?? 0] ?? []),
      code: codeText(spec),
      params: paramsText(spec),
      env: 'null',
      endedAtMs: 0,
      durationMs: 1,
    });
  }

  #die(job: JobId, leaves: 'restored' | 'moved-aside' | 'half-written'): PlayedRun {
    const { specs, world } = this.#request;
    const { records, store } = this.#player;
    const spec = specs[job];
    const outputs = (spec?.outputs ?? []).map(({ file }) => file);
    const token = this.#token(job);
    records.apply({ kind: 'started', token, rule: spec?.name ?? '', outputs, moves: [] });
    if (leaves === 'restored') records.apply({ kind: 'ended', token });
    else for (const file of outputs) store.delete(file);
    if (leaves === 'half-written') {
      for (const file of outputs) store.set(file, { content: 'half.0', time: world.now + 1 });
    }
    const unreached = this.#jobsIn('undecided', 'dormant', 'due');
    return { ...this.#played(), cut: { unreached, victim: spec?.key, leaves, removed: new Set() } };
  }

  #played(): PlayedRun & { kind: 'ended' } {
    const ran = this.#jobsIn('ran');
    return {
      kind: 'ended',
      ran,
      reasons: new Map([...this.#reasons].filter(([key]) => ran.has(key))),
      failed: this.#jobsIn('failed'),
      held: this.#jobsIn('held'),
      cut: undefined,
    };
  }

  #jobsIn(...states: readonly State[]): ReadonlySet<string> {
    const keys = this.#request.specs.map(({ key }) => key);
    return new Set(keys.filter((_, job) => states.includes(this.#state[job] ?? 'kept')));
  }

  #removeTemps(): void {
    const { plan, specs } = this.#request;
    const { records, store } = this.#player;
    const doneStates = new Set<State>(['kept', 'pruned', 'dormant', 'ran']);
    const isDone = (job: JobId): boolean => doneStates.has(this.#state[job] ?? 'due');
    for (const file of unneededTemps(plan, specs, isDone)) {
      if (records.rowOf(records.paths.find(file)) !== NO_ROW) store.delete(file);
    }
  }

  #inputs(job: JobId): Input[] {
    const { graph } = this.#request.plan;
    const inputs: Input[] = [];
    for (let edge = graph.inputStart[job] ?? 0; edge < (graph.inputStart[job + 1] ?? 0); edge++) {
      const file = graph.inputFile[edge] ?? 0;
      const maker = graph.producer[file] ?? NO_JOB;
      inputs.push({ edge, file, maker, state: this.#state[maker] ?? 'kept' });
    }
    return inputs;
  }

  #isBroken(input: Input): boolean {
    return !this.#isFinal(input) && (input.state === 'failed' || input.state === 'skipped');
  }

  #isFinal({ edge }: Input): boolean {
    return this.#request.plan.graph.inputEdge[edge] === FINAL_EDGE;
  }

  #isAwayTemp(file: FileId): boolean {
    const isAway = !this.#player.store.has(this.#path(file));
    return isAway && this.#request.plan.removedTemps.has(file);
  }

  #readsContent(edge: number): boolean {
    const { inputEdge } = this.#request.plan.graph;
    return inputEdge[edge] === 0 || inputEdge[edge] === FINAL_EDGE;
  }

  #contentsCount(): boolean {
    return this.#request.input.triggers.has('mtime');
  }

  #path(file: FileId): string {
    return this.#request.plan.graph.paths.path(file);
  }

  #token(job: JobId): string {
    return `${this.#request.world.now}-${job}`;
  }
}

/** Its end is to come, and others wait for it. */
function isActive(state: State): boolean {
  return state === 'undecided' || state === 'due';
}
