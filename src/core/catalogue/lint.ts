// What is probably not meant in a workflow that is right as far as it can be read. Only `flow lint`
// says so.

import type { Diagnostic, SourceSpan } from '../diagnostic.ts';
import { didYouMean } from '../did-you-mean.ts';
import { workflowError, workflowWarning } from './language-diagnostic.ts';

/** A rule, and the place in it that a finding is about. */
interface FoundAt {
  readonly rule: string;
  readonly span: SourceSpan;
}

/** Nothing reads what a rule makes. `target`: the rule that is made when no target is given. */
export function ruleInNoTarget({ rule, span }: FoundAt, target: string): Diagnostic {
  return workflowWarning({
    code: 'rule-in-no-target',
    title: `no rule reads what rule \`${rule}\` makes`,
    at: span,
    label: `not part of \`${target}\``,
    hint: `add its outputs to the inputs of \`${target}\`, or to a target rule of their own`,
  });
}

export function unmentionedInput({ rule, span }: FoundAt): Diagnostic {
  return workflowWarning({
    code: 'unmentioned-input',
    title: `the command of rule \`${rule}\` names none of its inputs`,
    at: span,
    label: 'no `{input}` in it',
    hint: 'write `{input}` where the command reads them; mark as `orderOnly` what only has to be there',
  });
}

/** `param`: its name, or its place in a list. */
export function absoluteParam(
  { rule, span }: FoundAt,
  param: { readonly name: string; readonly value: string },
): Diagnostic {
  return workflowWarning({
    code: 'absolute-param',
    title: `param \`${param.name}\` of rule \`${rule}\` is an absolute path, \`${param.value}\``,
    at: span,
    label: 'recorded as it is',
    hint: 'params are recorded: in another folder all jobs run again. Mark it `volatile`, or make an input of it',
  });
}

/** `what`: `input`, `output` or `log`. */
export function absolutePath({ rule, span }: FoundAt, what: string): Diagnostic {
  return workflowWarning({
    code: 'absolute-path',
    title: `an ${what} of rule \`${rule}\` is written as an absolute path`,
    at: span,
    label: 'only on this machine',
    hint: 'write it relative to the working directory, or take it from the config',
  });
}

export function unusedConfigKey(key: string, span: SourceSpan): Diagnostic {
  return workflowWarning({
    code: 'unused-config-key',
    title: `no rule uses \`config.${key}\``,
    at: span,
    label: 'given here',
    hint: `take it out, or use it as \`{config.${key}}\``,
  });
}

/** What the schema of workflow files does not allow. */
export type Mismatch =
  | { readonly kind: 'value'; readonly found: string; readonly wanted: string }
  | { readonly kind: 'key'; readonly key: string; readonly known: readonly string[] }
  | { readonly kind: 'missing'; readonly key: string }
  | { readonly kind: 'excluded'; readonly what: string };

/** `path`: `rules.stitch.threads`; empty for the whole file. */
export function schemaMismatch(
  { path, span }: { readonly path: string; readonly span: SourceSpan },
  mismatch: Mismatch,
): Diagnostic {
  const what = path === '' ? 'the workflow file' : `\`${path}\``;
  const [is, hint] = mismatchWording(mismatch);
  return workflowError({
    code: 'schema-mismatch',
    title: `by the schema of workflow files, ${what} ${is}`,
    at: span,
    label: 'here',
    hint,
  });
}

function mismatchWording(mismatch: Mismatch): readonly [is: string, hint: string] {
  switch (mismatch.kind) {
    case 'value':
      return [`cannot be ${mismatch.found}`, `write ${mismatch.wanted}`];
    case 'key': {
      const { key, known } = mismatch;
      const list = known.map((it) => `\`${it}\``).join(', ');
      const rest = list === '' ? 'a name has letters, digits and `_`' : `the keys are ${list}`;
      return [`has no key \`${key}\``, didYouMean(key, known) ?? rest];
    }
    case 'missing':
      return [`needs a key \`${mismatch.key}\``, 'add it'];
    case 'excluded':
      return [`cannot have ${mismatch.what}`, 'keep one of the keys'];
  }
}
