import type { Diagnostic } from '../diagnostic.ts';
import type { Rule } from '../rule/rule.ts';

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
  return {
    code: 'edited-beside-missing',
    kind: 'usage',
    severity: 'error',
    title: `${list(missing)} ${missing.length === 1 ? 'is' : 'are'} missing, and making ${
      missing.length === 1 ? 'it' : 'them'
    } would overwrite ${list(edited)}, edited by hand`,
    spans: [{ span: rule.span, label: `rule \`${rule.name}\` makes both` }],
    facts: [],
    hint: `to make all of them anew, name one: \`-R ${edited[0] ?? rule.name}\``,
  };
}

/** The first few by name, so that the line stays one. */
function list(paths: readonly string[]): string {
  const named = paths.slice(0, NAMED_AT_MOST).map((path) => `\`${path}\``);
  const rest = paths.length - named.length;
  if (rest > 0) return `${named.join(', ')} and ${rest} more`;
  const last = named.pop() ?? '';
  return named.length === 0 ? last : `${named.join(', ')} and ${last}`;
}

const NAMED_AT_MOST = 3;
