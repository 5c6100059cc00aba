// What can be wrong with what is asked for.

import type { Diagnostic, SourceSpan } from '../diagnostic.ts';

/** `pattern`: one of the rule's outputs. */
export function targetHasWildcards(
  rule: { readonly name: string; readonly span: SourceSpan; readonly wildcards: string },
  example: { readonly pattern: string; readonly isAlsoFile: boolean },
): Diagnostic {
  return {
    code: 'target-has-wildcards',
    kind: 'usage',
    severity: 'error',
    title: `rule \`${rule.name}\` cannot be a target: its wildcards (${rule.wildcards}) have no values`,
    spans: [{ span: rule.span, label: 'this rule' }],
    facts: [],
    hint: example.isAlsoFile
      ? `name a file that it makes, like \`${example.pattern}\`, or write \`./${rule.name}\` for the file of that name`
      : `name a file that it makes, like \`${example.pattern}\``,
  };
}

export function defaultHasWildcards(
  rule: { readonly name: string; readonly span: SourceSpan; readonly wildcards: string },
  why: string,
): Diagnostic {
  return workflowError({
    code: 'default-has-wildcards',
    title: `no target was given, and rule \`${rule.name}\`, ${why}, has wildcards (${rule.wildcards})`,
    spans: [{ span: rule.span, label: 'this rule' }],
    facts: [],
    hint: 'name a target, or add a rule `all` whose inputs are the files that you want',
  });
}

export function noRules(): Diagnostic {
  return workflowError({
    code: 'no-rules',
    title: 'the workflow has no rules',
    spans: [],
    facts: [],
    hint: 'add a rule to the workflow',
  });
}

function workflowError(diagnostic: Omit<Diagnostic, 'kind' | 'severity'>): Diagnostic {
  return { ...diagnostic, kind: 'workflow', severity: 'error' };
}
