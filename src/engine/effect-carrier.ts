import { tempNotRemoved } from '../core/catalogue/run.ts';
import type { FileId } from '../core/graph/path-table.ts';
import type { JournalEntry } from '../core/records/journal-entry.ts';
import { quoteWord } from '../core/template/shell-quote.ts';
import type { Disk } from '../ports/disk.ts';
import type { JobSpec, Move } from '../ports/job-spec.ts';
import type { RunEvent } from '../ports/run-event.ts';
import { outputPaths } from './job-files.ts';
import type { AttemptFacts } from './job-maker.ts';
import type { KnownFiles } from './known-files.ts';
import { moveAside } from './move-aside.ts';
import { emptyOutbox, isEmpty, type Launch, type Outbox } from './outbox.ts';
import { jobEntry, startedEntry } from './record-entries.ts';
import type { LaunchEffect, RecordEffect, RunEffect } from './run-effect.ts';
import type { RunMessage } from './run-message.ts';
import type { RunRequest } from './run-request.ts';

/** How long after the executor says that attempts are dead their outcomes may still come. */
const OUTCOME_GRACE_MS = 5_000;

/** The journal takes nothing any more. */
export interface Refusal {
  readonly error: Error;
  /** Attempts that were therefore not launched. */
  readonly unlaunched: readonly string[];
}

/**
 * Carries effects out through the ports. Those of one turn are gathered first: all entries are one
 * append, all launches one batch, and nothing is done before its entry is in the journal.
 */
export class EffectCarrier {
  readonly #request: RunRequest;
  readonly #known: KnownFiles;
  readonly #put: (message: RunMessage) => void;
  readonly #timers = new Set<() => void>();
  readonly #edited: ReadonlySet<FileId>;
  #outbox: Outbox = emptyOutbox();
  #isDisarmed = false;

  constructor(request: RunRequest, known: KnownFiles, put: (message: RunMessage) => void) {
    this.#request = request;
    this.#known = known;
    this.#put = put;
    this.#edited = new Set(request.plan.edited);
  }

  /** Nothing is gathered. */
  get isIdle(): boolean {
    return isEmpty(this.#outbox);
  }

  gather(effect: RunEffect): void {
    switch (effect.kind) {
      case 'launch':
        this.#outbox.launches.push(this.#launchOf(effect));
        break;
      case 'cancel':
        this.#outbox.cancels.push(effect);
        break;
      case 'tell':
        this.tell(effect.event);
        break;
      case 'record':
        this.#record(effect);
        break;
      case 'record-end':
        this.note({ kind: 'ended', token: effect.token });
        break;
      case 'remove-temps':
        for (const file of effect.files) this.#outbox.temps.push(file);
        break;
      case 'fingerprint':
        for (const file of effect.files) void this.#fingerprint(file);
        break;
      case 'set-timer':
        this.#after(effect.delayMs, { kind: 'timer-fired', timer: effect.timer });
        break;
      case 'finish':
        break;
    }
  }

  /** For the journal. */
  note(entry: JournalEntry): void {
    this.#outbox.facts.push(entry);
  }

  tell(event: RunEvent): void {
    this.#outbox.events.push(event);
  }

  /** Takes gathered launches back; answers their tokens. */
  dropLaunches(): readonly string[] {
    return this.#outbox.launches.splice(0).map(({ spec }) => spec.token);
  }

  /** No timer fires any more. */
  disarm(): void {
    this.#isDisarmed = true;
    for (const disarm of this.#timers) disarm();
    this.#timers.clear();
  }

  /** Does what was gathered. If the journal refuses, nothing of it is launched or removed. */
  carryOut(): Refusal | undefined {
    const { facts, events, temps, launches, cancels } = this.#outbox;
    this.#outbox = emptyOutbox();
    const error = this.#write(facts, temps, launches);
    for (const event of events) this.#request.tools.tell(event);
    if (error === undefined) {
      this.#removeTemps(temps);
      this.#launch(launches);
    }
    for (const { tokens, how } of cancels) this.#cancel(tokens, how);
    if (error === undefined) return undefined;
    return { error, unlaunched: launches.map(({ spec }) => spec.token) };
  }

  /** What ended is written even where what begins cannot be. Undefined: all is written. */
  #write(
    facts: readonly JournalEntry[],
    temps: readonly FileId[],
    launches: readonly Launch[],
  ): Error | undefined {
    const removed: readonly JournalEntry[] =
      temps.length === 0 ? [] : [{ kind: 'removed', paths: this.#pathsOf(temps) }];
    const intents = [...removed, ...launches.map(({ entry }) => entry)];
    const error = this.#append([...facts, ...intents]);
    if (error !== undefined && intents.length > 0) this.#append(facts);
    return error;
  }

  #append(entries: readonly JournalEntry[]): Error | undefined {
    if (entries.length === 0) return undefined;
    try {
      this.#request.tools.journal.append(entries);
      return undefined;
    } catch (error) {
      return asError(error);
    }
  }

  #removeTemps(files: readonly FileId[]): void {
    if (files.length === 0) return;
    const { disk, tell } = this.#request.tools;
    const removed: string[] = [];
    for (const path of this.#pathsOf(files)) {
      try {
        disk.remove(path);
        removed.push(path);
      } catch (error) {
        tell({ kind: 'warned', diagnostic: tempNotRemoved(path, asError(error).message) });
      }
    }
    if (removed.length > 0) tell({ kind: 'temp-removed', paths: removed });
  }

  #launch(launches: readonly Launch[]): void {
    if (launches.length === 0) return;
    const { executor, tell } = this.#request.tools;
    for (const { event } of launches) tell(event);
    try {
      executor.launch(launches.map(({ spec }) => spec));
    } catch (error) {
      this.#put({ kind: 'executor-broke', error: asError(error) });
    }
  }

  /** The executor answers when the attempts are dead; their outcomes are on their way then. */
  #cancel(tokens: readonly string[], how: 'gently' | 'at-once'): void {
    this.#request.tools.executor.cancel(tokens, how).then(
      () => {
        const detail = 'the executor ended it and did not tell its outcome';
        this.#after(OUTCOME_GRACE_MS, { kind: 'outcomes-missing', tokens, detail });
      },
      (error: unknown) => this.#put({ kind: 'executor-broke', error: asError(error) }),
    );
  }

  async #fingerprint(file: FileId): Promise<void> {
    const { hasher } = this.#request.tools;
    const path = this.#request.plan.graph.paths.path(file);
    // A content that cannot be read is as good as changed.
    const row = await hasher.fingerprint(path).catch(() => undefined);
    this.#put({ kind: 'fingerprinted', file, row });
  }

  #after(delayMs: number, message: RunMessage): void {
    // The executor may answer a cancel after the run has ended, which would keep the program up.
    if (this.#isDisarmed) return;
    const disarm = this.#request.tools.clock.after(delayMs, () => {
      this.#timers.delete(disarm);
      this.#put(message);
    });
    this.#timers.add(disarm);
  }

  #launchOf({ job, gpus, pool, ...attempt }: LaunchEffect): Launch {
    const { maker, plan, runId } = this.#request;
    const place = this.#placeOf(gpus, pool);
    const outputs = outputPaths(plan.graph, job);
    const spec = maker.spec(job, {
      ...attempt,
      ...place,
      runId,
      moveAside: this.#moveAside(outputs, attempt.token),
      known: (file) => this.#known.known(file),
    });
    const event: RunEvent = {
      kind: 'job-started',
      job: maker.reference(job),
      attempt: attempt.attempt,
      reasons: attempt.reasons,
      command: commandText(spec),
      ...(spec.message === undefined ? {} : { message: spec.message }),
      threads: attempt.request.threads,
      ...place,
      logFile: spec.logFile,
      outputs,
    };
    return { spec, entry: startedEntry(spec, outputs), event };
  }

  /** As those who run the job and look at it know the place. */
  #placeOf(gpus: readonly string[], index: number): Place {
    const pool = this.#request.limits.placed?.pools[index];
    if (pool === undefined) return { gpus };
    return { gpus: pool.hasSlots === true ? [] : gpus, pool: pool.name };
  }

  #moveAside(outputs: readonly string[], token: string): readonly Move[] {
    const { trashFolder, plan, tools } = this.#request;
    return moveAside({
      token,
      outputs,
      exists: (path) => isThere(path, tools.disk),
      isEdited: (path) => this.#edited.has(plan.graph.paths.find(path)),
      trashFolder,
    });
  }

  #record(effect: RecordEffect): void {
    const { maker, plan, tools } = this.#request;
    const { inputFiles, outputs } = effect.outcome;
    for (const row of inputFiles) this.note({ kind: 'file', file: row });
    for (const row of [...inputFiles, ...outputs]) this.#known.learn(row);
    this.note(jobEntry(effect, tools.clock.now(), { graph: plan.graph, maker }));
  }

  #pathsOf(files: readonly FileId[]): readonly string[] {
    return files.map((file) => this.#request.plan.graph.paths.path(file));
  }
}

type Place = Pick<AttemptFacts, 'gpus' | 'pool'>;

function commandText({ command }: JobSpec): string {
  if (command.shownAs !== undefined) return command.shownAs;
  if (command.kind === 'shell') return command.text;
  return command.argv.map((word) => quoteWord(word)).join(' ');
}

/** What cannot be looked at may be there: then it is for the executor to say why not. */
function isThere(path: string, disk: Pick<Disk, 'lstat'>): boolean {
  try {
    return disk.lstat(path) !== undefined;
  } catch {
    return true;
  }
}

export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
