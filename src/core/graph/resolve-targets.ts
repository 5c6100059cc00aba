import {
  defaultHasWildcards,
  folderAsTarget,
  noRules,
  patternAsTarget,
  targetHasWildcards,
} from '../catalogue/target.ts';
import { type Diagnostic, FlowError } from '../diagnostic.ts';
import { normalisePath } from '../pattern/normalise-path.ts';
import type { Rule } from '../rule/rule.ts';
import type { Targets } from './graph-request.ts';

/**
 * The words of the command line as targets. The name of a rule wins over a file; `./name` is
 * always the file. Without words: the rule marked as default, else the rule `all`, else the first.
 * Throws a `FlowError` for rules that cannot be targets; unknown files are `buildGraph`'s to find.
 */
export function resolveTargets(
  rules: readonly Rule[],
  words: readonly string[],
  exists: (path: string) => boolean,
): Targets {
  if (words.length === 0) return { files: [], rules: [defaultRule(rules).name] };
  const byName = new Map(rules.map((rule) => [rule.name, rule]));
  const files = new Set<string>();
  const names = new Set<string>();
  const diagnostics: Diagnostic[] = [];
  for (const word of new Set(words)) {
    const rule = byName.get(word);
    if (rule === undefined) {
      files.add(normalisePath(word));
      diagnostics.push(...wordProblems(rules, word));
    } else if (rule.wildcardNames.length === 0) names.add(word);
    else diagnostics.push(hasWildcards(rule, exists(word)));
  }
  if (diagnostics.length > 0) throw new FlowError(diagnostics);
  return { files: [...files], rules: [...names] };
}

/** A word that is a path, and none that anybody means. */
function wordProblems(rules: readonly Rule[], word: string): Diagnostic[] {
  if (normalisePath(word) === '.') return [folderAsTarget(word)];
  if (!word.includes('{')) return [];
  return rules
    .filter(({ wildcardNames }) => wildcardNames.length > 0)
    .filter(({ output }) =>
      output.some(({ items }) => items.some(({ pattern }) => pattern.source === word)),
    )
    .slice(0, 1)
    .map((rule) => patternAsTarget(word, named(rule)));
}

/** The rule that is made without a target. Throws a `FlowError` if there is none that can be. */
export function defaultRule(rules: readonly Rule[]): Rule {
  const [marked, why] = [
    [rules.find(({ isDefault }) => isDefault), 'which is marked as default'] as const,
    [rules.find(({ name }) => name === 'all'), 'which is made then'] as const,
    [rules[0], 'the first one'] as const,
  ].find(([rule]) => rule !== undefined) ?? [undefined, ''];
  if (marked === undefined) throw new FlowError(noRules());
  if (marked.wildcardNames.length === 0) return marked;
  throw new FlowError(defaultHasWildcards(named(marked), why));
}

function hasWildcards(rule: Rule, isAlsoFile: boolean): Diagnostic {
  const pattern = rule.output[0]?.items[0]?.pattern.source ?? '';
  return targetHasWildcards(named(rule), { pattern, isAlsoFile });
}

function named({ name, span, wildcardNames }: Rule): {
  readonly name: string;
  readonly span: Rule['span'];
  readonly wildcards: string;
} {
  return { name, span, wildcards: wildcardNames.map((each) => `\`${each}\``).join(', ') };
}
