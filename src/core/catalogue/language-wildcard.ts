import type { Diagnostic, SourceSpan } from '../diagnostic.ts';
import { didYouMean } from '../did-you-mean.ts';
import { workflowError } from './language-diagnostic.ts';

/** A wildcard that the rule's outputs do not have, where its value would be needed. */
export function unknownWildcard(
  name: string,
  known: readonly string[],
  where: { readonly what: string; readonly rule: string; readonly span: SourceSpan },
): Diagnostic {
  const { what, rule, span } = where;
  return workflowError({
    code: 'unknown-wildcard',
    title: `${what} of rule \`${rule}\` has the wildcard \`${name}\`, which its outputs have not`,
    at: span,
    label: 'no value for this',
    hint: didYouMean(name, known, braced) ?? wildcardsHint(known),
  });
}

/** A wildcard in a rule without outputs. */
export function targetWildcard(
  name: string,
  where: { readonly what: string; readonly rule: string; readonly span: SourceSpan },
): Diagnostic {
  const { what, rule, span } = where;
  return workflowError({
    code: 'target-wildcard',
    title: `${what} of rule \`${rule}\` has the wildcard \`${name}\`, but the rule has no outputs`,
    at: span,
    label: 'no value for this',
    hint: `values come from output paths: list the files, as with \`expand(…, { ${name}: […] })\``,
  });
}

/** A constraint in an input that is not that of the outputs. */
export function inputConstraint(
  name: string,
  constraint: string,
  where: { readonly rule: string; readonly span: SourceSpan },
): Diagnostic {
  return workflowError({
    code: 'input-constraint',
    title: `an input of rule \`${where.rule}\` constrains \`${name}\`, which is matched by the outputs`,
    at: where.span,
    label: 'would change nothing',
    hint: `write \`{${name}}\` here, and \`{${name},${constraint}}\` in the output`,
  });
}

/** Outputs, or an output and a log, with different wildcards. */
export function wildcardsDiffer(
  rule: string,
  first: { readonly names: readonly string[]; readonly span: SourceSpan },
  other: { readonly names: readonly string[]; readonly span: SourceSpan; readonly what: string },
): Diagnostic {
  const missing = first.names.filter((name) => !other.names.includes(name));
  const extra = other.names.filter((name) => !first.names.includes(name));
  const [extraName, more] = extra;
  const near =
    extraName === undefined || more !== undefined
      ? undefined
      : didYouMean(extraName, missing, braced);
  return workflowError({
    code: 'wildcards-differ',
    title: `${other.what} of rule \`${rule}\` has other wildcards than its first output`,
    at: [
      { span: other.span, label: namesText(other.names) },
      { span: first.span, label: namesText(first.names) },
    ],
    hint:
      near ??
      'every output and log of a rule has the same wildcards, or one job would write it for several',
  });
}

export function unknownConstraint(
  name: string,
  known: readonly string[],
  where: { readonly rule: string; readonly span: SourceSpan },
): Diagnostic {
  return workflowError({
    code: 'unknown-constraint',
    title: `rule \`${where.rule}\` constrains \`${name}\`, which is no wildcard of its outputs`,
    at: where.span,
    label: 'declared here',
    hint: didYouMean(name, known) ?? wildcardsHint(known),
  });
}

/** A constraint of the whole workflow that no rule has a wildcard for. */
export function unusedConstraint(
  name: string,
  known: readonly string[],
  span: SourceSpan,
): Diagnostic {
  return workflowError({
    code: 'unknown-constraint',
    title: `the workflow constrains \`${name}\`, which is no wildcard of any rule`,
    at: span,
    label: 'here',
    hint: didYouMean(name, known) ?? wildcardsHint(known),
  });
}

function wildcardsHint(known: readonly string[]): string {
  if (known.length === 0) return 'the outputs have no wildcards';
  return `the wildcards are ${known.map((name) => `\`${name}\``).join(', ')}`;
}

function namesText(names: readonly string[]): string {
  return names.length === 0 ? 'no wildcards' : names.map(braced).join(', ');
}

function braced(name: string): string {
  return `{${name}}`;
}
