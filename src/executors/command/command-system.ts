import type { Clock } from '../../ports/clock.ts';
import type {
  BatchJob,
  BatchSystem,
  Observation,
  Submission,
  SubmittedJob,
} from '../batch/batch-system.ts';
import type { CommandLines } from './command-lines.ts';
import { jobName, submitLine } from './job-values.ts';
import { type LineResult, runLine, wordsOf } from './run-line.ts';

export interface CommandOptions {
  readonly lines: CommandLines;
  readonly clock: Clock;
}

/** So many submissions and searches run at once. */
const BESIDE_ONE_ANOTHER = 8;
/** So many ids go into one command. */
const IDS_A_LINE = 200;
/** A job that has just been taken need not be listed yet. */
const LISTED_AFTER_MS = 2_000;

/** A batch system that is talked to by commands of the user's. */
export class CommandSystem implements BatchSystem {
  readonly name = 'command';
  readonly gpus = 'from-system';
  readonly #lines: CommandLines;
  readonly #clock: Clock;
  /** By id: in how many lists, one after another, it was missing. */
  readonly #missing = new Map<string, number>();

  constructor({ lines, clock }: CommandOptions) {
    this.#lines = lines;
    this.#clock = clock;
  }

  /** Its commands are tried by the first job: none of them is known to do nothing. */
  open(): Promise<void> {
    return Promise.resolve();
  }

  async submit(jobs: readonly BatchJob[]): Promise<readonly Submission[]> {
    return await mapSome(jobs, async (job) => await this.#submit(job));
  }

  async poll(jobs: readonly SubmittedJob[]): Promise<ReadonlyMap<string, Observation>> {
    const { status, job, states } = this.#lines;
    const takesIds = status.names.size > 0;
    const listed = new Map<string, string>();
    for (const part of takesIds ? parts(jobs, IDS_A_LINE) : [jobs]) {
      const result = await runLine(status.render(idValues(part)));
      // Where it is asked for jobs, not to know them is a failure for many a command.
      if (result.code !== 0 && !(takesIds && result.code !== undefined)) throw failure(result);
      for (const { groups } of result.stdout.matchAll(job)) {
        listed.set(groups?.['id'] ?? '', groups?.['state'] ?? '');
      }
    }
    const answers = new Map<string, Observation>();
    for (const each of jobs) {
      const raw = listed.get(each.id);
      if (raw === undefined) answers.set(each.id, this.#notListed(each));
      else {
        this.#missing.delete(each.id);
        answers.set(each.id, observation(states.get(raw) ?? 'running', raw));
      }
    }
    return answers;
  }

  async cancel(jobs: readonly SubmittedJob[]): Promise<void> {
    for (const part of parts(jobs, IDS_A_LINE)) {
      // It fails for jobs that are over; those that are not are asked again.
      await runLine(this.#lines.cancel.render(idValues(part)));
    }
  }

  async find(tokens: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const ids = await mapSome(tokens, async (token) => await this.#find(token));
    return new Map(
      tokens.flatMap((token, index) => {
        const id = ids[index];
        return id === undefined ? [] : [[token, id]];
      }),
    );
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** One that failed may have handed its job over all the same. */
  async #submit(job: BatchJob): Promise<Submission> {
    const result = await runLine(submitLine(job, this.#lines));
    const id = result.code === 0 ? this.#idIn(result.stdout) : undefined;
    if (id !== undefined) return { kind: 'accepted', id };
    const detail = wordsOf(result);
    if (result.code === undefined || result.code === 0) return { kind: 'ambiguous', detail };
    if (this.#lines.busy?.test(`${result.stdout}\n${result.stderr}`) === true) {
      return { kind: 'busy', detail };
    }
    try {
      const found = await this.#find(job.spec.token);
      if (found !== undefined) return { kind: 'accepted', id: found };
    } catch {
      return { kind: 'ambiguous', detail };
    }
    return { kind: 'refused', detail };
  }

  async #find(token: string): Promise<string | undefined> {
    const result = await runLine(this.#lines.find.render({ name: jobName(token) }));
    if (result.code === undefined) throw failure(result);
    return this.#idIn(result.stdout);
  }

  #idIn(text: string): string | undefined {
    return this.#lines.id.exec(text)?.[1];
  }

  /** Lists lag behind and have gaps: only what is missing twice, and not just taken, has ended. */
  #notListed({ id, submittedAtMs }: SubmittedJob): Observation {
    const count = (this.#missing.get(id) ?? 0) + 1;
    this.#missing.set(id, count);
    const raw = 'no longer listed';
    if (count < 2 || this.#clock.now() < submittedAtMs + LISTED_AFTER_MS) {
      return { state: 'unknown', raw };
    }
    return { state: 'ended', end: { kind: 'exited', code: 1 }, raw };
  }
}

function observation(state: 'queued' | 'held' | 'running' | 'ended', raw: string): Observation {
  return state === 'ended' ? { state, end: { kind: 'exited', code: 1 }, raw } : { state, raw };
}

function idValues(jobs: readonly SubmittedJob[]): { ids: readonly string[]; ids_comma: string } {
  const ids = jobs.map(({ id }) => id);
  return { ids, ids_comma: ids.join(',') };
}

function failure(result: LineResult): Error {
  return new Error(wordsOf(result));
}

function parts<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  const count = Math.ceil(all.length / size);
  return Array.from({ length: count }, (_, part) => all.slice(part * size, (part + 1) * size));
}

/** In their order, a few at a time. */
async function mapSome<From, To>(
  all: readonly From[],
  change: (one: From) => Promise<To>,
): Promise<readonly To[]> {
  const results: To[] = [];
  for (const part of parts(all, BESIDE_ONE_ANOTHER)) {
    results.push(...(await Promise.all(part.map(change))));
  }
  return results;
}
