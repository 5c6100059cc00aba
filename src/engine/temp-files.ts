import type { JobId } from '../core/graph/job-graph.ts';
import type { FileId } from '../core/graph/path-table.ts';
import type { Plan } from '../core/plan/plan.ts';
import { NO_ROW } from '../core/records/record-table.ts';
import type { Rule } from '../core/rule/rule.ts';
import type { JobColumns } from './job-columns.ts';
import { isDone } from './job-state.ts';
import type { RunRequest } from './run-request.ts';

type TempRequest = Pick<RunRequest, 'plan' | 'records' | 'tempHolds' | 'limits'>;

/** Stays, whoever reads it. */
const STAYS = -1;

/**
 * Temporary files and who still holds them: the job that makes one, each of its readers, and
 * whoever reads its content for a digest. A file that nobody holds is unneeded, once.
 *
 * What a target rule lists is asked for, and stays, as targets do; so does what a person edited,
 * what we have no record of, and, for this run, what a job reads whose record is only being made.
 */
export class TempFiles {
  readonly #columns: JobColumns;
  /** How many hold a file, or `STAYS`; by file. */
  readonly #holders: Int32Array;
  readonly #hasAny: boolean;
  #unneeded: FileId[] = [];

  constructor({ plan, records, tempHolds, limits }: TempRequest, columns: JobColumns) {
    const { graph } = plan;
    const fileCount = graph.paths.size;
    this.#columns = columns;
    this.#hasAny = !limits.isKeepingTemps && graph.rules.some(hasTemps);
    this.#holders = new Int32Array(this.#hasAny ? fileCount : 0).fill(STAYS);
    if (!this.#hasAny) return;
    const temps = this.#findTemps(plan);
    const adopted = new Set(plan.adopted);
    for (let job = 0; job < graph.jobCount; job += 1) {
      const isTargetRule = graph.rules[graph.ruleIndex[job] ?? 0]?.run === undefined;
      if (isTargetRule || adopted.has(job)) this.#keepInputs(job);
      else if (!isDone(columns.state[job] ?? 0)) this.#holdInputs(job);
    }
    for (const files of [graph.targetFiles, plan.edited, tempHolds]) {
      for (const file of files) this.#holders[file] = STAYS;
    }
    for (const file of temps) {
      const isMadeHere = !isDone(columns.state[columns.maker(file)] ?? 0);
      if (!isMadeHere && records.rowOf(file) === NO_ROW) this.#holders[file] = STAYS;
      if (this.#holders[file] === 0 && columns.absent[file] === 0) this.#unneeded.push(file);
    }
  }

  /** The job reads its inputs no more, and its outputs are there to stay. */
  done(job: JobId): void {
    if (!this.#hasAny) return;
    for (let at = this.#columns.inputStart(job); at < this.#columns.inputEnd(job); at += 1) {
      this.release(this.#columns.inputFile(at));
    }
    for (let at = this.#columns.outputStart(job); at < this.#columns.outputEnd(job); at += 1) {
      this.release(this.#columns.outputFile(at));
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

  /** Temporary files by number, each held by its maker if that may run. */
  #findTemps({ graph }: Plan): readonly FileId[] {
    const temps: FileId[] = [];
    const flags = graph.rules.map((rule) =>
      rule.output.flatMap(({ items }) => items.map(({ isTemp }) => isTemp)),
    );
    for (let job = 0; job < graph.jobCount; job += 1) {
      const isTemp = flags[graph.ruleIndex[job] ?? 0];
      const start = this.#columns.outputStart(job);
      for (let at = start; at < this.#columns.outputEnd(job); at += 1) {
        if (isTemp?.[at - start] !== true) continue;
        const file = this.#columns.outputFile(at);
        temps.push(file);
        this.#holders[file] = isDone(this.#columns.state[job] ?? 0) ? 0 : 1;
      }
    }
    return temps;
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

function hasTemps(rule: Rule): boolean {
  return rule.output.some(({ items }) => items.some(({ isTemp }) => isTemp));
}
