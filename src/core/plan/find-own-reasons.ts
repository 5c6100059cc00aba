import type { JobId } from '../graph/job-graph.ts';
import { type FileId, NO_FILE } from '../graph/path-table.ts';
import { NO_ROW } from '../records/record-table.ts';
import { EnsuredOutputs } from './ensured-outputs.ts';
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
  readonly #ensured: EnsuredOutputs;
  readonly #forced: ForcedJobs;
  readonly #outputs: OutputLook;
  readonly #records: RecordComparison;
  /** Reasons of the job that is looked at. */
  #found: OwnReason[] = [];
  /** Some job runs, or may. */
  #isMoving = false;

  constructor(draft: PlanDraft) {
    const { input, uses, contents } = draft;
    this.#draft = draft;
    this.#ensured = new EnsuredOutputs(input);
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
    this.#checkAge(job);
    this.#checkRecords(job);
    this.#conclude(job, by !== undefined);
  }

  #checkOutputs(job: JobId): void {
    const { paths, outputStart } = this.#draft.input.graph;
    const { missing, open } = this.#outputs;
    if (outputStart[job] === outputStart[job + 1]) this.#found.push({ kind: 'no-output' });
    for (const file of missing) {
      this.#found.push({ kind: 'output-missing', path: paths.path(file) });
    }
    if (open !== NO_FILE) this.#found.push({ kind: 'incomplete', path: paths.path(open) });
    if (this.#outputs.oldest !== NO_FILE) this.#checkPromises(job);
  }

  /** A success of the job vouches for those that have a record. */
  #checkPromises(job: JobId): void {
    const { records } = this.#draft.input;
    const isUnrecorded = (file: FileId): boolean =>
      records.rowOf(file) === NO_ROW && !records.isOpen(file);
    this.#found.push(...this.#ensured.broken(job, isUnrecorded));
  }

  /** Outputs without a record, as in make. What will be made again has no age yet. */
  #checkAge(job: JobId): void {
    const output = this.#outputs.oldest;
    const { contents, input } = this.#draft;
    if (output === NO_FILE || !contents.isOn) return;
    const told = new Set<FileId>();
    for (const edge of this.#edgesOf(job)) {
      const file = input.graph.inputFile[edge] ?? 0;
      if (!contents.hasContent(edge) || !contents.isNewer(file, output)) continue;
      if (told.has(file) || this.#isRemade(edge)) continue;
      told.add(file);
      this.#found.push(contents.ageReason(file, output));
    }
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

  #conclude(job: JobId, isForced: boolean): void {
    const { ownReasons, stuck, adopted, isEdited, edited } = this.#draft;
    const outputs = this.#outputs;
    if (outputs.edited.length > 0) {
      isEdited[job] = 1;
      for (const file of outputs.edited) edited.push(file);
    }
    if (this.#found.length > 0) {
      ownReasons[job] = this.#found;
      this.#found = [];
      const isHeld = !isForced && outputs.edited.length > 0;
      this.#mark(job, isHeld ? MARK.held : MARK.own | MARK.mayRun);
      if (isHeld && outputs.missing.length > 0) stuck.set(job, [...outputs.missing]);
      return;
    }
    const mayBeRemade = this.#isMoving && this.#draft.contents.isOn && this.#hasRemadeInput(job);
    if (mayBeRemade) this.#mark(job, MARK.mayRun);
    const isOurs = outputs.isWhole && outputs.edited.length === 0;
    if (outputs.row === NO_ROW && isOurs && this.#isCurrent(job)) adopted.push(job);
  }

  #hasRemadeInput(job: JobId): boolean {
    const { contents, input } = this.#draft;
    const end = input.graph.inputStart[job + 1] ?? 0;
    for (let edge = input.graph.inputStart[job] ?? 0; edge < end; edge++) {
      if (this.#isRemade(edge) && contents.hasContent(edge)) return true;
    }
    return false;
  }

  /** All inputs are there and none is newer, whatever counts as a reason. */
  #isCurrent(job: JobId): boolean {
    const { contents, input } = this.#draft;
    return this.#edgesOf(job).every((edge) => {
      if (!contents.hasContent(edge)) return true;
      const file = input.graph.inputFile[edge] ?? 0;
      return contents.isThere(edge) && !contents.isNewer(file, this.#outputs.oldest);
    });
  }

  #edgesOf(job: JobId): number[] {
    const { inputStart } = this.#draft.input.graph;
    const start = inputStart[job] ?? 0;
    return Array.from({ length: (inputStart[job + 1] ?? 0) - start }, (_, at) => start + at);
  }

  #isRemade(edge: number): boolean {
    const maker = this.#draft.contents.makerOf(edge);
    return maker >= 0 && ((this.#draft.marks[maker] ?? 0) & MARK.mayRun) !== 0;
  }

  #mark(job: JobId, marks: number): void {
    if ((marks & MARK.mayRun) !== 0) this.#isMoving = true;
    this.#draft.marks[job] = (this.#draft.marks[job] ?? 0) | marks;
  }
}
