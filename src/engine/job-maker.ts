import type { JobId } from '../core/graph/job-graph.ts';
import type { FileId } from '../core/graph/path-table.ts';
import type { FailureCause, ResourceRequest } from '../core/rule/resources.ts';
import type { JobSpec, KnownFile, Prepare } from '../ports/job-spec.ts';
import type { JobReference } from '../ports/run-event.ts';

/**
 * Makes of a job's number what the engine cannot know: it knows no rules, templates or folders.
 *
 * All answers are the same for the same questions. A rule's functions were tried when the plan was
 * made and its requests were checked, so what throws here is our bug; but a `FlowError` of `request`
 * at a later attempt only costs the job that attempt.
 */
export interface JobMaker {
  reference(job: JobId): JobReference;
  /** More is earlier. */
  priority(job: JobId): number;
  /** Asked anew for each attempt, which counts from 1; `failure` is why the last one ended. */
  request(job: JobId, attempt: number, failure: FailureCause | undefined): ResourceRequest;
  spec(job: JobId, attempt: AttemptFacts): JobSpec;
  /**
   * What the record keeps of the job, as the plan compares it. `token` is the attempt that
   * succeeded; undefined for a job that is taken as it was found.
   */
  texts(job: JobId, token: string | undefined): RecordTexts;
}

/** What the engine decided about one attempt at a job. */
export interface AttemptFacts {
  readonly runId: string;
  readonly token: string;
  readonly attempt: number;
  readonly failure: FailureCause | undefined;
  /** What it gets: the request, or less of it where the run clamps. */
  readonly request: ResourceRequest;
  /** Identities of its cards. */
  readonly gpus: readonly string[];
  /** Where it was placed, in a run of several pools. */
  readonly pool?: string;
  /** For `Prepare.moveAside`, as it stands in the journal. One an output, in their order. */
  readonly moveAside: Prepare['moveAside'];
  /** For `SpecInput.known`. */
  readonly known: (file: FileId) => KnownFile | undefined;
}

export interface RecordTexts {
  readonly shape: string;
  readonly code: string;
  readonly params: string;
  readonly env: string;
}
