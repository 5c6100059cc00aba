import type { JobId } from '../core/graph/job-graph.ts';
import type { FileId } from '../core/graph/path-table.ts';
import type { Plan } from '../core/plan/plan.ts';
import { NO_ROW } from '../core/records/record-table.ts';
import type { Rule } from '../core/rule/rule.ts';
import type { JobColumns } from './job-columns.ts';
import { isDone, mayRun } from './job-state.ts';
import type { RunRequest } from './run-request.ts';

type TempRequest = Pick<RunRequest, 'plan' | 'records' | 'tempHolds' | 'limits'>;

/** Stays, whoever reads it. */
const STAYS = -1;

/**
 * Temporary files and who holds them: its maker until it has ended; each reader until it is done;
 * whoever takes a digest of it; and, if no record says that it is ours, a success that makes it so.
 * A file that nobody holds any more is unneeded.
 *
 * What nobody of this run reads stays. So does what a person asked for, by itself or through a
 * target rule, or edited; and, for this run, what is adopted or read by a job that is.
 */
export class TempFiles {
  readonly #columns: JobColumns;
  /** How many hold a file, or `STAYS`; by file. */
  readonly #holders: Int32Array;
  readonly #hasAny: boolean;
  /** Held until their makers succeed. */
  readonly #foreign = new Set<FileId>();
  #unneeded: FileId[] = [];

  constructor({ plan, records, tempHolds, limits }: TempRequest, columns: JobColumns) {
    const { graph } = plan;
    this.#columns = columns;
    this.#hasAny = !limits.isKeepingTemps && graph.rules.some(hasTemps);
    this.#holders = new Int32Array(this.#hasAny ? graph.paths.size : 0).fill(STAYS);
    if (!this.#hasAny) return;
    const temps = findTemps(plan);
    const adopted = new Set(plan.adopted);
    const isRead = this.#findRead();
    for (const file of temps.filter((each) => isRead[each] === 1)) {
      this.#holders[file] = mayRun(columns.state[columns.maker(file)] ?? 0) ? 1 : 0;
      if (records.rowOf(file) !== NO_ROW) continue;
      this.#foreign.add(file);
      this.hold(file);
    }
    for (let job = 0; job < graph.jobCount; job += 1) {
      const isTargetRule = graph.rules[graph.ruleIndex[job] ?? 0]?.run === undefined;
      if (isTargetRule) this.#keepInputs(job);
      else if (!isDone(columns.state[job] ?? 0) || adopted.has(job)) this.#holdInputs(job);
    }
    for (const files of [graph.targetFiles, plan.edited, tempHolds]) {
      for (const file of files) this.#holders[file] = STAYS;
    }
    for (const file of temps) {
      if (this.#holders[file] === 0 && columns.absent[file] === 0) this.#unneeded.push(file);
    }
  }

  /** The job has ended; if it succeeded, its outputs are ours. */
  ended(job: JobId, { hasSucceeded }: { readonly hasSucceeded: boolean }): void {
    if (!this.#hasAny) return;
    for (let at = this.#columns.outputStart(job); at < this.#columns.outputEnd(job); at += 1) {
      const file = this.#columns.outputFile(at);
      if (hasSucceeded && this.#foreign.delete(file)) this.release(file);
      this.release(file);
    }
  }

  /** The job reads its inputs no more, in this run or to make up for it. */
  doneWithInputs(job: JobId): void {
    if (!this.#hasAny) return;
    for (let at = this.#columns.inputStart(job); at < this.#columns.inputEnd(job); at += 1) {
      this.release(this.#columns.inputFile(at));
    }
  }

  hold(file: FileId): void {
    const holders = this.#holders[file] ?? STAYS;
    if (holders !== STAYS) this.#holders[file] = holders + 1;
  }

  release(file: FileId): void {
    const holders = this.#holders[file] ?? STAYS;
    if (holders === STAYS) return;
    this.#holders[file] = holders - 1;
    if (holders === 1 && this.#columns.absent[file] === 0) this.#unneeded.push(file);
  }

  /** Files that nobody needs any more since this was last asked. */
  takeUnneeded(): readonly FileId[] {
    const files = this.#unneeded;
    if (files.length > 0) this.#unneeded = [];
    return files;
  }

  /** 1 by file: some job reads it. */
  #findRead(): Uint8Array {
    const { graph } = this.#columns;
    const isRead = new Uint8Array(graph.paths.size);
    const end = graph.inputStart[graph.jobCount] ?? 0;
    for (let at = 0; at < end; at += 1) isRead[graph.inputFile[at] ?? 0] = 1;
    return isRead;
  }

  #holdInputs(job: JobId): void {
    for (let at = this.#columns.inputStart(job); at < this.#columns.inputEnd(job); at += 1) {
      this.hold(this.#columns.inputFile(at));
    }
  }

  #keepInputs(job: JobId): void {
    for (let at = this.#columns.inputStart(job); at < this.#columns.inputEnd(job); at += 1) {
      this.#holders[this.#columns.inputFile(at)] = STAYS;
    }
  }
}

/** Outputs under `temp`. */
function findTemps({ graph }: Plan): readonly FileId[] {
  const temps: FileId[] = [];
  const flags = graph.rules.map((rule) =>
    rule.output.flatMap(({ items }) => items.map(({ isTemp }) => isTemp)),
  );
  for (let job = 0; job < graph.jobCount; job += 1) {
    const isTemp = flags[graph.ruleIndex[job] ?? 0];
    const start = graph.outputStart[job] ?? 0;
    const end = graph.outputStart[job + 1] ?? 0;
    for (let at = start; at < end; at += 1) {
      if (isTemp?.[at - start] === true) temps.push(graph.outputFile[at] ?? 0);
    }
  }
  return temps;
}

function hasTemps(rule: Rule): boolean {
  return rule.output.some(({ items }) => items.some(({ isTemp }) => isTemp));
}
