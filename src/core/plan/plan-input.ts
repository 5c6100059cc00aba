import type { JobGraph, JobId } from '../graph/job-graph.ts';
import type { FileId } from '../graph/path-table.ts';
import type { RecordTable } from '../records/record-table.ts';
import type { Rule } from '../rule/rule.ts';
import type { FileFacts } from './file-facts.ts';
import type { Trigger } from './reason.ts';

/** All that a plan is made from. */
export interface PlanInput {
  readonly graph: JobGraph;
  readonly records: RecordTable;
  readonly facts: FileFacts;
  /** Canonical texts, as they are recorded. `code` and `env` are asked once a rule. */
  readonly code: (rule: Rule) => string;
  readonly env: (rule: Rule) => string;
  readonly params: (job: JobId) => string;
  readonly force: Force;
  /** Has nobody permission to write to the file? Asked of few: outputs that jobs would overwrite. */
  readonly isProtected: (file: FileId) => boolean;
  /** Has a file, or a directory, nothing in it? Asked of few: outputs that must not be empty. */
  readonly isEmpty: (file: FileId) => boolean;
  /** Nothing will be made, so that it is no error if something would be overwritten. */
  readonly isOnlyLookedAt?: boolean;
  /** The triggers that count. */
  readonly triggers: ReadonlySet<Trigger>;
}

export interface Force {
  /** `-F`: every job of the graph. */
  readonly all: boolean;
  /** `-f`: the jobs that make the targets. */
  readonly targets: boolean;
  /** `-R`: jobs of these rules, and makers of these files. Overwrites edited outputs. */
  readonly rules: ReadonlySet<string>;
  readonly files: ReadonlySet<FileId>;
}
