import {
  absoluteParam,
  absolutePath,
  ruleInNoTarget,
  unmentionedInput,
} from '../catalogue/lint.ts';
import type { Diagnostic, SourceSpan } from '../diagnostic.ts';
import type { ParamValue } from '../rule/param-value.ts';
import type { LocatedPattern, Rule } from '../rule/rule.ts';
import { unreadRules } from './unread-rules.ts';

/** The text of the rule file from a place on, to the end of the line. */
export type TextAt = (span: SourceSpan) => string;

/** What is probably not meant in rules that are right as far as they can be read. */
export function lintRules(rules: readonly Rule[], textAt: TextAt): readonly Diagnostic[] {
  return [
    ...rules.flatMap((rule) => [
      ...absolutePaths(rule, textAt),
      ...absoluteParams(rule),
      ...unmentionedInputs(rule),
    ]),
    ...unneededRules(rules),
  ];
}

/** Only what somebody wrote so: paths from the config are as they have to be on this machine. */
function absolutePaths(rule: Rule, textAt: TextAt): Diagnostic[] {
  const found: Diagnostic[] = [];
  const look = (what: string, items: readonly LocatedPattern[]): void => {
    const item = items.find(
      ({ pattern, span }) => pattern.source.startsWith('/') && /^['"`]?\//u.test(textAt(span)),
    );
    if (item !== undefined) found.push(absolutePath({ rule: rule.name, span: item.span }, what));
  };
  look(
    'input',
    rule.input.flatMap((group) => (group.kind === 'patterns' ? group.items : [])),
  );
  look(
    'output',
    rule.output.flatMap(({ items }) => items),
  );
  look('log', rule.log);
  return found;
}

/** At least two names: `/` and `/tmp` are as often something else. What lies in `/dev` is anywhere. */
const ABSOLUTE_PATH = /^\/(?!dev\/)[^\s/]+\/\S/u;

function absoluteParams(rule: Rule): Diagnostic[] {
  return rule.params.flatMap(({ name, span, value, isVolatile }, index) => {
    if (isVolatile || typeof value === 'function') return [];
    const path = textsOf(value).find((text) => ABSOLUTE_PATH.test(text));
    if (path === undefined) return [];
    return absoluteParam({ rule: rule.name, span }, { name: name ?? `${index}`, value: path });
  });
}

function textsOf(value: ParamValue): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

function unmentionedInputs(rule: Rule): Diagnostic[] {
  const { run, input, params, name } = rule;
  if (run === undefined || run.kind === 'script') return [];
  const command =
    run.kind === 'shell' ? run.template.source : run.argv.map(({ source }) => source).join(' ');
  if (STAND_IN.test(command)) return [];
  // A param function sees the inputs; what an input function answers may stand there to the letter.
  if (/\{input[.[}:]/u.test(command)) return [];
  if (params.some(({ value }) => typeof value === 'function')) return [];
  if (input.some((group) => group.kind === 'function')) return [];
  const read = input.flatMap((group) => (group.kind === 'patterns' ? group.items : []));
  const seen = read.filter(({ edge }) => edge !== 'order');
  const first = seen[0];
  if (first === undefined || seen.some(({ pattern }) => isNamedIn(command, pattern.source))) {
    return [];
  }
  return [unmentionedInput({ rule: name, span: run.span })];
}

/** Of programs that read no files: what is written while the real command is still to come. */
const STAND_IN = /^\s*(?:echo|printf|touch|true|:|mkdir|sleep)\b/u;

/** Does a command name a path, or a folder or wildcard of it? */
function isNamedIn(command: string, path: string): boolean {
  return path
    .split(/[/{}]/u)
    .some((part) => part.length > 1 && command.includes(part.replace(/,.*$/u, '')));
}

/** Only where the workflow says itself what is to be made. */
function unneededRules(rules: readonly Rule[]): Diagnostic[] {
  const target =
    rules.find(({ isDefault }) => isDefault) ?? rules.find(({ name }) => name === 'all');
  if (target === undefined) return [];
  return unreadRules(rules)
    .filter((rule) => rule !== target && rule.output.length > 0)
    .map(({ name, span }) => ruleInNoTarget({ rule: name, span }, target.name));
}
