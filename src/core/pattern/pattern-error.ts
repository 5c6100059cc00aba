/** What is wrong with a pattern or with the values it is expanded with. Worded in the catalogue. */
export type PatternProblem =
  | SyntaxProblem
  | ConstraintProblem
  | ExpandProblem
  /** Files are to be found by a path that is one file. */
  | { readonly kind: 'no-wildcards' };

type SyntaxProblem =
  | { readonly kind: 'unclosed-brace' }
  | { readonly kind: 'stray-brace' }
  | { readonly kind: 'wildcard-name'; readonly name: string }
  | { readonly kind: 'late-constraint'; readonly name: string };

interface ConstraintProblem {
  readonly kind:
    | 'empty-constraint'
    | 'anchored-constraint'
    | 'constraint-reference'
    | 'ambiguous-constraint'
    | 'invalid-constraint';
  readonly name: string;
  readonly constraint: string;
  /** What the regular expression compiler says, for `invalid-constraint`. */
  readonly why: string;
  /** Written in the pattern itself, not by the rule or the workflow. */
  readonly isInline: boolean;
}

type ExpandProblem =
  | {
      readonly kind: 'expand-unused';
      readonly name: string;
      readonly wildcards: readonly string[];
    }
  | {
      readonly kind: 'expand-missing';
      readonly name: string;
      readonly given: readonly string[];
    }
  | {
      readonly kind: 'expand-lengths';
      readonly lengths: readonly (readonly [name: string, length: number])[];
    }
  | { readonly kind: 'expand-value'; readonly name: string; readonly type: string };

/** Where in the pattern's text, in characters from 0. */
export interface PatternPlace {
  readonly source: string;
  readonly offset: number;
  readonly length: number;
}

/** The author's mistake in a pattern. Whoever knows the pattern's place makes a diagnostic of it. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
  readonly problem: PatternProblem;
  readonly place: PatternPlace;

  constructor(problem: PatternProblem, place: PatternPlace) {
    super(`${problem.kind} in the pattern ${place.source}`);
    this.problem = problem;
    this.place = place;
  }
}
