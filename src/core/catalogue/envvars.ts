import type { Diagnostic, SourceSpan } from '../diagnostic.ts';

/** A variable of the environment that the workflow needs and that is not set. */
export function missingVariable({
  name,
  span,
}: {
  readonly name: string;
  readonly span: SourceSpan;
}): Diagnostic {
  return {
    code: 'missing-variable',
    kind: 'usage',
    severity: 'error',
    title: `the variable \`${name}\` of the environment is not set`,
    spans: [{ span, label: 'needed here' }],
    facts: [],
    hint: `set it before you start flow: \`export ${name}=…\``,
  };
}
