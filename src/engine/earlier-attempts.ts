import { type JobId, NO_JOB } from '../core/graph/job-graph.ts';
import type { FrozenAttempt } from '../ports/frozen-attempt.ts';
import { inputPaths, outputPaths } from './job-files.ts';
import type { LaunchEffect } from './run-effect.ts';
import type { RunInput } from './run-input.ts';
import type { RunRequest } from './run-request.ts';

/** What is to be done about a launch. */
export type Claim =
  /** Nobody is at what the job makes. */
  | { readonly kind: 'free' }
  /** An earlier attempt does just that, and becomes this one. */
  | { readonly kind: 'taken-on'; readonly frozen: FrozenAttempt }
  /** These make the same files in another way, or of other inputs: they end first. */
  | { readonly kind: 'in-the-way'; readonly frozen: readonly FrozenAttempt[] };

type JobEnded = Extract<RunInput, { kind: 'job-ended' }>;
type EarlierRequest = Pick<RunRequest, 'plan' | 'maker' | 'earlier'> & {
  readonly tools: Pick<RunRequest['tools'], 'disk'>;
};

/**
 * Attempts that a flow before us launched and did not see the end of. The machine knows nothing of
 * them: when it launches a job, the attempt that runs already takes the place of a new one. It goes
 * by its own token everywhere but in the machine.
 */
export class EarlierAttempts {
  readonly #request: EarlierRequest;
  readonly #byJob: Map<JobId, FrozenAttempt[]>;
  /** Ours to theirs, of those that were taken on, and back. */
  readonly #theirs = new Map<string, string>();
  readonly #ours = new Map<string, string>();
  /** By the token of an attempt that is being ended: who waits for it. */
  readonly #awaited = new Map<string, Succession>();

  constructor(request: EarlierRequest) {
    this.#request = request;
    this.#byJob = attemptsByJob(request);
  }

  claim({ job, token, gpus }: LaunchEffect): Claim {
    // One that makes files of several jobs is in the way of the first of them only.
    const frozen = (this.#byJob.get(job) ?? []).filter((it) => !this.#isClaimed(it));
    const [first] = frozen;
    this.#byJob.delete(job);
    if (first === undefined) return { kind: 'free' };
    // On cards that are not the job's now, it would share them with another one.
    const isInPlace = first.spec.gpus.length === 0 || sameTexts(first.spec.gpus, gpus);
    if (frozen.length > 1 || !isInPlace || !this.#isSame(first, job)) {
      return { kind: 'in-the-way', frozen };
    }
    this.#theirs.set(token, first.spec.token);
    this.#ours.set(first.spec.token, token);
    return { kind: 'taken-on', frozen: first };
  }

  /** The launch is to be made when all of these have ended. */
  await(effect: LaunchEffect, frozen: readonly FrozenAttempt[]): void {
    const tokens = new Set(frozen.map(({ spec }) => spec.token));
    const succession: Succession = { effect, tokens, isCancelled: false };
    for (const token of tokens) this.#awaited.set(token, succession);
  }

  /** The name of one of our attempts outside of the machine. */
  theirs(token: string): string {
    return this.#theirs.get(token) ?? token;
  }

  /** Tokens whose end is to be asked for if these are to end; a launch that waits is not made. */
  cancel(tokens: readonly string[]): readonly string[] {
    const named = new Set(tokens);
    const waiting: string[] = [];
    for (const [token, succession] of this.#awaited) {
      if (!named.has(succession.effect.token)) continue;
      succession.isCancelled = true;
      waiting.push(token);
    }
    return [...tokens.map((token) => this.theirs(token)), ...waiting];
  }

  ended(message: JobEnded): EarlierEnd {
    const ours = this.#ours.get(message.token);
    if (ours !== undefined) return { tell: { ...message, token: ours } };
    const succession = this.#awaited.get(message.token);
    if (succession === undefined) return { tell: message };
    this.#awaited.delete(message.token);
    succession.tokens.delete(message.token);
    const { effect, tokens, isCancelled } = succession;
    if (message.outcome.kind === 'lost' && !message.outcome.isDead) {
      succession.isCancelled = true;
      return { tell: { ...message, token: effect.token } };
    }
    const over = { over: message.token };
    if (tokens.size > 0) return over;
    if (!isCancelled) return { ...over, launch: effect };
    const cancelled = { kind: 'job-ended', outcome: { kind: 'cancelled' }, durationMs: 0 } as const;
    return { ...over, tell: { ...cancelled, token: effect.token } };
  }

  #isClaimed({ spec: { token } }: FrozenAttempt): boolean {
    return this.#ours.has(token) || this.#awaited.has(token);
  }

  /** Would an attempt that is launched now do the same, with inputs that are as they were then? */
  #isSame({ spec, inputs }: FrozenAttempt, job: JobId): boolean {
    const { plan, maker, tools } = this.#request;
    const now = maker.texts(job, undefined);
    const then = spec.texts;
    const isSameWork =
      then !== undefined &&
      spec.rule === maker.reference(job).rule &&
      then.shape === now.shape &&
      then.code === now.code &&
      then.params === now.params &&
      then.env === now.env;
    if (!isSameWork) return false;
    const read = spec.prepare.inputs.map(({ path }) => path);
    const made = spec.verify.outputs.map(({ path }) => path);
    const isSamePlace =
      sameTexts(read, inputPaths(plan.graph, job)) && sameTexts(made, outputPaths(plan.graph, job));
    return isSamePlace && read.every((path, index) => isAsThen(path, inputs[index], tools.disk));
  }
}

/** What follows from an outcome that the executor told. */
export interface EarlierEnd {
  /** For the machine. */
  readonly tell?: JobEnded;
  /** For the journal: the attempt of this token has ended, and left nothing. */
  readonly over?: string;
  readonly launch?: LaunchEffect;
}

interface Succession {
  readonly effect: LaunchEffect;
  /** Of attempts that have not ended. */
  readonly tokens: Set<string>;
  isCancelled: boolean;
}

/** What each job is to be given, so that an earlier attempt at it can go on where it is. */
export function cardsOfEarlier(
  request: Pick<RunRequest, 'plan' | 'earlier'>,
): ReadonlyMap<JobId, readonly string[]> {
  const cards = new Map<JobId, readonly string[]>();
  for (const [job, [first, ...more]] of attemptsByJob(request)) {
    if (first !== undefined && more.length === 0 && first.spec.gpus.length > 0) {
      cards.set(job, first.spec.gpus);
    }
  }
  return cards;
}

/** Jobs that an earlier attempt is at. */
export function jobsOfEarlier(request: Pick<RunRequest, 'plan' | 'earlier'>): ReadonlySet<JobId> {
  return new Set(attemptsByJob(request).keys());
}

function attemptsByJob({
  plan,
  earlier = [],
}: Pick<RunRequest, 'plan' | 'earlier'>): Map<JobId, FrozenAttempt[]> {
  const byJob = new Map<JobId, FrozenAttempt[]>();
  for (const frozen of earlier) {
    for (const job of jobsOf(frozen, plan.graph)) {
      const others = byJob.get(job);
      if (others === undefined) byJob.set(job, [frozen]);
      else others.push(frozen);
    }
  }
  return byJob;
}

function jobsOf(
  { spec }: FrozenAttempt,
  { paths, producer }: RunRequest['plan']['graph'],
): ReadonlySet<JobId> {
  const jobs = new Set<JobId>();
  for (const { path } of spec.verify.outputs) {
    const file = paths.find(path);
    const job = file < 0 ? NO_JOB : (producer[file] ?? NO_JOB);
    if (job !== NO_JOB) jobs.add(job);
  }
  return jobs;
}

/** In any order. */
function sameTexts(some: readonly string[], others: readonly string[]): boolean {
  const known = new Set(some);
  return known.size === new Set(others).size && others.every((each) => known.has(each));
}

/** A directory's own stat says nothing of its members: its digest is compared when the job ends. */
function isAsThen(
  path: string,
  then: FrozenAttempt['inputs'][number] | undefined,
  disk: EarlierRequest['tools']['disk'],
): boolean {
  const now = disk.stat(path);
  if (now === undefined || then === null || then === undefined) {
    return now === undefined && (then === null || then === undefined);
  }
  if (now.type !== then.type) return false;
  return now.type === 'directory' || (now.size === then.size && now.mtimeMs === then.mtimeMs);
}
