import { tempNotRemoved } from '../core/catalogue/run.ts';
import type { FileId } from '../core/graph/path-table.ts';
import type { JournalEntry } from '../core/records/journal-entry.ts';
import type { FrozenAttempt } from '../ports/frozen-attempt.ts';
import type { RunEvent } from '../ports/run-event.ts';
import { EarlierAttempts } from './earlier-attempts.ts';
import type { KnownFiles } from './known-files.ts';
import { LaunchMaker } from './make-launch.ts';
import { type Adoption, emptyOutbox, isEmpty, type Launch, type Outbox } from './outbox.ts';
import { jobEntry } from './record-entries.ts';
import type { LaunchEffect, RecordEffect, RunEffect } from './run-effect.ts';
import type { RunInput } from './run-input.ts';
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
  readonly #maker: LaunchMaker;
  readonly #earlier: EarlierAttempts;
  #outbox: Outbox = emptyOutbox();
  #isDisarmed = false;

  constructor(request: RunRequest, known: KnownFiles, put: (message: RunMessage) => void) {
    this.#request = request;
    this.#known = known;
    this.#put = put;
    this.#maker = new LaunchMaker(request, known);
    this.#earlier = new EarlierAttempts(request);
  }

  /** Nothing is gathered. */
  get isIdle(): boolean {
    return isEmpty(this.#outbox);
  }

  gather(effect: RunEffect): void {
    switch (effect.kind) {
      case 'launch':
        this.#gatherLaunch(effect);
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
        this.note({ kind: 'ended', token: this.#earlier.theirs(effect.token) });
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
    const { launches, adoptions } = this.#outbox;
    return unlaunched(launches.splice(0), adoptions.splice(0));
  }

  /** What the machine is to be told of an attempt's end, which may be one of an earlier flow. */
  ended(message: Extract<RunInput, { kind: 'job-ended' }>): RunInput | undefined {
    const { tell, over, launch } = this.#earlier.ended(message);
    if (over !== undefined) this.note({ kind: 'ended', token: over });
    if (launch !== undefined) this.#outbox.launches.push(this.#maker.launch(launch));
    return tell;
  }

  /** No timer fires any more. */
  disarm(): void {
    this.#isDisarmed = true;
    for (const disarm of this.#timers) disarm();
    this.#timers.clear();
  }

  /** Does what was gathered. If the journal refuses, nothing of it is launched or removed. */
  carryOut(): Refusal | undefined {
    const { facts, events, temps, launches, adoptions, obstacles, cancels } = this.#outbox;
    this.#outbox = emptyOutbox();
    const error = this.#write(facts, temps, launches);
    for (const event of events) this.#request.tools.tell(event);
    if (error === undefined) {
      this.#removeTemps(temps);
      this.#adopt(adoptions, obstacles);
      this.#launch(launches);
    }
    for (const { tokens, how } of cancels) this.#cancel(tokens, how);
    if (error === undefined) return undefined;
    return { error, unlaunched: unlaunched(launches, adoptions) };
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

  #gatherLaunch(effect: LaunchEffect): void {
    const claim = this.#earlier.claim(effect);
    switch (claim.kind) {
      case 'free':
        this.#outbox.launches.push(this.#maker.launch(effect));
        break;
      case 'taken-on': {
        const { frozen } = claim;
        const event = this.#maker.adoptionEvent(effect, frozen);
        this.#outbox.adoptions.push({ token: effect.token, frozen, event });
        break;
      }
      case 'in-the-way':
        this.#earlier.await(effect, claim.frozen);
        this.#outbox.obstacles.push(...claim.frozen);
        break;
    }
  }

  #adopt(adoptions: readonly Adoption[], obstacles: readonly FrozenAttempt[]): void {
    const taken = [...adoptions.map(({ frozen }) => frozen), ...obstacles];
    if (taken.length === 0) return;
    const { executor, tell } = this.#request.tools;
    for (const { event } of adoptions) tell(event);
    try {
      executor.adopt?.(taken);
      const inTheWay = obstacles.map(({ spec }) => spec.token);
      if (inTheWay.length > 0) this.#ask(inTheWay, 'gently');
    } catch (error) {
      this.#put({ kind: 'executor-broke', error: asError(error) });
    }
  }

  /** The executor answers when the attempts are dead; their outcomes are on their way then. */
  #cancel(tokens: readonly string[], how: 'gently' | 'at-once'): void {
    const detail = 'the executor ended it and did not tell its outcome';
    this.#ask(this.#earlier.cancel(tokens), how, () =>
      this.#after(OUTCOME_GRACE_MS, { kind: 'outcomes-missing', tokens, detail }),
    );
  }

  #ask(tokens: readonly string[], how: 'gently' | 'at-once', whenDead?: () => void): void {
    this.#request.tools.executor
      .cancel(tokens, how)
      .then(whenDead, (error: unknown) =>
        this.#put({ kind: 'executor-broke', error: asError(error) }),
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

  #record({ token, ...recorded }: RecordEffect): void {
    const effect = { ...recorded, token: this.#earlier.theirs(token) };
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

function unlaunched(
  launches: readonly Launch[],
  adoptions: readonly Adoption[],
): readonly string[] {
  return [...launches.map(({ spec }) => spec.token), ...adoptions.map(({ token }) => token)];
}

export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
