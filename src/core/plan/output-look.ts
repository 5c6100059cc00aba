import { outputsOf } from '../graph/graph-views.ts';
import type { JobId } from '../graph/job-graph.ts';
import { type FileId, NO_FILE } from '../graph/path-table.ts';
import {
  type DigestId,
  LEFT_OUT,
  NO_DIGEST,
  NO_ROW,
  type RecordRow,
  type RecordTable,
} from '../records/record-table.ts';
import type { OutputPattern, Rule } from '../rule/rule.ts';
import { FILE_KIND } from './file-facts.ts';
import type { PlanDraft } from './plan-draft.ts';

/**
 * A look at the outputs of one job: what is there, and what the records say of it.
 *
 * One object serves all jobs, so that a job with nothing to do makes none: `at` fills it anew.
 * Removed temporary files go into the draft.
 */
export class OutputLook {
  readonly #draft: PlanDraft;
  readonly #tempPlaces: PlacesByRule = new Map();
  readonly #directoryPlaces: PlacesByRule = new Map();
  readonly #places: OutputPlaces;

  /** The records of the job's outputs: nearly always one, or none. */
  row: RecordRow = NO_ROW;
  readonly moreRows: Set<RecordRow> = new Set();
  /** An output of an attempt whose end is unknown, or `NO_FILE`. */
  open: FileId = NO_FILE;
  /** The oldest of the outputs that are there and have no record, or `NO_FILE`. */
  oldest: FileId = NO_FILE;
  /** Are all there? */
  isWhole = true;
  /** Outputs that somebody needs. */
  readonly missing: FileId[] = [];
  /** Outputs that are not what the records say was made, or not of the kind that the rule makes. */
  readonly edited: FileId[] = [];

  constructor(draft: PlanDraft) {
    this.#draft = draft;
    this.#places = new OutputPlaces(draft.input.records);
  }

  at(job: JobId): void {
    this.#clear();
    const { outputStart, outputFile } = this.#draft.input.graph;
    const start = outputStart[job] ?? 0;
    const end = outputStart[job + 1] ?? 0;
    for (let place = start; place < end; place++) {
      this.#lookAt(job, outputFile[place] ?? 0, place - start);
    }
    for (const file of this.#draft.uses.sideProducts(job)) this.#lookAtSide(job, file);
    // What an attempt that was cut off left behind is no one's edit.
    if (this.open !== NO_FILE && this.edited.length > 0) this.edited.length = 0;
  }

  #lookAt(job: JobId, file: FileId, place: number): void {
    const { records, facts } = this.#draft.input;
    const row = records.rowOf(file);
    if (row !== NO_ROW && row !== this.row) this.#addRow(row);
    const isOpen = records.isOpen(file) && this.open === NO_FILE;
    const missingCount = this.missing.length;
    if (facts.kind[file] === FILE_KIND.absent || facts.isTorn[file] === 1) {
      this.isWhole = false;
      this.#lookAtMissing(job, file, place);
    } else if (row === NO_ROW && !this.#isOfKind(job, file, place)) {
      this.edited.push(file);
    } else if (row === NO_ROW) {
      const { mtimeMs } = facts;
      const isOlder = this.oldest === NO_FILE || (mtimeMs[file] ?? 0) < (mtimeMs[this.oldest] ?? 0);
      if (isOlder) this.oldest = file;
    } else if (this.#isEdited(file, row, place)) {
      this.edited.push(file);
    }
    // Nobody needs what went with an attempt, unless it is missed.
    const isGone = facts.kind[file] === FILE_KIND.absent && this.missing.length === missingCount;
    if (isOpen && !isGone) this.open = file;
  }

  #lookAtMissing(job: JobId, file: FileId, place: number): void {
    const { uses } = this.#draft;
    if (this.#wasLeftOut(job, file, place)) this.#draft.leftOut.add(file);
    else if (uses.isAsked(file)) this.missing.push(file);
    else if (!uses.isRead(file)) return;
    else if (this.#isTemp(job, place) && this.#isRecorded(file)) this.#standIn(file);
    else this.missing.push(file);
  }

  /** The last success was one without it, and so may the next be. */
  #wasLeftOut(job: JobId, file: FileId, place: number): boolean {
    const { records, graph } = this.#draft.input;
    const row = records.rowOf(file);
    if (row === NO_ROW || this.#madeDigest(file, row, place) !== LEFT_OUT) return false;
    const rule = graph.rules[graph.ruleIndex[job] ?? 0];
    return rule?.output.flatMap(({ items }) => items)[place]?.isOptional === true;
  }

  /** A file that the job makes and that is none of its outputs. */
  #lookAtSide(job: JobId, file: FileId): void {
    const { uses, input } = this.#draft;
    if (input.facts.kind[file] !== FILE_KIND.absent) return;
    const isRemoved = !uses.isAsked(file) && this.#wentWithTemp(job, file);
    if (isRemoved) this.#standIn(file);
    else this.missing.push(file);
  }

  #standIn(file: FileId): void {
    const { input, removedTemps } = this.#draft;
    const { records } = input;
    removedTemps.set(file, {
      digest: records.fileDigest(file),
      mtimeMs: records.fileMtimeMs(file),
    });
  }

  /** A job made it, its content is known, and no attempt at it is open. */
  #isRecorded(file: FileId): boolean {
    const { records } = this.#draft.input;
    const isKnown = records.rowOf(file) !== NO_ROW && records.fileDigest(file) !== NO_DIGEST;
    return isKnown && !records.isOpen(file);
  }

  /** Was it in a temporary directory that was removed? */
  #wentWithTemp(job: JobId, file: FileId): boolean {
    const { graph, facts } = this.#draft.input;
    const path = graph.paths.path(file);
    return Array.from(outputsOf(graph, job)).some((output, place) => {
      if (!this.#isTemp(job, place)) return false;
      const isAway = facts.kind[output] === FILE_KIND.absent || facts.isTorn[output] === 1;
      const isInside = path.startsWith(`${graph.paths.path(output)}/`);
      return isAway && isInside && this.#isRecorded(output);
    });
  }

  #isTemp(job: JobId, place: number): boolean {
    const { rules, ruleIndex } = this.#draft.input.graph;
    const rule = rules[ruleIndex[job] ?? 0];
    return rule !== undefined && this.#tempPlacesOf(rule).has(place);
  }

  #tempPlacesOf(rule: Rule): ReadonlySet<number> {
    return placesOf(rule, this.#tempPlaces, ({ isTemp }) => isTemp);
  }

  #directoriesOf(rule: Rule): ReadonlySet<number> {
    return placesOf(rule, this.#directoryPlaces, ({ isDirectory }) => isDirectory);
  }

  /** A folder where the rule makes a file, the other way round, or a pipe, is not of its making. */
  #isOfKind(job: JobId, file: FileId, place: number): boolean {
    const { facts, graph } = this.#draft.input;
    const rule = graph.rules[graph.ruleIndex[job] ?? 0];
    if (rule === undefined) return true;
    const { directory, file: plain } = FILE_KIND;
    return facts.kind[file] === (this.#directoriesOf(rule).has(place) ? directory : plain);
  }

  /** A content that was never known cannot be told from another; a kind can. */
  #isEdited(file: FileId, row: RecordRow, place: number): boolean {
    const { records, facts } = this.#draft.input;
    if (facts.kind[file] !== records.fileKind(file)) return true;
    const made = this.#madeDigest(file, row, place);
    return made !== NO_DIGEST && made !== facts.digest[file];
  }

  #madeDigest(file: FileId, row: RecordRow, place: number): DigestId {
    const { records } = this.#draft.input;
    return records.outputDigestAt(row, this.#places.find(row, file, place));
  }

  #addRow(row: RecordRow): void {
    if (this.row === NO_ROW) this.row = row;
    else this.moreRows.add(row);
  }

  #clear(): void {
    this.row = NO_ROW;
    if (this.moreRows.size > 0) this.moreRows.clear();
    this.open = NO_FILE;
    this.oldest = NO_FILE;
    this.isWhole = true;
    // Cutting an array costs more than asking whether it has to be.
    if (this.missing.length > 0) this.missing.length = 0;
    if (this.edited.length > 0) this.edited.length = 0;
  }
}

/** Numbers of outputs. */
type PlacesByRule = Map<Rule, ReadonlySet<number>>;

function placesOf(
  rule: Rule,
  known: PlacesByRule,
  is: (output: OutputPattern) => boolean,
): ReadonlySet<number> {
  const old = known.get(rule);
  if (old !== undefined) return old;
  const items = rule.output.flatMap((group) => group.items);
  const places = new Set(items.flatMap((item, place) => (is(item) ? [place] : [])));
  known.set(rule, places);
  return places;
}

/** Finds an output in its record, which keeps them sorted, whatever their order in the rule. */
class OutputPlaces {
  readonly #records: RecordTable;
  #row: RecordRow = NO_ROW;
  readonly #places = new Map<FileId, number>();

  constructor(records: RecordTable) {
    this.#records = records;
  }

  /** `guess`: tried first. */
  find(row: RecordRow, file: FileId, guess: number): number {
    const records = this.#records;
    const count = records.outputCount(row);
    if (guess < count && records.outputAt(row, guess) === file) return guess;
    if (row !== this.#row) {
      this.#row = row;
      this.#places.clear();
      for (let place = 0; place < count; place++) {
        this.#places.set(records.outputAt(row, place), place);
      }
    }
    return this.#places.get(file) ?? 0;
  }
}
