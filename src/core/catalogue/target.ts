// What can be wrong with what is asked for.

import type { Diagnostic, SourceSpan } from '../diagnostic.ts';
import { nearest } from '../did-you-mean.ts';
import { type NearMiss, nearMissText } from './graph.ts';

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

/** The text of an output, wildcards and all. */
export function patternAsTarget(
  word: string,
  rule: { readonly name: string; readonly span: SourceSpan; readonly wildcards: string },
): Diagnostic {
  return {
    code: 'target-has-wildcards',
    kind: 'usage',
    severity: 'error',
    title: `target \`${word}\` is a pattern: its wildcards (${rule.wildcards}) have no values`,
    spans: [{ span: rule.span, label: `rule \`${rule.name}\` makes what matches it` }],
    facts: [],
    hint: 'name a file that matches it, with a value in the place of each wildcard',
  };
}

export function folderAsTarget(word: string): Diagnostic {
  return {
    code: 'unknown-target',
    kind: 'usage',
    severity: 'error',
    title: `target \`${word}\` is the working directory, which no rule makes`,
    spans: [],
    facts: [],
    hint: 'without a target flow makes what the default rule asks for; `flow list` shows the rules',
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

/** `commands`: those of flow, one of which may be meant. */
export function unknownTarget(
  target: string,
  given: { readonly commands: ReadonlySet<string>; readonly near: NearMiss | undefined },
): Diagnostic {
  return {
    code: 'unknown-target',
    kind: 'usage',
    severity: 'error',
    title: `target \`${target}\` is no rule, and nothing makes a file of that name`,
    spans: [],
    facts: [],
    hint: given.commands.has(target)
      ? `a command comes first, before all flags: \`flow ${target} …\``
      : (nearMissText(withCommands(target, given)) ?? targetHint(target)),
  };
}

/** Names that are near, rules first, then the commands that may be meant. */
function withCommands(
  target: string,
  { commands, near }: Parameters<typeof unknownTarget>[1],
): NearMiss | undefined {
  if (near !== undefined && near.kind !== 'names') return near;
  const begun = target.length < 3 ? [] : [...commands].filter((it) => it.startsWith(target));
  const meant = begun.length > 0 ? begun : nearest(target, commands);
  const names = [...(near?.names ?? []), ...meant.map((command) => `flow ${command}`)];
  return names.length === 0 ? undefined : { kind: 'names', names };
}

function targetHint(target: string): string {
  if (/^\w[\w.]*=/u.test(target)) {
    return `each value of the config has a flag of its own: \`--config ${target}\``;
  }
  return target.startsWith('/')
    ? 'name it as the rules do, relative to the working directory'
    : 'see `flow list` for the rules and what they make';
}

function workflowError(diagnostic: Omit<Diagnostic, 'kind' | 'severity'>): Diagnostic {
  return { ...diagnostic, kind: 'workflow', severity: 'error' };
}
