import { dirname } from 'node:path';
import { slurmMissing, slurmUnreachable } from '../../core/catalogue/slurm.ts';
import { FlowError } from '../../core/diagnostic.ts';
import type { Clock } from '../../ports/clock.ts';
import type {
  BatchJob,
  BatchSystem,
  Observation,
  Submission,
  SubmittedJob,
} from '../batch/batch-system.ts';
import type { JobSpec } from '../../ports/job-spec.ts';
import type { LotFiles } from './lot-files.ts';
import { chunksOf, idsOf, taskId } from './slurm-ids.ts';
import type { SlurmCall } from './slurm-call.ts';
import { excludedNodes, type SlurmSeat } from './slurm-directives.ts';
import { halves, lotScript, lotsOf, type SlurmLot } from './slurm-lots.ts';
import { isLimit, submissionFailure } from './slurm-refusal.ts';
import {
  parseSacct,
  parseSqueue,
  parseSubmitted,
  SACCT_FORMAT,
  SQUEUE_FORMAT,
} from './slurm-rows.ts';
import { observationOf, type SlurmRow } from './slurm-state.ts';

export interface SlurmOptions {
  readonly call: SlurmCall;
  readonly clock: Clock;
  readonly files: LotFiles;
  /** Account and partition of a job. */
  readonly seatOf: (job: BatchJob) => SlurmSeat;
}

/** So many jobs or arrays are named in one call. */
const LONGEST_LIST = 500;
/** The accounting is asked no more often, and takes no more than this share of the time. */
const ACCOUNTING_MS = 5_000;
const ACCOUNTING_SHARE = 20;

/** SLURM, through its own programs: `sbatch`, `squeue`, `sacct`, `scancel`. */
export class SlurmSystem implements BatchSystem {
  readonly name = 'slurm';
  readonly gpus = 'from-system';
  readonly #options: SlurmOptions;
  #maxArraySize = 1;
  #nextAccountingMs = 0;
  readonly #avoided: string[] = [];

  constructor(options: SlurmOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const answer = await this.#call('scontrol', ['show', 'config']).catch((error: unknown) => {
      throw new FlowError(slurmMissing('scontrol'), { cause: error });
    });
    if (answer.code !== 0) throw new FlowError(slurmUnreachable(answer.err.trim()));
    const size = /^MaxArraySize\s*=\s*(?<size>\d+)/mu.exec(answer.out)?.groups?.['size'];
    // 0 means that arrays are switched off.
    this.#maxArraySize = Math.max(1, Number(size ?? 1));
  }

  async submit(jobs: readonly BatchJob[]): Promise<readonly Submission[]> {
    const { seatOf } = this.#options;
    const answers = new Map<BatchJob, Submission>();
    // What waits behind a limit need not be tried: it would not fit either.
    let limit: Submission | undefined;
    const options = { maxArraySize: this.#maxArraySize, seatOf, avoided: this.#avoided };
    for (const lot of lotsOf(jobs, options)) {
      if (limit === undefined) limit = await this.#submitLot(lot, answers);
      else for (const job of lot.jobs) answers.set(job, limit);
    }
    return jobs.map((job) => answers.get(job) ?? { kind: 'ambiguous', detail: 'no answer' });
  }

  async poll(jobs: readonly SubmittedJob[]): Promise<ReadonlyMap<string, Observation>> {
    const { files } = this.#options;
    const wanted = new Map(
      jobs.filter(({ id }) => idsOf(id) !== undefined).map((it) => [it.id, it]),
    );
    const found = new Map<string, Observation>();
    const take = (row: SlurmRow): void => {
      const job = wanted.get(row.id);
      // A controller that forgot its youngest jobs gives their ids out again.
      if (job === undefined || !files.isNameOf(row.name, job.token)) return;
      found.set(row.id, this.#observation(row, job.token));
    };
    for (const row of await this.#queued([...wanted.keys()])) take(row);
    const rest = [...wanted.keys()].filter((id) => !found.has(id));
    for (const row of await this.#accounted(rest)) {
      // What the controller does not know neither waits nor runs, whatever was written once.
      if (observationOf(row).state === 'ended') take(row);
    }
    return found;
  }

  /** Those that are in the queue under the names that we gave them, and no others. */
  async cancel(jobs: readonly SubmittedJob[]): Promise<void> {
    const { files } = this.#options;
    const tokens = new Map(jobs.map(({ id, token }) => [id, token]));
    const rows = await this.#queued([...tokens.keys()]);
    const ours = rows.filter(({ id, name, state, reason, ...rest }) => {
      const token = tokens.get(id);
      const isOver = observationOf({ id, name, state, reason, ...rest }).state === 'ended';
      return token !== undefined && !isOver && files.isNameOf(name, token);
    });
    for (const ids of chunksOf(taskLists(ours.map(({ id }) => id)), LONGEST_LIST)) {
      const answer = await this.#call('scancel', ids);
      if (answer.code !== 0) throw new Error(answer.err.trim());
    }
  }

  async avoid(
    nodes: readonly string[],
    waiting: readonly { readonly job: SubmittedJob; readonly spec: JobSpec }[],
  ): Promise<void> {
    this.#avoided.push(...nodes);
    const byNodes = new Map<string, string[]>();
    for (const { job, spec } of waiting) {
      const excluded = excludedNodes(spec, this.#avoided);
      const ids = byNodes.get(excluded);
      if (ids === undefined) byNodes.set(excluded, [job.id]);
      else ids.push(job.id);
    }
    for (const [excluded, ids] of byNodes) {
      for (const id of taskLists(ids)) {
        // What has begun meanwhile is refused, and the rest changed.
        const args = ['update', `JobId=${id}`, `ExcNodeList=${excluded}`];
        await this.#call('scontrol', args).catch(() => undefined);
      }
    }
  }

  async find(tokens: readonly string[], sinceMs: number): Promise<ReadonlyMap<string, string>> {
    const { files } = this.#options;
    const queue = await this.#mustAnswer('squeue', [
      '--me',
      '-h',
      '-r',
      '-t',
      'all',
      '-O',
      SQUEUE_FORMAT,
    ]);
    const rows = [...parseSqueue(queue)];
    const accounting = await this.#call('sacct', [
      '-X',
      '-n',
      '-P',
      '-S',
      localTime(sinceMs),
      '-o',
      SACCT_FORMAT,
    ]).catch(() => undefined);
    if (accounting?.code === 0) rows.push(...parseSacct(accounting.out));
    const wanted = new Set(tokens);
    const found = new Map<string, string>();
    for (const { id, name } of rows) {
      const [array, tasks] = idsOf(id) ?? [];
      if (array === undefined || tasks === undefined) continue;
      for (const [index, token] of files.tokensOf(name).entries()) {
        if (!wanted.has(token) || found.has(token)) continue;
        if (tasks === 'one') found.set(token, array);
        else if (tasks.has(index)) found.set(token, taskId(array, index));
      }
    }
    return found;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Answers what those behind it would be told, too, if a limit is reached. */
  async #submitLot(
    lot: SlurmLot,
    answers: Map<BatchJob, Submission>,
  ): Promise<Submission | undefined> {
    const { files } = this.#options;
    const [first] = lot.jobs;
    if (first === undefined) return undefined;
    const folder = dirname(first.script);
    files.write(lot, folder);
    const isArray = lot.jobs.length > 1;
    const answer = await this.#call(
      'sbatch',
      [
        '--parsable',
        `--job-name=${lot.name}`,
        `--output=${folder}/slurm-${isArray ? '%A_%a' : '%j'}.out`,
        '--open-mode=append',
        ...(isArray ? [`--array=0-${lot.jobs.length - 1}`] : []),
        ...lot.args,
      ],
      lotScript(lot),
    );
    const id = answer.code === 0 ? parseSubmitted(answer.out) : undefined;
    if (id !== undefined) {
      for (const [index, job] of lot.jobs.entries()) {
        answers.set(job, { kind: 'accepted', id: isArray ? taskId(id, index) : id });
      }
      return undefined;
    }
    // It was taken, but nobody can read under which number.
    const failure =
      answer.code === 0
        ? ({ kind: 'ambiguous', detail: answer.out.trim() } as const)
        : submissionFailure(answer);
    const isFull = failure.kind === 'busy' && isLimit(answer.err);
    if (isFull && isArray) {
      let limit: Submission | undefined;
      for (const half of halves(lot)) {
        if (limit === undefined) limit = await this.#submitLot(half, answers);
        else for (const job of half.jobs) answers.set(job, limit);
      }
      return limit;
    }
    for (const job of lot.jobs) answers.set(job, failure);
    return isFull ? failure : undefined;
  }

  /** A kill for memory looks like any other where SLURM itself watches the memory. */
  #observation(row: SlurmRow, token: string): Observation {
    const said = observationOf(row);
    const isKill =
      said.state === 'ended' && said.end.kind === 'signalled' && said.end.signal === 'SIGKILL';
    if (!isKill || !this.#options.files.wasOverMemory(row.id, token)) return said;
    return { ...said, end: { kind: 'out-of-memory' } };
  }

  async #queued(ids: readonly string[]): Promise<readonly SlurmRow[]> {
    const arrays = [...new Set(ids.flatMap((id) => idsOf(id)?.[0] ?? []))];
    const rows: SlurmRow[] = [];
    for (const list of chunksOf(arrays, LONGEST_LIST)) {
      const args = ['-h', '-r', '-t', 'all', '-O', SQUEUE_FORMAT, '-j', list.join(',')];
      const answer = await this.#call('squeue', args);
      // Of one job that it does not know, it makes an error.
      if (answer.code !== 0 && !answer.err.includes('Invalid job id')) {
        throw new Error(answer.err.trim());
      }
      for (const row of parseSqueue(answer.out)) rows.push(row);
    }
    return rows;
  }

  /** Of jobs that the controller has forgotten. Where there is no accounting, nothing. */
  async #accounted(ids: readonly string[]): Promise<readonly SlurmRow[]> {
    const { clock } = this.#options;
    const startMs = clock.now();
    if (ids.length === 0 || startMs < this.#nextAccountingMs) return [];
    const arrays = [...new Set(ids.flatMap((id) => idsOf(id)?.[0] ?? []))];
    const rows: SlurmRow[] = [];
    for (const list of chunksOf(arrays, LONGEST_LIST)) {
      const args = ['-X', '-n', '-P', '-o', SACCT_FORMAT, '-j', list.join(',')];
      const answer = await this.#call('sacct', args).catch(() => undefined);
      if (answer?.code === 0) rows.push(...parseSacct(answer.out));
    }
    const tookMs = clock.now() - startMs;
    this.#nextAccountingMs = clock.now() + Math.max(ACCOUNTING_MS, tookMs * ACCOUNTING_SHARE);
    return rows;
  }

  async #mustAnswer(program: string, args: readonly string[]): Promise<string> {
    const answer = await this.#call(program, args);
    if (answer.code !== 0) throw new Error(answer.err.trim());
    return answer.out;
  }

  get #call(): SlurmCall {
    return this.#options.call;
  }
}

/** As `sacct -S` reads it: `2026-11-30T17:33:20`, by the clock on the wall. */
function localTime(ms: number): string {
  const offsetMs = new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - offsetMs).toISOString().slice(0, 19);
}

/** Tasks of one array become one word: `57_[0,2,5-9]`. */
function taskLists(ids: readonly string[]): readonly string[] {
  const byArray = new Map<string, number[]>();
  const words: string[] = [];
  for (const id of ids) {
    const [array = id, task] = id.split('_');
    if (task === undefined) words.push(id);
    else byArray.set(array, [...(byArray.get(array) ?? []), Number(task)]);
  }
  for (const [array, tasks] of byArray) {
    for (const some of chunksOf(tasks, LONGEST_LIST)) words.push(`${array}_[${some.join(',')}]`);
  }
  return words;
}
