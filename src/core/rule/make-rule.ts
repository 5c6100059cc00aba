import { badRuleName } from '../catalogue/language-rule.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { CommandNames, GroupNames } from '../template/command-names.ts';
import { checkAmounts } from './check-amounts.ts';
import { checkPreamble } from './check-preamble.ts';
import { makeInputs } from './make-inputs.ts';
import { checkParams } from './make-params.ts';
import type { Making } from './make-path.ts';
import { makeProducts } from './make-products.ts';
import { makeMessage, makeRun } from './make-run.ts';
import { checkMemberNames } from './member-names.ts';
import type { Amounts } from './resources.ts';
import type { DraftInputs, RuleDraft } from './rule-draft.ts';
import type { FunctionInputs, Rule } from './rule.ts';

export interface RuleContext {
  /** Validated; undefined if it is not known yet, and then `{config.x}` is checked later. */
  readonly config: unknown;
}

export interface MadeRule {
  /** Undefined if there is an error among the diagnostics. */
  readonly rule: Rule | undefined;
  /** All errors and warnings, each once. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles a draft into a rule, or says all that is wrong with it. */
export function makeRule(draft: RuleDraft, context: RuleContext): MadeRule {
  const making: Making = { draft, diagnostics: [] };
  checkNames(making);
  const { output, log, benchmark, wildcardNames } = makeProducts(making);
  const input = makeInputs(making, wildcardNames);
  checkParams(making, wildcardNames);
  checkAmounts(making);
  checkPreamble(making);
  const names = commandNames(draft, wildcardNames, context);
  const run = makeRun(making, names);
  const message = makeMessage(making, names);

  const diagnostics = distinct(making.diagnostics);
  if (diagnostics.some(({ severity }) => severity === 'error')) {
    return { rule: undefined, diagnostics };
  }
  const { name, span, folder, params, amounts, priority, retries, preamble, isDefault } = draft;
  const rule: Rule = {
    name,
    span,
    folder,
    wildcardNames: wildcardNames ?? [],
    input,
    output,
    log,
    benchmark,
    message,
    params,
    amounts,
    priority,
    retries,
    run,
    preamble,
    isDefault,
    isLocal: draft.isLocal,
  };
  return { rule, diagnostics };
}

function checkNames({ draft, diagnostics }: Making): void {
  const { name, span, input, output, params } = draft;
  if (!/^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(name))
    diagnostics.push(badRuleName({ rule: name, span }));
  const inputs = input.map((group) => ({
    name: group.name,
    span: group.kind === 'function' ? group.span : (group.items[0]?.span ?? span),
  }));
  const outputs = output.map((group) => ({
    name: group.name,
    span: group.items[0]?.span ?? span,
  }));
  diagnostics.push(
    ...checkMemberNames(inputs, 'an input', name),
    ...checkMemberNames(outputs, 'an output', name),
    ...checkMemberNames(params, 'a param', name),
  );
}

function commandNames(
  draft: RuleDraft,
  wildcards: readonly string[] | undefined,
  { config }: RuleContext,
): CommandNames {
  const { input, output, log, params } = draft;
  return {
    wildcards,
    input: inputNames(input),
    output: { names: namesOf(output), isOpen: false, count: countOf(output) },
    logCount: log.length,
    // As `{params[0]}` counts them.
    params: [...params.filter(isNameless), ...params.filter((param) => !isNameless(param))].map(
      (param) => param.name,
    ),
    resources: resourceNames(draft.amounts),
    config,
  };
}

/** Of the inputs that the command sees. */
function inputNames(input: RuleDraft['input']): GroupNames {
  const patterns: DraftInputs[] = [];
  const functions: FunctionInputs[] = [];
  for (const group of input) {
    if (group.kind === 'function') {
      if (group.edge !== 'order') functions.push(group);
      continue;
    }
    const items = group.items.filter(({ edge }) => edge !== 'order');
    if (items.length > 0 || group.items.length === 0) patterns.push({ ...group, items });
  }
  return {
    names: namesOf([...patterns, ...functions]),
    isOpen: functions.some(isNameless),
    count: functions.length === 0 ? countOf(patterns) : undefined,
  };
}

/** Also of variants: one that is not chosen leaves a name without a value. */
function resourceNames({ resources, oneOf = [] }: Amounts): string[] {
  const names = [resources, ...oneOf.map((variant) => variant.resources)].flatMap(Object.keys);
  return [...new Set(names)];
}

interface Named {
  readonly name: string | undefined;
}

function isNameless({ name }: Named): boolean {
  return name === undefined;
}

function namesOf(members: readonly Named[]): string[] {
  return members.flatMap(({ name }) => name ?? []);
}

function countOf(groups: readonly { readonly items: readonly unknown[] }[]): number {
  return groups.reduce((sum, { items }) => sum + items.length, 0);
}

/** One mistake in a constraint shows in every path that has the wildcard. */
function distinct(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const byText = new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic]));
  return [...byText.values()];
}
