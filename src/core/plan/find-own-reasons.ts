import type { JobId } from '../graph/job-graph.ts';
import { type FileId, NO_FILE } from '../graph/path-table.ts';
import { NO_ROW } from '../records/record-table.ts';
import { ForcedJobs } from './forced-jobs.ts';
import { OutputLook } from './output-look.ts';
import { MARK, type PlanDraft } from './plan-draft.ts';
import type { OwnReason } from './reason.ts';
import { RecordComparison } from './record-comparison.ts';

/**
 * Goes through the jobs, each after those that it needs, and marks which run for a reason of their
 * own, which may run because an input may be remade, and which are held.
 */
export function findOwnReasons(draft: PlanDraft): void {
  const { order, jobCount } = draft.input.graph;
  const finder = new ReasonFinder(draft);
  for (let place = 0; place < jobCount; place++) finder.check(order[place] ?? 0);
}

class ReasonFinder {
  readonly #draft: PlanDraft;
  readonly #forced: ForcedJobs;
  readonly #outputs: OutputLook;
  readonly #records: RecordComparison;
  /** Reasons of the job that is looked at. */
  #found: OwnReason[] = [];

  constructor(draft: PlanDraft) {
    const { input, uses, contents } = draft;
    this.#draft = draft;
    this.#forced = new ForcedJobs(input, uses);
    this.#outputs = new OutputLook(draft);
    this.#records = new RecordComparison(input, contents, (edge) => this.#isRemade(edge));
  }

  check(job: JobId): void {
    const { graph } = this.#draft.input;
    if (graph.rules[graph.ruleIndex[job] ?? 0]?.run === undefined) {
      this.#mark(job, MARK.neverRuns);
      return;
    }
    this.#outputs.at(job);
    const by = this.#forced.by(job);
    if (by !== undefined) this.#found.push({ kind: 'forced', by });
    this.#checkOutputs(job);
    const isCurrent = this.#checkAge(job);
    this.#checkRecords(job);
    this.#conclude(job, { isForced: by !== undefined, isCurrent });
  }

  #checkOutputs(job: JobId): void {
    const { paths, outputStart } = this.#draft.input.graph;
    const { missing, open } = this.#outputs;
    if (outputStart[job] === outputStart[job + 1]) this.#found.push({ kind: 'no-output' });
    for (const file of missing) {
      this.#found.push({ kind: 'output-missing', path: paths.path(file) });
    }
    if (open !== NO_FILE) this.#found.push({ kind: 'incomplete', path: paths.path(open) });
  }

  /** Outputs without a record, as in make. False: an input is newer, though perhaps no reason. */
  #checkAge(job: JobId): boolean {
    const output = this.#outputs.oldest;
    if (output === NO_FILE) return true;
    const newer = this.#newerInputs(job, output);
    if (newer.size > 0 && this.#draft.contents.isOn) {
      for (const input of newer) this.#found.push(this.#draft.contents.ageReason(input, output));
    }
    return newer.size === 0;
  }

  #newerInputs(job: JobId, output: FileId): ReadonlySet<FileId> {
    const { input, contents } = this.#draft;
    const { inputStart, inputFile } = input.graph;
    const newer = new Set<FileId>();
    const end = inputStart[job + 1] ?? 0;
    for (let edge = inputStart[job] ?? 0; edge < end; edge++) {
      const file = inputFile[edge] ?? 0;
      if (!contents.hasContent(edge) || this.#isRemade(edge)) continue;
      if (contents.isNewer(file, output)) newer.add(file);
    }
    return newer;
  }

  #checkRecords(job: JobId): void {
    const { row, moreRows } = this.#outputs;
    if (row === NO_ROW) return;
    const count = this.#found.length;
    this.#records.compare(job, row, this.#found);
    for (const other of moreRows) {
      // Outputs that different jobs made before: what differs from one of them is told.
      if (this.#found.length > count) return;
      this.#records.compare(job, other, this.#found);
    }
  }

  #conclude(job: JobId, { isForced, isCurrent }: { isForced: boolean; isCurrent: boolean }): void {
    const { ownReasons, stuck, adopted, isEdited, edited } = this.#draft;
    const outputs = this.#outputs;
    if (outputs.edited.length > 0) {
      isEdited[job] = 1;
      for (const file of outputs.edited) edited.push(file);
    }
    if (this.#found.length > 0) {
      ownReasons.set(job, this.#found);
      this.#found = [];
      const isHeld = !isForced && outputs.edited.length > 0;
      this.#mark(job, isHeld ? MARK.held : MARK.own | MARK.mayRun);
      if (isHeld && outputs.missing.length > 0) stuck.set(job, [...outputs.missing]);
    } else if (this.#hasRemadeInput(job)) {
      this.#mark(job, MARK.mayRun);
    } else if (outputs.row === NO_ROW && outputs.isWhole && isCurrent) {
      adopted.push(job);
    }
  }

  #hasRemadeInput(job: JobId): boolean {
    const { contents, input } = this.#draft;
    if (!contents.isOn) return false;
    const { inputStart } = input.graph;
    const end = inputStart[job + 1] ?? 0;
    for (let edge = inputStart[job] ?? 0; edge < end; edge++) {
      if (this.#isRemade(edge) && contents.hasContent(edge)) return true;
    }
    return false;
  }

  #isRemade(edge: number): boolean {
    const maker = this.#draft.contents.makerOf(edge);
    return maker >= 0 && ((this.#draft.marks[maker] ?? 0) & MARK.mayRun) !== 0;
  }

  #mark(job: JobId, marks: number): void {
    this.#draft.marks[job] = (this.#draft.marks[job] ?? 0) | marks;
  }
}
