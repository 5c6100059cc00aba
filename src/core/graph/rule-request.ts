import type { FileQuestions, Rule } from '../rule/rule.ts';
import type { JobInputs, NoInputs, ParkedInputs } from './expander.ts';
import type { PatternScope } from './pattern-columns.ts';
import type { ShapeTable } from './shape-table.ts';

/** What is needed to expand the jobs of one rule. */
export interface RuleRequest {
  readonly rule: Rule;
  readonly scope: ExpandScope;
}

/** What is the same for all rules. */
export interface ExpandScope extends PatternScope {
  readonly config: unknown;
  readonly questions: FileQuestions;
  readonly shapes: ShapeTable;
}

/** Expands the jobs of one rule: values in the order of its wildcard names. */
export type ExpandOne = (values: readonly string[]) => JobInputs | NoInputs | ParkedInputs;
