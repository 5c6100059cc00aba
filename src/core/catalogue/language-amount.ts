import { type Diagnostic, FlowError, type LabelledSpan, type SourceSpan } from '../diagnostic.ts';
import { didYouMean } from '../did-you-mean.ts';
import type { Wildcards } from '../pattern/path-pattern.ts';
import { workflowError, workflowWarning } from './language-diagnostic.ts';

/** What a message about a value or function of a rule is about. */
export interface FieldAt {
  readonly rule: string;
  readonly span: SourceSpan;
  /** `mem`, `params.min`. */
  readonly field: string;
  /** Of the job; none while no job is known. */
  readonly wildcards: Wildcards;
}

export function badAmount(
  at: FieldAt,
  given: { readonly value: unknown; readonly valid: string },
): Diagnostic {
  const { rule, span, field, wildcards } = at;
  return workflowError({
    code: 'bad-amount',
    title: `\`${field}\` of rule \`${rule}\` is \`${shown(given.value)}\``,
    at: span,
    label: `rule \`${rule}\``,
    facts: wildcardFacts(wildcards),
    hint: `write ${given.valid}`,
  });
}

/** A resource under a name that another engine gives it. */
export function foreignResource(at: Omit<FieldAt, 'wildcards'>, instead: string): Diagnostic {
  return workflowError({
    code: 'foreign-resource',
    title: `\`${at.field}\` of rule \`${at.rule}\` would mean nothing here`,
    at: at.span,
    label: `rule \`${at.rule}\``,
    hint: `write ${instead}`,
  });
}

/** A resource of the user's own whose name is nearly one of ours. */
export function nearResource(
  at: Omit<FieldAt, 'wildcards'>,
  known: readonly string[],
): Diagnostic | undefined {
  const hint = didYouMean(at.field, known);
  if (hint === undefined) return undefined;
  return workflowWarning({
    code: 'near-resource',
    title: `\`${at.field}\` of rule \`${at.rule}\` is a resource of your own`,
    at: at.span,
    label: `rule \`${at.rule}\``,
    hint,
  });
}

/** What a function of the author threw; a message of ours that went through it stays as it is. */
export function functionThrew(error: unknown, at: FieldAt): FlowError {
  if (error instanceof FlowError) return error;
  const { rule, span, field, wildcards } = at;
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const declared = { span, label: `rule \`${rule}\`` };
  const thrown = thrownAt(error);
  const diagnostic = workflowError({
    code: 'function-threw',
    title: `the function \`${field}\` of rule \`${rule}\` failed: ${message.split('\n', 1)[0] ?? ''}`,
    at: thrown === undefined ? [declared] : [thrown, declared],
    facts: wildcardFacts(wildcards),
    hint: 'it has to answer for every job of the rule',
  });
  return new FlowError(diagnostic, { cause: error });
}

/** The innermost position in a file of the author's; those of other modules are URLs on the stack. */
function thrownAt(error: unknown): LabelledSpan | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const found = /^ +at (?:.*\()?(\/[^():]+):(\d+):(\d+)\)?$/m.exec(stack);
  if (found === null) return undefined;
  const [, file = '', line, column] = found;
  const span = { file, line: Number(line), column: Number(column), length: 1 };
  return { span, label: 'thrown here' };
}

export function wildcardFacts(wildcards: Wildcards): Diagnostic['facts'] {
  const shownPairs = Object.entries(wildcards).map(([name, value]) => `${name}=${value}`);
  return shownPairs.length === 0 ? [] : [['wildcards', shownPairs.join(', ')]];
}

export function shown(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Promise) return 'a promise';
  return Array.isArray(value) ? 'a list' : 'a record';
}
