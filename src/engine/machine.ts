import { assert, unreachable } from '../core/diagnostic.ts';
import type { JobId } from '../core/graph/job-graph.ts';
import type { Reason } from '../core/plan/reason.ts';
import { Pools } from '../core/schedule/pools.ts';
import type { WaitAnswer, WaitQuestion } from '../ports/wait-view.ts';
import { AttemptEndings } from './attempt-endings.ts';
import { Attempts } from './attempts.ts';
import { JobColumns } from './job-columns.ts';
import { isDone, isOpen, type JobState, mayRun, STATE } from './job-state.ts';
import { checkMachine } from './machine-check.ts';
import { readyOrder } from './ready-order.ts';
import { type ReadyOrder, ReadyQueues } from './ready-queues.ts';
import type { RunEffect } from './run-effect.ts';
import type { RunInput } from './run-input.ts';
import { poolsOf } from './run-limits.ts';
import type { RunRequest } from './run-request.ts';
import { RunTeller } from './run-teller.ts';
import { TempFiles } from './temp-files.ts';
import { type WhyQueued, waitAnswer } from './wait-reasons.ts';
import { Wave } from './wave.ts';

/** What the machine is made from. Its questions are pure. */
export type MachineRequest = Pick<
  RunRequest,
  | 'runId'
  | 'plan'
  | 'records'
  | 'facts'
  | 'changes'
  | 'limits'
  | 'tempHolds'
  | 'maker'
  | 'durations'
  | 'earlier'
>;

/** How far the run has come to a stop; each includes those before. */
const STOP = { no: 0, draining: 1, gently: 2, atOnce: 3 } as const;
type Stop = (typeof STOP)[keyof typeof STOP];

/**
 * The decisions of a run, with no clock, no promise and no file in sight.
 *
 * Feed it what happened (`RunInput`); it answers what to do (`RunEffect`), and `run-plan.ts` does
 * it. That split is what lets the tests throw any order of events at it. The states of a job and
 * the ways between them are drawn in `job-state.ts`.
 */
export class RunMachine {
  readonly #request: MachineRequest;
  readonly #columns: JobColumns;
  readonly #teller: RunTeller;
  readonly #wave: Wave;
  readonly #temps: TempFiles;
  readonly #pools: Pools;
  readonly #order: ReadyOrder;
  readonly #queues: ReadyQueues;
  readonly #attempts: Attempts;
  readonly #endings: AttemptEndings;
  #stop: Stop = STOP.no;
  #isFinished = false;
  #effects: RunEffect[] = [];

  constructor(request: MachineRequest) {
    const { plan, facts, limits } = request;
    const { jobCount } = plan.graph;
    this.#request = request;
    this.#columns = new JobColumns(plan, facts);
    this.#teller = new RunTeller(request, (event) => this.#effects.push({ kind: 'tell', event }));
    this.#wave = new Wave(this.#columns, {
      setState: (job, state) => this.#setState(job, state),
      changes: request.changes,
      isEdited: (job) => plan.isEdited[job] === 1,
      onPruned: (job) => this.#teller.pruned(job),
      onHeld: (job) => this.#teller.held(job),
      onSkipped: (job, need) => this.#teller.skipped(job, need),
    });
    this.#temps = new TempFiles(request, this.#columns);
    const { pools, placement, jobs } = poolsOf(limits);
    this.#pools = new Pools(pools, placement, jobs);
    this.#order = readyOrder(request, this.#columns.state);
    this.#queues = new ReadyQueues(jobCount, this.#order, this.#pools);
    this.#attempts = new Attempts(request, this.#pools);
    this.#endings = new AttemptEndings(
      {
        columns: this.#columns,
        wave: this.#wave,
        temps: this.#temps,
        attempts: this.#attempts,
        teller: this.#teller,
      },
      {
        setState: (job, state) => this.#setState(job, state),
        effect: (effect) => this.#effects.push(effect),
        isStopped: () => this.#isStopped,
        onFailed: () => {
          if (!limits.isKeepGoing) this.#stopAt(STOP.draining);
        },
      },
    );
  }

  /** The one way in. Answers what to do, in the order in which it has to be done. */
  step(input: RunInput): readonly RunEffect[] {
    this.#effects = [];
    if (this.#isFinished) return this.#effects;
    this.#take(input);
    this.#goOn();
    return this.#effects;
  }

  get isFinished(): boolean {
    return this.#isFinished;
  }

  /** Attempts whose outcome is awaited. */
  get runningTokens(): readonly string[] {
    return this.#attempts.running.map(({ token }) => token);
  }

  /** Why jobs do not run. Changes nothing; as slow as a look at all jobs. */
  waits(question: WaitQuestion, whyQueued: WhyQueued = () => undefined): WaitAnswer {
    return waitAnswer(question, {
      columns: this.#columns,
      pools: this.#pools,
      queues: this.#queues,
      order: this.#order,
      attempts: this.#attempts,
      endings: this.#endings,
      maker: this.#request.maker,
      isStopped: this.#isStopped,
      whyQueued,
    });
  }

  /** Recomputes the slow way all that is kept up to date the fast way. Run by the tests. */
  checkInvariants(): void {
    checkMachine({
      columns: this.#columns,
      running: this.#attempts.running,
      pools: this.#pools,
      isStopped: this.#isStopped,
    });
  }

  #take(input: RunInput): void {
    switch (input.kind) {
      case 'started':
        this.#teller.runStarted(this.#columns.state);
        this.#wave.start();
        break;
      case 'job-ended':
        this.#endings.ended(input);
        break;
      case 'digest-known':
        if (this.#wave.digestKnown(input.file, input.digest)) this.#temps.release(input.file);
        break;
      case 'cancelled':
        this.#cancel(input.signal);
        break;
      case 'timer-fired':
        this.#endings.timerFired(input.timer);
        break;
      case 'outcomes-missing':
        for (const token of input.tokens) this.#endings.outcomeMissing(token, input.detail);
        break;
      case 'broke':
        this.#broke(input.unlaunched);
        break;
      default:
        unreachable(input, 'run input');
    }
  }

  /** Works off the news, starts what fits, and ends the run when nothing is left. */
  #goOn(): void {
    this.#settle();
    while (this.#isQuiet && this.#wave.pruneFirstParked()) this.#settle();
    assert(!this.#isQuiet, 'RunMachine: jobs wait for what cannot happen');
    const isWaitingForDigests = this.#wave.pendingCount > 0 && this.#stop < STOP.gently;
    this.#isFinished = this.#columns.openCount === 0 && !isWaitingForDigests;
    if (this.#isFinished) this.#pruneDormant();
    this.#removeTemps();
    if (this.#isFinished) this.#effects.push({ kind: 'finish', counts: this.#columns.runCounts });
  }

  #settle(): void {
    if (this.#isStopped) {
      this.#wave.drop();
      return;
    }
    this.#wave.settle();
    for (let pick = this.#queues.pick(); pick !== undefined; pick = this.#queues.pick()) {
      const { job } = pick;
      this.#effects.push({ ...this.#attempts.start(pick), reasons: this.#reasonsOf(job) });
      this.#setState(job, STATE.running);
    }
  }

  #reasonsOf(job: JobId): readonly Reason[] {
    const found = this.#wave.reasonOf(job);
    const planned = this.#request.plan.reasons(job);
    return found === undefined ? planned : [found, ...planned];
  }

  /** Jobs are left, and nothing will happen unless we decide something. */
  get #isQuiet(): boolean {
    const { openCount } = this.#columns;
    const { waiting, undecided } = STATE;
    const isBusy = openCount > this.#columns.count(waiting) + this.#columns.count(undecided);
    return openCount > 0 && !isBusy && this.#wave.pendingCount === 0;
  }

  get #isStopped(): boolean {
    return this.#stop !== STOP.no;
  }

  #broke(unlaunched: readonly string[]): void {
    for (const token of unlaunched) {
      const attempt = this.#endings.end(token);
      assert(attempt !== undefined, `RunMachine: \`${token}\` does not run`);
      this.#setState(attempt.job, STATE.skipped);
      this.#teller.skipped(attempt.job);
    }
    this.#stopAt(STOP.gently);
  }

  #cancel(signal: string): void {
    if (this.#stop >= STOP.gently) {
      this.#stopAt(STOP.atOnce);
      return;
    }
    this.#teller.cancelled(signal);
    this.#stopAt(STOP.gently);
  }

  /** Nothing more starts. From `gently` on, what runs is ended. */
  #stopAt(stop: Stop): void {
    if (this.#stop >= stop) return;
    if (!this.#isStopped) this.#skipRest();
    this.#stop = stop;
    const tokens = this.runningTokens;
    if (stop === STOP.draining || tokens.length === 0) return;
    this.#effects.push({
      kind: 'cancel',
      tokens,
      how: stop === STOP.gently ? 'gently' : 'at-once',
    });
  }

  /** The one pass over all jobs after the start: everything that has not begun is skipped. */
  #skipRest(): void {
    for (const [job, state] of this.#columns.state.entries()) {
      if (!isOpen(state) || state === STATE.running) continue;
      this.#setState(job, STATE.skipped);
      this.#teller.skipped(job);
    }
  }

  #pruneDormant(): void {
    if (this.#columns.count(STATE.dormant) === 0) return;
    for (const [job, state] of this.#columns.state.entries()) {
      if (state !== STATE.dormant) continue;
      this.#setState(job, STATE.pruned);
      this.#teller.pruned(job);
    }
  }

  #removeTemps(): void {
    const files = this.#temps.takeUnneeded();
    if (files.length === 0) return;
    for (const file of files) this.#columns.absent[file] = 1;
    this.#effects.push({ kind: 'remove-temps', files });
  }

  /** Every change of state passes here, so that what is derived from it cannot drift. */
  #setState(job: JobId, state: JobState): void {
    const wasDormant = this.#columns.state[job] === STATE.dormant;
    this.#columns.set(job, state);
    if (state === STATE.ready) this.#queues.add(job, this.#attempts.demandOf(job));
    if (mayRun(state)) return;
    this.#temps.ended(job, { hasSucceeded: state === STATE.succeeded });
    // A stop leaves open whether a dormant job is needed.
    if (isDone(state) && !(wasDormant && this.#isStopped)) this.#temps.doneWithInputs(job);
  }
}
