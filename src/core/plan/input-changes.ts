import type { JobId } from '../graph/job-graph.ts';
import { type FileId, NO_FILE } from '../graph/path-table.ts';
import { type DigestId, NO_DIGEST, NO_ROW, type RecordRow } from '../records/record-table.ts';
import { type Content, ContentComparison } from './content-comparison.ts';
import { FILE_KIND } from './file-facts.ts';
import { FileUses } from './file-uses.ts';
import type { Plan } from './plan.ts';
import type { PlanInput } from './plan-input.ts';
import type { OwnReason } from './reason.ts';

const ABSENT: Content = { isAbsent: true, digest: NO_DIGEST };
const UNKNOWN: Content = { isAbsent: false, digest: NO_DIGEST };

/**
 * What a plan leaves open, for whoever carries it out: is an input that was, or might have been,
 * made again another than the one that the job has a record of? The answer is a reason to run.
 *
 * The facts are those of the plan. Records may have grown since, but by no success of the job that
 * is asked about. A question costs a binary search.
 */
export class InputChanges {
  readonly #input: PlanInput;
  readonly #contents: ContentComparison;
  readonly #uses: FileUses;
  /** Many readers of a file are asked about in a row. */
  #lastDigest = '';
  #lastContent = UNKNOWN;

  constructor(input: PlanInput, { removedTemps }: Pick<Plan, 'removedTemps'>) {
    this.#input = input;
    this.#contents = new ContentComparison(input, removedTemps);
    this.#uses = new FileUses(input.graph);
  }

  /**
   * Its maker ran, and left it with this content: 64 hex digits, or `absent`; undefined: nobody
   * knows. A job without a record compares with what was there before, and goes by its age then.
   */
  ofRemade(job: JobId, file: FileId, digest: string | undefined): OwnReason | undefined {
    return this.#reason(job, file, this.#contentOf(digest));
  }

  /**
   * Its maker did not run after all (pruned, held, failed, still dormant), so that it is as the
   * facts say. A job without a record goes by age, as in the plan.
   */
  ofKept(job: JobId, file: FileId): OwnReason | undefined {
    return this.#reason(job, file, undefined);
  }

  /** By the records of its outputs, and for outputs without one by what was there, and by age. */
  #reason(job: JobId, file: FileId, made: Content | undefined): OwnReason | undefined {
    const edge = this.#edgeOf(job, file);
    if (edge === undefined) return undefined;
    const { graph, records } = this.#input;
    const found = this.#contents.found(file);
    const end = graph.outputStart[job + 1] ?? 0;
    let oldest = NO_FILE;
    let last = NO_ROW;
    for (let place = graph.outputStart[job] ?? 0; place < end; place++) {
      const output = graph.outputFile[place] ?? 0;
      const row = records.rowOf(output);
      if (row === NO_ROW) oldest = this.#older(oldest, output);
      if (row === NO_ROW || row === last) continue;
      last = row;
      const recorded = this.#recordedDigest(job, row, edge);
      const reason =
        recorded === undefined ? undefined : this.#change(edge, recorded, made ?? found);
      if (reason !== undefined) return reason;
    }
    if (oldest === NO_FILE) return undefined;
    const change = made === undefined ? undefined : this.#changeSince(edge, found, made);
    return change ?? this.#ageReason(file, oldest);
  }

  #change(edge: number, recorded: DigestId, now: Content): OwnReason | undefined {
    if (!this.#contents.differs(edge, recorded, now)) return undefined;
    return this.#contents.reason(edge, recorded, now);
  }

  /** A content that nobody knows is told from no content all the same. */
  #changeSince(edge: number, found: Content, made: Content): OwnReason | undefined {
    if (found.isAbsent || !made.isAbsent) return this.#change(edge, found.digest, made);
    const { graph, records } = this.#input;
    const path = graph.paths.path(graph.inputFile[edge] ?? 0);
    const old = found.digest === NO_DIGEST ? 'unknown' : records.digestText(found.digest);
    return { kind: 'input-changed', path, old, new: 'absent' };
  }

  #ageReason(input: FileId, output: FileId): OwnReason | undefined {
    if (!this.#contents.isNewer(input, output)) return undefined;
    return this.#contents.ageReason(input, output);
  }

  /** `output` is passed over if it is not there. */
  #older(oldest: FileId, output: FileId): FileId {
    const { facts } = this.#input;
    if (facts.kind[output] === FILE_KIND.absent || facts.isTorn[output] === 1) return oldest;
    return oldest === NO_FILE || this.#contents.isNewer(oldest, output) ? output : oldest;
  }

  #contentOf(digest: string | undefined): Content {
    if (digest === undefined) return UNKNOWN;
    if (digest === 'absent') return ABSENT;
    if (digest !== this.#lastDigest) {
      this.#lastDigest = digest;
      this.#lastContent = {
        isAbsent: false,
        digest: this.#input.records.internDigest(digest),
      };
    }
    return this.#lastContent;
  }

  /** Where the job reads the file and its content counts. */
  #edgeOf(job: JobId, file: FileId): number | undefined {
    if (!this.#contents.isOn) return undefined;
    const readers = this.#uses.readers();
    const end = readers.start[file + 1] ?? 0;
    let low = readers.start[file] ?? 0;
    for (let high = end; low < high; ) {
      const middle = (low + high) >>> 1;
      if ((readers.job[middle] ?? 0) < job) low = middle + 1;
      else high = middle;
    }
    for (; low < end && readers.job[low] === job; low++) {
      const edge = readers.edge[low] ?? 0;
      if (this.#contents.hasContent(edge)) return edge;
    }
    return undefined;
  }

  /** Undefined: the record does not know this input. */
  #recordedDigest(job: JobId, row: RecordRow, edge: number): DigestId | undefined {
    const { graph, records } = this.#input;
    const file = graph.inputFile[edge];
    const place = edge - (graph.inputStart[job] ?? 0);
    const count = records.inputCount(row);
    if (place < count && records.inputAt(row, place) === file) {
      return records.inputDigestAt(row, place);
    }
    for (let other = 0; other < count; other++) {
      if (records.inputAt(row, other) === file) return records.inputDigestAt(row, other);
    }
    return undefined;
  }
}
