import type { Diagnostic, SourceSpan } from '../diagnostic.ts';
import type { Rule } from '../rule/rule.ts';
import { quoteWord } from '../template/shell-quote.ts';

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

/** Jobs that run would overwrite these outputs of a rule, which protects them. */
export function overwritesProtected({
  rule,
  span,
  isDirectory,
  paths,
}: {
  readonly rule: string;
  readonly span: SourceSpan;
  readonly isDirectory: boolean;
  readonly paths: readonly string[];
}): Diagnostic {
  const [is, it] = paths.length === 1 ? ['is', 'it'] : ['are', 'them'];
  const words = paths.slice(0, NAMED_AT_MOST).map((path) => quoteWord(path));
  const rest = paths.length > NAMED_AT_MOST ? ' …' : '';
  return {
    code: 'protected-output',
    kind: 'usage',
    severity: 'error',
    title: `${listed(paths)} ${is} write-protected, and would be made anew`,
    spans: [{ span, label: `protected by rule \`${rule}\`` }],
    facts: [],
    hint: `to have ${it} overwritten: \`chmod ${isDirectory ? '-R ' : ''}u+w ${words.join(' ')}${rest}\``,
  };
}

/** A job would write to what it comes from. */
export function overwritesOwnFile(
  path: string,
  { what, rule, span }: { readonly what: string; readonly rule: string; readonly span: SourceSpan },
): Diagnostic {
  return {
    code: 'overwrites-workflow',
    kind: 'workflow',
    severity: 'error',
    title: `rule \`${rule}\` would overwrite \`${path}\`, ${what}`,
    spans: [{ span, label: 'this rule' }],
    facts: [],
    hint: 'give its output, log or benchmark another path',
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
