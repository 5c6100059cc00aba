import { duplicateRules, severalDefaults, unknownProducer } from '../catalogue/language-rule.ts';
import { unusedConstraint } from '../catalogue/language-wildcard.ts';
import type { Diagnostic, SourceSpan } from '../diagnostic.ts';
import type { Rule } from './rule.ts';

/** Constraints that hold for all rules of a workflow, and where they are written. */
export interface WorkflowConstraints {
  readonly names: readonly string[];
  readonly span: SourceSpan;
}

/** What is wrong with rules that are each right on their own. */
export function checkRules(
  rules: readonly Rule[],
  constraints?: WorkflowConstraints,
): readonly Diagnostic[] {
  return [
    ...repeatedNames(rules),
    ...repeatedDefaults(rules),
    ...strangeProducers(rules),
    ...(constraints === undefined ? [] : unusedConstraints(rules, constraints)),
  ];
}

function repeatedNames(rules: readonly Rule[]): Diagnostic[] {
  const spans = new Map<string, SourceSpan[]>();
  for (const { name, span } of rules) {
    const known = spans.get(name);
    if (known === undefined) spans.set(name, [span]);
    else known.push(span);
  }
  return [...spans].flatMap(([name, all]) => (all.length > 1 ? duplicateRules(name, all) : []));
}

function repeatedDefaults(rules: readonly Rule[]): Diagnostic[] {
  const defaults = rules.filter(({ isDefault }) => isDefault);
  if (defaults.length < 2) return [];
  return [severalDefaults(defaults.map(({ name, span }) => ({ rule: name, span })))];
}

function strangeProducers(rules: readonly Rule[]): Diagnostic[] {
  const names = new Set(rules.map(({ name }) => name));
  const diagnostics: Diagnostic[] = [];
  for (const rule of rules) {
    const said = new Set<string>();
    for (const group of rule.input) {
      if (group.kind === 'function') continue;
      for (const { producer, span } of group.items) {
        if (producer === undefined || names.has(producer) || said.has(producer)) continue;
        said.add(producer);
        diagnostics.push(unknownProducer(producer, { rule: rule.name, span }, [...names]));
      }
    }
  }
  return diagnostics;
}

function unusedConstraints(
  rules: readonly Rule[],
  { names, span }: WorkflowConstraints,
): Diagnostic[] {
  const known = new Set(rules.flatMap(({ wildcardNames }) => wildcardNames));
  return names.flatMap((name) => (known.has(name) ? [] : unusedConstraint(name, [...known], span)));
}
