import { badPattern } from '../catalogue/language-pattern.ts';
import { badPath, tildePath } from '../catalogue/language-rule.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { compilePattern } from '../pattern/compile-pattern.ts';
import type { PathPattern } from '../pattern/path-pattern.ts';
import { PatternError } from '../pattern/pattern-error.ts';
import type { DraftPath, RuleDraft } from './rule-draft.ts';

/** What is made of a draft, and where to say what is wrong with it. */
export interface Making {
  readonly draft: RuleDraft;
  readonly diagnostics: Diagnostic[];
}

/** Compiles one path of a rule, or says what is wrong with it. */
export function makePath(
  { draft, diagnostics }: Making,
  { text, span }: DraftPath,
  use: { readonly field: string; readonly constraints: Readonly<Record<string, string>> },
): PathPattern | undefined {
  const what = `${use.field} of rule \`${draft.name}\``;
  if (text === '') {
    diagnostics.push(badPath(text, { what, span }, 'empty'));
    return undefined;
  }
  if (text === '~' || text.startsWith('~/')) diagnostics.push(tildePath(text, { what, span }));
  const { wildcardDefault } = draft;
  const { constraints } = use;
  try {
    return compilePattern(text, { wildcardDefault, constraints });
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    const inRule = { what: `rule \`${draft.name}\``, span: draft.span };
    diagnostics.push(badPattern(error, isOfRule(error) ? inRule : { what, span }));
    return undefined;
  }
}

/** The mistake is in a constraint of the rule or the workflow, not in the path. */
function isOfRule({ problem }: PatternError): boolean {
  return 'isInline' in problem && !problem.isInline;
}
