import type { JobId } from '../graph/job-graph.ts';
import type { Wildcards } from '../pattern/path-pattern.ts';
import type { FileGroups } from '../rule/file-groups.ts';
import type { Rule } from '../rule/rule.ts';

/** A rule with its wildcards known. Made from the graph's columns for jobs that are looked at. */
export interface Job {
  readonly id: JobId;
  readonly rule: Rule;
  readonly wildcards: Wildcards;
  /** For people: `stitch cycle=1`, `align sample=A, lane=2`. */
  readonly label: string;
  /** What the command sees: all inputs but those that only have to be there before. */
  readonly input: FileGroups;
  readonly output: FileGroups;
  readonly log: readonly string[];
  readonly benchmark: string | undefined;
}
