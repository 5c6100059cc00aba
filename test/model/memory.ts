import type { Kill } from './history.ts';
import type { FileState } from './world.ts';

/** In the place of a content. */
export const LEFT_OUT = 'left out';

/** What is remembered of a job's last success. */
export interface JobRecord {
  readonly inputs: readonly RecordedInput[];
  readonly code: number;
  readonly params: number;
  /** Contents by path; `LEFT_OUT` for an optional one that was not made. */
  readonly outputs: ReadonlyMap<string, string>;
}

export interface RecordedInput {
  readonly file: string;
  readonly name: string | undefined;
  /** Undefined: absent, or of no interest. */
  readonly content: string | undefined;
}

/** What is known from earlier runs. */
export interface Memory {
  /** By job. */
  readonly records: Map<string, JobRecord>;
  /** Files that some record speaks of, as they were last seen. */
  readonly seen: Map<string, FileState>;
  /** Outputs of attempts whose end is unknown. */
  readonly open: Set<string>;
}

/** What a run that was killed did not come to. */
export interface Cut {
  /** Keys of jobs that ran not, though they were to or might have. */
  readonly unreached: ReadonlySet<string>;
  /** The job that ran when it ended, if any, and what it left. */
  readonly victim: string | undefined;
  readonly leaves: Kill['leaves'];
  /** Temporary files that were removed by then. */
  readonly removed: ReadonlySet<string>;
}
