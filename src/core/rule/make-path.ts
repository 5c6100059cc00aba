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

export interface PathUse {
  /** `input`, `output` or `log`. */
  readonly field: string;
  /** By wildcard. */
  readonly constraints: Readonly<Record<string, string>>;
}

/** Compiles one path of a rule, or says what is wrong with it. */
export function makePath(making: Making, path: DraftPath, use: PathUse): PathPattern | undefined {
  const { text, span } = path;
  const pattern = compile(making, path, use);
  // Most paths are right, and there may be a hundred thousand.
  const isNul = text.includes('\0');
  if (text !== '' && !text.startsWith('~') && !isNul) return pattern;
  const where = { what: whatOf(making.draft, use.field), span };
  if (text === '' || isNul) {
    making.diagnostics.push(badPath(text, where, isNul ? 'nul' : 'empty'));
    return undefined;
  }
  if (text === '~' || text.startsWith('~/')) making.diagnostics.push(tildePath(text, where));
  return pattern;
}

function compile(
  { draft, diagnostics }: Making,
  { text, span }: DraftPath,
  { field, constraints }: PathUse,
): PathPattern | undefined {
  try {
    return compilePattern(text, { wildcardDefault: draft.wildcardDefault, constraints });
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    const inRule = { what: `rule \`${draft.name}\``, span: draft.span };
    const here = { what: whatOf(draft, field), span };
    diagnostics.push(badPattern(error, isOfRule(error) ? inRule : here));
    return undefined;
  }
}

function whatOf({ name }: RuleDraft, field: string): string {
  return `${field} of rule \`${name}\``;
}

/** The mistake is in a constraint of the rule or the workflow, not in the path. */
function isOfRule({ problem }: PatternError): boolean {
  return 'isInline' in problem && !problem.isInline;
}
