import type { Diagnostic, SourceSpan } from '../diagnostic.ts';

/** A simulation needs to know how long jobs take, and nothing says it of these rules. */
export function unknownDurations(
  rules: readonly { readonly name: string; readonly span: SourceSpan }[],
): Diagnostic {
  const names = rules.map(({ name }) => `\`${name}\``).join(', ');
  const [first] = rules;
  return {
    code: 'unknown-duration',
    kind: 'usage',
    severity: 'error',
    title: `nothing says how long jobs of ${names} take`,
    spans: rules.map(({ span }) => ({ span, label: 'this rule' })),
    facts: [],
    hint: `say it with \`--duration ${first?.name ?? 'rule'}=8min\`, write \`expect: 8 min\` in the rule, or run such a job once`,
  };
}
