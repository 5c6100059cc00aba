import type { Diagnostic, LabelledSpan, SourceSpan } from '../diagnostic.ts';
import { didYouMean } from '../did-you-mean.ts';
import { shown } from './language-amount.ts';
import { workflowError, workflowWarning } from './language-diagnostic.ts';

/** The rule that a message is about. */
export interface RuleAt {
  readonly rule: string;
  readonly span: SourceSpan;
}

export function badRuleName({ rule, span }: RuleAt): Diagnostic {
  return workflowError({
    code: 'rule-name',
    title: `\`${rule}\` is no name for a rule`,
    at: span,
    label: 'declared here',
    hint: 'a name starts with a letter and goes on with letters, digits, `_`, `-` and `.`',
  });
}

export function ruleWithoutCommand({ rule, span }: RuleAt): Diagnostic {
  return workflowError({
    code: 'no-command',
    title: `rule \`${rule}\` has outputs, and nothing that makes them`,
    at: span,
    label: 'declared here',
    hint: 'add `shell`, `exec` or `script`, or take the outputs out',
  });
}

export function emptyCommand({ rule, span }: RuleAt, field: string): Diagnostic {
  return workflowError({
    code: 'empty-command',
    title: `\`${field}\` of rule \`${rule}\` is empty`,
    at: span,
    label: 'here',
    hint: 'say what to run; a rule that only asks for its inputs has no command at all',
  });
}

/** A path in a rule that names no file that could be made or read. */
export function badPath(
  path: string,
  where: { readonly what: string; readonly span: SourceSpan },
  why: 'empty' | 'folder' | 'records' | 'dots' | 'nul',
): Diagnostic {
  const reasons = {
    empty: ['is empty', 'write a path, relative to the working directory'],
    folder: ['is the working directory or one above it', 'name a file or a folder below it'],
    records: ['lies among the records of flow', 'name another folder: `.flow` is its own'],
    nul: ['has a NUL character in it', 'take it out: no file can have such a name'],
    dots: ['has `..` behind a wildcard', 'write the path without `..`; a value may hold a slash'],
  } as const;
  const [title, hint] = reasons[why];
  return workflowError({
    code: 'bad-path',
    title: `the path \`${path}\` ${title}`,
    at: where.span,
    label: where.what,
    hint,
  });
}

export function tildePath(
  path: string,
  where: { readonly what: string; readonly span: SourceSpan },
): Diagnostic {
  return workflowWarning({
    code: 'tilde-path',
    title: `the path \`${path}\` starts with \`~\`, which means nothing here`,
    at: where.span,
    label: where.what,
    hint: 'write the whole path; this is a folder called `~`',
  });
}

export function duplicateOutput(
  rule: string,
  path: string,
  spans: readonly [first: SourceSpan, second: SourceSpan],
): Diagnostic {
  return workflowError({
    code: 'duplicate-output',
    title: `rule \`${rule}\` writes \`${path}\` twice`,
    at: [
      { span: spans[1], label: 'again here' },
      { span: spans[0], label: 'first here' },
    ],
    hint: 'give each output and log of a rule a path of its own',
  });
}

/** Two flags of an output that cannot both hold. */
export function flagConflict(
  path: string,
  [first, second]: readonly [string, string],
  { rule, span }: RuleAt,
): Diagnostic {
  const reasons: Readonly<Record<string, string>> = {
    'temp protect': 'a temporary file is removed, and a protected one is kept',
    'touch directory': 'what flow makes itself is a file',
    'touch optional': 'what flow makes itself is always there',
    'directory ensure': 'a folder has no sha256 of its own; `nonEmpty` can be ensured',
  };
  return workflowError({
    code: 'flag-conflict',
    title: `output \`${path}\` of rule \`${rule}\` is both \`${first}\` and \`${second}\``,
    at: span,
    label: 'here',
    hint: `keep one of them: ${reasons[`${first} ${second}`] ?? 'they contradict each other'}`,
  });
}

/** A name of an input, output or param that cannot be used. */
export function badMemberName(
  name: string,
  where: { readonly field: string; readonly rule: string; readonly span: SourceSpan },
  why: 'form' | 'reserved' | 'flag' | 'own-flag' | 'output-flag' | 'duplicate',
): Diagnostic {
  const { field, rule, span } = where;
  const titles = {
    form: `\`${name}\` is no name for ${field}`,
    reserved: `${field} cannot be called \`${name}\`: scripts need that name`,
    'own-flag': `${field} is called \`${name}\`, which is a flag and no name`,
    'output-flag': `${field} is marked \`${name}\`, which is a flag of outputs`,
    flag: `${field} is marked \`${name}\`, and flow has no such flag`,
    duplicate: `${field} called \`${name}\` is there twice`,
  };
  const hints = {
    form: 'names have letters, digits and `_`, and start with no digit',
    reserved: `call it \`${name}_\`, or anything else`,
    'own-flag': 'put the flag around the path alone, under a name of its own',
    'output-flag':
      'mark the output of the rule that makes it; if it is meant as a name, take another',
    flag: flagHint(name),
    duplicate: 'give each a name of its own; several files under one name are a list',
  };
  return workflowError({
    code: why === 'duplicate' ? 'duplicate-name' : 'member-name',
    title: `${titles[why]}, in rule \`${rule}\``,
    at: span,
    label: 'here',
    hint: hints[why],
  });
}

/** Some flags of Snakemake have other names here. */
function flagHint(name: string): string {
  const ours = new Map([
    ['protected', 'protect'],
    ['temporary', 'temp'],
  ]).get(name);
  return ours === undefined
    ? 'if it is meant as a name, take another'
    : `the flag is \`${ours}\`; if it is meant as a name, take another`;
}

export function badNumber(
  { rule, span }: RuleAt,
  given: { readonly field: string; readonly value: unknown; readonly valid: string },
): Diagnostic {
  const { field, value, valid } = given;
  return workflowError({
    code: 'bad-number',
    title: `\`${field}\` of rule \`${rule}\` is \`${shown(value)}\``,
    at: span,
    label: 'declared here',
    hint: `write ${valid}`,
  });
}

/** A param, or the answer of a param function, that is no JSON. */
export function paramNotJson(where: {
  readonly rule: string;
  readonly span: SourceSpan;
  readonly name: string;
  readonly path: string;
  readonly found: string;
}): Diagnostic {
  const { rule, span, name, path, found } = where;
  return workflowError({
    code: 'param-not-json',
    title: `param \`${name}${path}\` of rule \`${rule}\` is ${found}, which cannot be recorded`,
    at: span,
    label: 'here',
    hint: 'params are texts, numbers, booleans, null, lists and records of these',
  });
}

export function duplicateRules(name: string, spans: readonly SourceSpan[]): Diagnostic {
  const [first, ...others] = spans;
  const labelled: LabelledSpan[] = others.map((span) => ({ span, label: 'and here' }));
  if (first !== undefined) labelled.push({ span: first, label: 'first here' });
  return workflowError({
    code: 'duplicate-rules',
    title: `${spans.length} rules are called \`${name}\``,
    at: labelled,
    hint: 'give each rule a name of its own',
  });
}

export function severalDefaults(rules: readonly RuleAt[]): Diagnostic {
  return workflowError({
    code: 'several-defaults',
    title: `${rules.length} rules are marked as default`,
    at: rules.map(({ rule, span }) => ({ span, label: `rule \`${rule}\`` })),
    hint: 'mark one; it is made when no target is given',
  });
}

export function unknownProducer(
  producer: string,
  reader: RuleAt,
  rules: readonly string[],
): Diagnostic {
  return workflowError({
    code: 'unknown-producer',
    title: `rule \`${reader.rule}\` reads an output of rule \`${producer}\`, and there is no such rule`,
    at: reader.span,
    label: 'read here',
    hint: didYouMean(producer, rules) ?? 'put that rule into the list of rules',
  });
}
