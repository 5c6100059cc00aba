import type { ErrorCode } from './pages/error-pages.ts';
import type { Diagnostic, SourceSpan } from '../diagnostic.ts';
import { didYouMean } from '../did-you-mean.ts';
import { WILDCARD_NAME } from '../pattern/parse-pattern.ts';
import type { PatternError, PatternProblem } from '../pattern/pattern-error.ts';
import { spanWithin, workflowError } from './language-diagnostic.ts';

/** Where a pattern was written, and what it is there: `output of rule \`sort\``. */
export interface PatternUse {
  readonly span: SourceSpan;
  readonly what: string;
}

/** A pattern that cannot be read, or values that it cannot be expanded with. */
export function badPattern({ problem, place }: PatternError, use: PatternUse): Diagnostic {
  const { source } = place;
  const wording = wordingOf(problem, source.slice(place.offset, place.offset + place.length));
  // The constraint of a rule is wrong in whatever pattern it is first used.
  const isElsewhere = 'isInline' in problem && !problem.isInline;
  if (isElsewhere) return workflowError({ ...wording, at: use.span, label: use.what });
  return workflowError({
    ...wording,
    at: spanWithin(use.span, source, place),
    label: use.what,
    facts: source === '' ? [] : [['pattern', source]],
  });
}

interface Wording {
  readonly code: ErrorCode;
  readonly title: string;
  readonly hint: string;
}

function wordingOf(problem: PatternProblem, text: string): Wording {
  switch (problem.kind) {
    case 'unclosed-brace':
      return {
        code: 'pattern-braces',
        title: 'a `{` is never closed',
        hint: 'close the wildcard, as in `{sample}`; for a brace itself write `{{`',
      };
    case 'stray-brace':
      return {
        code: 'pattern-braces',
        title: 'a `}` closes nothing',
        hint: 'for a brace itself write `}}`',
      };
    case 'wildcard-name':
      return {
        code: 'wildcard-name',
        title: `\`${text}\` is no wildcard: a name has letters, digits and \`_\` only`,
        hint: wildcardNameHint(problem.name),
      };
    case 'late-constraint':
      return {
        code: 'late-constraint',
        title: `\`${text}\` has a constraint, but is not the first \`${problem.name}\` in the path`,
        hint: `constrain the first one; later ones must match the same text anyway`,
      };
    case 'empty-constraint':
    case 'anchored-constraint':
    case 'constraint-reference':
    case 'ambiguous-constraint':
    case 'invalid-constraint':
      return constraintWording(problem);
    case 'expand-unused':
    case 'expand-missing':
    case 'expand-lengths':
    case 'expand-value':
      return expandWording(problem);
    case 'no-wildcards':
      return {
        code: 'no-wildcards',
        title: `\`${text}\` has no wildcard whose values could be found`,
        hint: 'name what varies, as in `raw/{well}.tif`',
      };
  }
}

function wildcardNameHint(name: string): string {
  const trimmed = name.trim();
  const inner = trimmed.replace(/^wildcards\./, '');
  if (WILDCARD_NAME.test(inner)) return `write \`{${inner}}\``;
  return 'a wildcard looks like `{sample}`; for braces themselves write `{{` and `}}`';
}

type ConstraintProblem = Extract<PatternProblem, { readonly constraint: string }>;

function constraintWording({ kind, name, constraint, why }: ConstraintProblem): Wording {
  const code = 'bad-constraint';
  const title = `the constraint \`${constraint}\` of wildcard \`${name}\``;
  switch (kind) {
    case 'empty-constraint':
      return {
        code,
        title: `wildcard \`${name}\` has an empty constraint`,
        hint: `write \`{${name}}\`, or a regular expression behind the comma: \`{${name},[0-9]+}\``,
      };
    case 'anchored-constraint':
      return {
        code,
        title: `${title} has an anchor`,
        hint: 'leave `^` and `$` out: a constraint always matches the whole value',
      };
    case 'constraint-reference':
      return {
        code,
        title: `${title} refers to a group`,
        hint: 'a constraint cannot refer back; write out what it has to match',
      };
    case 'ambiguous-constraint':
      return {
        code,
        title: `${title} repeats what can be divided in many ways, and would hang on some names`,
        hint: 'let what is repeated begin or end as nothing else in it does, as in `[a-z]+(_[a-z]+)*`',
      };
    case 'invalid-constraint':
      return {
        code,
        title: `${title} is no regular expression: ${why}`,
        hint: 'constraints are JavaScript regular expressions with the flag `u`',
      };
  }
}

type ExpandProblem = Extract<PatternProblem, { readonly kind: `expand-${string}` }>;

function expandWording(problem: ExpandProblem): Wording {
  const code = problem.kind;
  switch (problem.kind) {
    case 'expand-unused':
      return {
        code,
        title: `there are values for \`${problem.name}\`, which is no wildcard here`,
        hint: didYouMean(problem.name, problem.wildcards) ?? wildcardsHint(problem.wildcards),
      };
    case 'expand-missing':
      return {
        code,
        title: `there are no values for wildcard \`${problem.name}\``,
        hint:
          didYouMean(problem.name, problem.given) ??
          `give values for \`${problem.name}\`, or expand in part to keep the wildcard`,
      };
    case 'expand-lengths': {
      const lengths = problem.lengths.map(([name, length]) => `\`${name}\` has ${length}`);
      return {
        code,
        title: `lists of unequal lengths cannot be zipped: ${lengths.join(', ')}`,
        hint: 'give as many values for each, or expand to every combination',
      };
    }
    case 'expand-value':
      return {
        code,
        title: `a value for wildcard \`${problem.name}\` is ${problem.type}`,
        hint: 'give texts, numbers or booleans',
      };
  }
}

function wildcardsHint(wildcards: readonly string[]): string {
  if (wildcards.length === 0) return 'the pattern has no wildcards';
  return `the wildcards are ${wildcards.map((name) => `\`${name}\``).join(', ')}`;
}
