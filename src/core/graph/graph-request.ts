import type { FileQuestions, Rule } from '../rule/rule.ts';
import type { RuleOrder } from '../rule/rule-order.ts';
import type { FileId, PathTable } from './path-table.ts';

/** What a graph is built from. `buildGraph` throws a `FlowError` with all that is wrong. */
export interface GraphRequest {
  readonly rules: readonly Rule[];
  /** Seeded by the records; grows. */
  readonly paths: PathTable;
  readonly config: unknown;
  readonly targets: Targets;
  /** Is the file or directory there now? Asked once a path. */
  readonly exists: (path: string) => boolean;
  /** Is it recorded as made by a job of ours? Then it is never taken for a source. */
  readonly isOurs: (file: FileId) => boolean;
  readonly questions: FileQuestions;
  /** Which rule is preferred for a file that several make. */
  readonly order?: RuleOrder;
  /** Words that would have meant something else than a target in another place. */
  readonly commands?: ReadonlySet<string>;
}

export interface Targets {
  /** Normalised paths. */
  readonly files: readonly string[];
  /** Names of rules without wildcards: their outputs are asked for, or the job if it has none. */
  readonly rules: readonly string[];
}
