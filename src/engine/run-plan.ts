import { executorBroke } from '../core/catalogue/run.ts';
import { assert, FlowError } from '../core/diagnostic.ts';
import type { FileId } from '../core/graph/path-table.ts';
import type { FileRow } from '../core/records/journal-entry.ts';
import type { RunCounts, RunEvent } from '../ports/run-event.ts';
import { adoptJobs } from './adopt-jobs.ts';
import { asError, EffectCarrier } from './effect-carrier.ts';
import { Inbox } from './inbox.ts';
import { KnownFiles } from './known-files.ts';
import { RunMachine } from './machine.ts';
import type { RunInput } from './run-input.ts';
import type { RunMessage } from './run-message.ts';
import type { JobFailure, RunEnd, RunRequest, RunResult } from './run-request.ts';

/**
 * Carries out a plan. Settles only when no job is running any more, whatever became of them.
 *
 * Rejects with what `executor.open` throws, before anything was done; else only with our bugs.
 */
export async function runPlan(request: RunRequest): Promise<RunResult> {
  const loop = new RunLoop(request);
  return await loop.run();
}

class RunLoop {
  readonly #request: RunRequest;
  readonly #machine: RunMachine;
  readonly #known: KnownFiles;
  readonly #carrier: EffectCarrier;
  readonly #inbox = new Inbox<RunMessage>();
  readonly #failures: JobFailure[] = [];
  #counts: RunCounts | undefined;
  #signal: string | undefined;
  #error: Error | undefined;
  #closing: Promise<void> | undefined;
  #isAdopting: boolean;
  #adoptedCount = 0;

  constructor(request: RunRequest) {
    const { plan, facts, records } = request;
    this.#request = request;
    this.#machine = new RunMachine(request);
    this.#known = new KnownFiles(plan.graph.paths, facts, records);
    this.#carrier = new EffectCarrier(request, this.#known, (message) => this.#inbox.put(message));
    this.#isAdopting = plan.adopted.length > 0;
  }

  async run(): Promise<RunResult> {
    const { executor, clock, onSignal, tell } = this.#request.tools;
    const startedAtMs = clock.now();
    await executor.open({
      // Whether the command runs or waits in a queue makes no difference to what is decided.
      started: () => {},
      ended: (token, outcome, durationMs) =>
        this.#inbox.put({ kind: 'job-ended', token, outcome, durationMs }),
      warned: (diagnostic) => tell({ kind: 'warned', diagnostic }),
      broke: (error) => this.#inbox.put({ kind: 'executor-broke', error }),
    });
    const ignoreSignals = onSignal((signal) => this.#inbox.put({ kind: 'cancelled', signal }));
    const askNoMore = this.#request.tools.onQuestion?.((asked) =>
      this.#machine.waits(asked, (token) => executor.whyQueued?.(token)),
    );
    try {
      this.#turn([{ kind: 'started' }]);
      if (this.#isAdopting) void this.#adopt();
      while (!this.#isOver) this.#turn(await this.#inbox.takeAll());
    } finally {
      ignoreSignals();
      askNoMore?.();
      this.#carrier.disarm();
      await this.#close();
    }
    const counts = this.#counts;
    assert(counts !== undefined, 'runPlan: the machine never finished');
    tell({ kind: 'run-ended', counts, durationMs: clock.now() - startedAtMs });
    return { counts, failures: this.#failures, end: this.#end(counts) };
  }

  get #isOver(): boolean {
    return this.#counts !== undefined && (!this.#isAdopting || this.#isLeavingOff);
  }

  get #isLeavingOff(): boolean {
    return this.#signal !== undefined || this.#error !== undefined;
  }

  #end({ failed, cancelled, skipped }: RunCounts): RunEnd {
    if (this.#error !== undefined) return { kind: 'broke', error: this.#error };
    if (this.#signal !== undefined) return { kind: 'interrupted', signal: this.#signal };
    return { kind: failed + cancelled + skipped > 0 ? 'failed' : 'done' };
  }

  /** Decides on all that has come, then carries out what was decided. */
  #turn(messages: readonly RunMessage[]): void {
    // Signals first, so that nothing starts after the user has given up.
    for (const message of messages) if (message.kind === 'cancelled') this.#take(message);
    for (const message of messages) if (message.kind !== 'cancelled') this.#take(message);
    while (!this.#carrier.isIdle) {
      const refusal = this.#carrier.carryOut();
      if (refusal === undefined) continue;
      this.#error ??= refusal.error;
      this.#decide({ kind: 'broke', unlaunched: refusal.unlaunched });
    }
  }

  #take(message: RunMessage): void {
    switch (message.kind) {
      case 'executor-broke':
        this.#executorBroke(message.error);
        break;
      case 'executor-closed':
        this.#decide({
          kind: 'outcomes-missing',
          tokens: this.#machine.runningTokens,
          detail: 'the executor broke and did not tell its outcome',
        });
        break;
      case 'fingerprinted':
        this.#fingerprinted(message.file, message.row);
        break;
      case 'adopted':
        for (const entry of message.entries) this.#carrier.note(entry);
        this.#adoptedCount += message.jobCount;
        break;
      case 'adoption-ended':
        this.#adoptionEnded();
        break;
      case 'bug':
        throw message.error;
      case 'cancelled':
        this.#signal ??= message.signal;
        this.#decide(message);
        break;
      case 'job-ended': {
        const ended = this.#carrier.ended(message);
        if (ended !== undefined) this.#decide(ended);
        break;
      }
      case 'started':
      case 'digest-known':
      case 'timer-fired':
      case 'outcomes-missing':
      case 'broke':
        this.#decide(message);
        break;
    }
  }

  #decide(input: RunInput): void {
    for (const effect of this.#machine.step(input)) {
      if (effect.kind === 'finish') this.#counts = effect.counts;
      if (effect.kind === 'tell') this.#noteFailure(effect.event);
      // Closing the executor ends what runs, too.
      if (effect.kind === 'cancel' && this.#closing !== undefined) continue;
      this.#carrier.gather(effect);
    }
  }

  #noteFailure(event: RunEvent): void {
    if (event.kind !== 'job-ended' || event.willRetry) return;
    const { job, attempt, outcome } = event;
    if (outcome.kind === 'succeeded' || outcome.kind === 'cancelled') return;
    this.#failures.push({ job, attempt, outcome });
  }

  /** What runs is ended by closing it; whatever it then does not tell is lost. */
  #executorBroke(error: Error): void {
    const { name } = this.#request.tools.executor;
    this.#error ??=
      error instanceof FlowError
        ? error
        : new FlowError(executorBroke(name, error.message), { cause: error });
    void this.#closeEarly();
    this.#decide({ kind: 'broke', unlaunched: this.#carrier.dropLaunches() });
  }

  async #closeEarly(): Promise<void> {
    await this.#close();
    this.#inbox.put({ kind: 'executor-closed' });
  }

  #close(): Promise<void> {
    this.#closing ??= this.#request.tools.executor.close().catch((error: unknown) => {
      this.#error ??= asError(error);
    });
    return this.#closing;
  }

  #fingerprinted(file: FileId, row: FileRow | undefined): void {
    const committed = this.#known.row(file);
    const isSame = row?.size === committed?.size && row?.mtimeMs === committed?.mtimeMs;
    const isIt = row !== undefined && isSame;
    if (isIt) {
      this.#known.learn(row);
      this.#carrier.note({ kind: 'file', file: row });
    }
    this.#decide({ kind: 'digest-known', file, digest: isIt ? row.digest : undefined });
  }

  #adoptionEnded(): void {
    this.#isAdopting = false;
    if (this.#adoptedCount === 0) return;
    this.#carrier.tell({ kind: 'jobs-adopted', count: this.#adoptedCount });
  }

  async #adopt(): Promise<void> {
    const { plan, maker, tools } = this.#request;
    try {
      await adoptJobs({
        graph: plan.graph,
        jobs: plan.adopted,
        maker,
        known: this.#known,
        hasher: tools.hasher,
        clock: tools.clock,
        disk: tools.disk,
        isStopped: () => this.#isLeavingOff,
        adopted: (lot) => this.#inbox.put({ kind: 'adopted', ...lot }),
      });
      this.#inbox.put({ kind: 'adoption-ended' });
    } catch (error) {
      this.#inbox.put({ kind: 'bug', error: asError(error) });
    }
  }
}
