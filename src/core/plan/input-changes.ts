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
    return this.#reason(job, file, this.#contents.found(file));
  }

  /** What the records of its outputs say, and for an output without one, age. */
  #reason(job: JobId, file: FileId, now: Content): OwnReason | undefined {
    const edge = this.#edgeOf(job, file);
    if (edge === undefined) return undefined;
    const { graph, records } = this.#input;
    const end = graph.outputStart[job + 1] ?? 0;
    let oldest = NO_FILE;
    let last = NO_ROW;
    for (let place = graph.outputStart[job] ?? 0; place < end; place++) {
      const output = graph.outputFile[place] ?? 0;
      const row = records.rowOf(output);
      if (row === NO_ROW) oldest = this.#older(oldest, output);
      if (row === last || row === NO_ROW) continue;
      last = row;
      const recorded = this.#recordedDigest(job, row, edge);
      const reason = recorded === undefined ? undefined : this.#change(edge, recorded, now);
      if (reason !== undefined) return reason;
    }
    if (oldest === NO_FILE) return undefined;
    const before = this.#contents.found(file);
    const wasMade = now.digest !== before.digest || now.isAbsent !== before.isAbsent;
    return wasMade;
  }
}
