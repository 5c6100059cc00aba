import type { FileQuestions, Rule } from '../rule/rule.ts';
import type { JobInputs, NoInputs, ParkedInputs } from './expander.ts';
import type { PathTable } from './path-table.ts';
import type { ShapeTable } from './shape-table.ts';

/** What is needed to expand the jobs of one rule. */
export interface RuleRequest {
  readonly rule: Rule;
  /** Its index. */
  readonly ruleNumber: number;
  readonly paths: PathTable;
  readonly config: unknown;
  readonly questions: FileQuestions;
  readonly shapes: ShapeTable;
  /** A rule's index by its name, or `UNKNOWN_RULE`. */
  readonly ruleNamed: (name: string) => number;
}

/** Expands the jobs of one rule: values in the order of its wildcard names. */
export type ExpandOne = (values: readonly string[]) => JobInputs | NoInputs | ParkedInputs;
