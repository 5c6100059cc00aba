import type { Diagnostic } from '../diagnostic.ts';
import type { Rule } from '../rule/rule.ts';

const NAMED_AT_MOST = 3;

/** A job cannot make an output that is needed without overwriting one that was edited by hand. */
export function editedBesideMissing({
  rule,
  missing,
  edited,
}: {
  readonly rule: Pick<Rule, 'name' | 'span'>;
  readonly missing: readonly string[];
  readonly edited: readonly string[];
}): Diagnostic {
  const [is, it] = missing.length === 1 ? ['is', 'it'] : ['are', 'them'];
  const overwriting = `making ${it} would overwrite ${listed(edited)}, edited by hand`;
  return {
    code: 'edited-beside-missing',
    kind: 'usage',
    severity: 'error',
    title: `${listed(missing)} ${is} missing, and ${overwriting}`,
    spans: [{ span: rule.span, label: `made together by rule \`${rule.name}\`` }],
    facts: [],
    hint: `to overwrite what was edited, run again with \`-R ${edited[0] ?? rule.name}\``,
  };
}

/** The first few by name, so that a line stays one. */
function listed(paths: readonly string[]): string {
  const named = paths.slice(0, NAMED_AT_MOST).map((path) => `\`${path}\``);
  const rest = paths.length - named.length;
  if (rest > 0) return `${named.join(', ')} and ${rest} more`;
  const last = named.pop() ?? '';
  return named.length === 0 ? last : `${named.join(', ')} and ${last}`;
}
