// The decisions of a run, with no clock, no promise and no file in sight.
//
// Feed it what happened (`RunInput`); it answers what to do (`RunEffect`), and `run-plan.ts` does
// it. That split is what lets the tests throw any order of events at it.
//
//                input changed, or                    its needs               resources
//               a removed temp is needed             have ended               are free
//   undecided ──────────────────────────► waiting ──────────────► ready ──────────────► running
//    │     ▲│                                ▲ ◄─────────────────── │                     │  │
//    │     │└─► dormant ─────────────────────┘   a dormant need     │     failed, with    │  │
//    │ as  │      │                          ▲     was called       │    retries left     │  │
//    │ it  │      │ not needed               └─── backing-off ◄─────┼─────────────────────┘  │
//    │ was │      │                                                 │                        │
//    ▼     │      ▼                                                 │        ┌───────────────┤
//   pruned       pruned          skipped ◄── a need broke, or ──────┘        ▼               ▼
//                                            the run was stopped         succeeded   failed, cancelled
//
// `held` is where an undecided or dormant job goes that has to run but was edited by hand;
// `kept` jobs never move. Failures without a delay go from running to waiting at once.

import { assert, unreachable } from '../core/diagnostic.ts';
import type { JobId } from '../core/graph/job-graph.ts';
import { type FileId, NO_FILE } from '../core/graph/path-table.ts';
import { jobDurations } from '../core/schedule/job-durations.ts';
import { longestPaths } from '../core/schedule/longest-paths.ts';
import { ResourcePool } from '../core/schedule/resource-pool.ts';
import type { RunCounts } from '../ports/run-event.ts';
import { JobColumns } from './job-columns.ts';
import { JobRequests } from './job-requests.ts';
import { isDone, isOpen, type JobState, STATE } from './job-state.ts';
import { checkMachine } from './machine-check.ts';
import { type ReadyOrder, ReadyQueues } from './ready-queues.ts';
import { type FailedOutcome, RetryPolicy } from './retry-policy.ts';
import type { RunEffect } from './run-effect.ts';
import type { RunInput } from './run-input.ts';
import type { RunRequest } from './run-request.ts';
import { RunTeller } from './run-teller.ts';
import { type Attempt, RunningJobs } from './running-jobs.ts';
import { TempFiles } from './temp-files.ts';
import { Wave } from './wave.ts';

/** What the machine is made from. Its questions are pure. */
export type MachineRequest = Pick<
  RunRequest,
  'runId' | 'plan' | 'records' | 'facts' | 'isChanged' | 'limits' | 'tempHolds' | 'maker'
>;

/** How far the run has come to a stop; each includes those before. */
const STOP = { no: 0, draining: 1, gently: 2, atOnce: 3 } as const;
type Stop = (typeof STOP)[keyof typeof STOP];

type EndedInput = Extract<RunInput, { kind: 'job-ended' }>;

export class RunMachine {
  readonly #request: MachineRequest;
  readonly #columns: JobColumns;
  readonly #teller: RunTeller;
  readonly #wave: Wave;
  readonly #temps: TempFiles;
  readonly #pool: ResourcePool;
  readonly #queues: ReadyQueues;
  readonly #running: RunningJobs;
  readonly #requests: JobRequests;
  readonly #retries: RetryPolicy;
  /** Jobs that back off, by timer. */
  readonly #timers = new Map<number, JobId>();
  #lastTimer = 0;
  #stop: Stop = STOP.no;
  #isFinished = false;
  #effects: RunEffect[] = [];

  constructor(request: MachineRequest) {
    const { plan, facts, limits, maker, runId } = request;
    const { jobCount } = plan.graph;
    this.#request = request;
    this.#columns = new JobColumns(plan, facts);
    this.#teller = new RunTeller(request, (event) => this.#effects.push({ kind: 'tell', event }));
    this.#wave = new Wave(this.#columns, {
      setState: (job, state) => this.#setState(job, state),
      isChanged: request.isChanged,
      isEdited: (job) => plan.isEdited[job] === 1,
      onPruned: (job) => this.#teller.pruned(job),
      onHeld: (job) => this.#teller.held(job),
      onSkipped: (job, need) => this.#teller.skipped(job, need),
    });
    this.#temps = new TempFiles(request, this.#columns);
    this.#pool = new ResourcePool(limits.capacity);
    this.#queues = new ReadyQueues(jobCount, readyOrder(request, this.#columns), this.#pool);
    this.#running = new RunningJobs(runId, jobCount);
    this.#requests = new JobRequests(plan.graph, limits, maker);
    this.#retries = new RetryPolicy(jobCount, limits);
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
    return this.#running.tokens;
  }

  /** Recomputes the slow way all that is kept up to date the fast way. Run by the tests. */
  checkInvariants(): void {
    const isStopped = this.#isStopped;
    checkMachine({ columns: this.#columns, running: this.#running, pool: this.#pool, isStopped });
  }

  #take(input: RunInput): void {
    switch (input.kind) {
      case 'started':
        this.#teller.runStarted(this.#columns.state);
        this.#wave.start();
        break;
      case 'job-ended':
        this.#jobEnded(input);
        break;
      case 'digest-known':
        if (this.#wave.digestKnown(input.file, input.digest)) this.#temps.release(input.file);
        break;
      case 'cancelled':
        this.#cancel(input.signal);
        break;
      case 'timer-fired':
        this.#timerFired(input.timer);
        break;
      case 'executor-broke':
        this.#stopAt(STOP.gently);
        break;
      case 'outcomes-missing':
        for (const token of input.tokens) this.#outcomeMissing(token, input.detail);
        break;
      case 'journal-failed':
        this.#journalFailed(input.unlaunched);
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
    if (this.#isFinished) this.#effects.push({ kind: 'finish', counts: this.#counts });
  }

  #settle(): void {
    if (this.#isStopped) {
      this.#wave.drop();
      return;
    }
    this.#wave.settle();
    for (let job = this.#queues.pick(); job !== undefined; job = this.#queues.pick()) {
      this.#launch(job);
    }
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

  #launch(job: JobId): void {
    const request = this.#requests.requestFor(job, this.#running.nextAttempt(job));
    const lease = this.#pool.take(this.#pool.demandOf(request));
    this.#setState(job, STATE.running);
    const { token, attempt } = this.#running.start(job, lease);
    const failure = this.#requests.failureOf(job);
    this.#effects.push({ kind: 'launch', job, token, attempt, failure, request, gpus: lease.gpus });
  }

  /** An outcome of another attempt than the one that runs is no news. */
  #jobEnded(input: EndedInput): void {
    const attempt = this.#running.end(input.token);
    if (attempt === undefined) return;
    this.#release(attempt);
    const { outcome, durationMs } = input;
    if (outcome.kind !== 'succeeded') {
      this.#unsuccessful(attempt, outcome, durationMs);
      return;
    }
    const { job, token } = attempt;
    this.#effects.push({ kind: 'record', job, token, outcome, durationMs });
    const made = this.#filesMade(outcome.outputs);
    const pending = [...made.keys()].filter((file) => made.get(file) === undefined);
    this.#teller.ended(attempt, { outcome, durationMs, willRetry: false });
    if (pending.length > 0) this.#effects.push({ kind: 'fingerprint', files: pending });
    this.#wave.awaitDigests(pending);
    for (const file of pending) this.#temps.hold(file);
    this.#setState(job, STATE.succeeded);
    this.#wave.close(job, made);
  }

  /** What it held is free again, and those who waited for it to stop reading go on. */
  #release({ job, lease }: Attempt): void {
    this.#pool.giveBack(lease);
    this.#wave.readerEnded(job);
  }

  #filesMade(rows: readonly FileRow[]): Map<FileId, string | undefined> {
    const made = new Map<FileId, string | undefined>();
    for (const { path, digest } of rows) {
      const file = this.#request.plan.graph.paths.find(path);
      assert(file !== NO_FILE, `RunMachine: \`${path}\` is no file of the graph`);
      made.set(file, digest);
      this.#columns.absent[file] = 0;
    }
    return made;
  }

  #unsuccessful(attempt: Attempt, outcome: FailedOutcome, durationMs: number): void {
    const { job, token } = attempt;
    const next = this.#stop === STOP.no ? this.#retries.decide(job, outcome) : GIVE_UP;
    ...
  }
