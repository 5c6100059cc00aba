// What is probably not meant in a workflow that is right as far as it can be read. Only `flow lint`
// says so.

import type { Diagnostic, SourceSpan } from '../diagnostic.ts';
import { workflowWarning } from './language-diagnostic.ts';

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
