import type { JobId } from '../graph/job-graph.ts';
import { type FileId, NO_FILE } from '../graph/path-table.ts';
import { type DigestId, NO_DIGEST, NO_ROW, type RecordRow } from '../records/record-table.ts';
import { type Content, ContentComparison } from './content-comparison.ts';
import { FILE_KIND } from './file-facts.ts';
import { FileUses } from './file-uses.ts';
import type { Plan } from './plan.ts';
import type { PlanInput } from './plan-input.ts';
import type { OwnReason } from './reason.ts';

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
    const now = this.#contentOf(digest);
    return this.#firstReason(job, file, {
      byRecord: (edge, recorded) => this.#difference(edge, recorded, now),
      byAge: (edge, output) =>
        this.#difference(edge, this.#contents.found(file).digest, now) ??
        this.#ageReason(file, output),
    });
  }

  /**
   * Its maker did not run after all (pruned, held, failed, still dormant), so that it is as the
   * facts say. A job without a record goes by age, as in the plan.
   */
  ofKept(job: JobId, file: FileId): OwnReason | undefined {
    const now = this.#contents.found(file);
    return this.#firstReason(job, file, {
      byRecord: (edge, recorded) => this.#difference(edge, recorded, now),
      byAge: (_, output) => this.#ageReason(file, output),
    });
  }

  #contentOf(digest: string | undefined): Content {
    if (digest === 'absent') return { isAbsent: true, digest: NO_DIGEST };
    return {
      isAbsent: false,
      digest: digest === undefined ? NO_DIGEST : this.#input.records.internDigest(digest),
    };
  }

  #difference(edge: number, recorded: DigestId, now: Content): OwnReason | undefined {
    if (!this.#contents.differs(edge, recorded, now)) return undefined;
    return this.#contents.reason(edge, recorded, now);
  }

  #ageReason(input: FileId, output: FileId): OwnReason | undefined {
    if (!this.#contents.isNewer(input, output)) return undefined;
    return this.#contents.ageReason(input, output);
  }

  #firstReason(job: JobId, file: FileId, compare: Comparison): OwnReason | undefined {
    const edge = this.#edgeOf(job, file);
    if (edge === undefined) return undefined;
    const { rows, oldest } = this.#recordsOf(job);
    for (const row of rows) {
      const recorded = this.#recordedDigest(job, row, edge);
      const reason = recorded === undefined ? undefined : compare.byRecord(edge, recorded);
      if (reason !== undefined) return reason;
    }
    return oldest === NO_FILE ? undefined : compare.byAge(edge, oldest);
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

  /** The records of its outputs, and the oldest output that is there without one. */
  #recordsOf(job: JobId): { rows: ReadonlySet<RecordRow>; oldest: FileId } {
    const { graph, records, facts } = this.#input;
    const rows = new Set<RecordRow>();
    let oldest = NO_FILE;
    const end = graph.outputStart[job + 1] ?? 0;
    for (let place = graph.outputStart[job] ?? 0; place < end; place++) {
      const file = graph.outputFile[place] ?? 0;
      const row = records.rowOf(file);
      if (row !== NO_ROW) rows.add(row);
      else if (facts.kind[file] !== FILE_KIND.absent && facts.isTorn[file] !== 1) {
        const isOlder = oldest === NO_FILE || !this.#contents.isNewer(file, oldest);
        if (isOlder) oldest = file;
      }
    }
    return { rows, oldest };
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

interface Comparison {
  readonly byRecord: (edge: number, recorded: DigestId) => OwnReason | undefined;
  readonly byAge: (edge: number, oldestOutput: FileId) => OwnReason | undefined;
}
