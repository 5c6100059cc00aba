import { unknownKey, wrongValue } from '../../core/catalogue/workflow-file.ts';
import { isRecord } from '../../core/config/deep-merge.ts';
import type { Diagnostic } from '../../core/diagnostic.ts';
import { type MadeRule, makeRule } from '../../core/rule/make-rule.ts';
import type { DraftPath, RuleDraft } from '../../core/rule/rule-draft.ts';
import type { Rule } from '../../core/rule/rule.ts';
import { describeValue } from '../describe-value.ts';
import { globProblems } from './glob-inputs.ts';
import { readAmounts } from './read-amounts.ts';
import { readInputs } from './read-inputs.ts';
import { readLog, readOutputs } from './read-outputs.ts';
import { readParams } from './read-params.ts';
import { readRun } from './read-run.ts';
import { isTextRecord, joinPreambles, RULE_KEYS, WILDCARD_DEFAULT } from './rule-fields.ts';
import type { RuleOutputs, RulePart } from './rule-part.ts';
import { refuse, type RuleReading } from './rule-reading.ts';

/** What holds for all rules of a workflow file. */
export interface RuleSurroundings {
  readonly constraints: Readonly<Record<string, string>>;
  readonly preamble: string | undefined;
  readonly config: unknown;
}

/** What a face knows of a rule: its parts as values, whatever they are. */
export interface WrittenRule {
  readonly spec: unknown;
  /** Absolute: what script paths are relative to. */
  readonly folder: string;
  /** Inputs that can be told only when the outputs of other rules are known. */
  readonly lateInput?: (outputs: RuleOutputs) => unknown;
}

/** Reads the parts of a rule, which are the same in both faces. Gathers all that is wrong. */
export function readRule(
  reading: RuleReading,
  { spec, folder, lateInput }: WrittenRule,
  surroundings: RuleSurroundings,
): RulePart {
  const { rule: name, problems } = reading;
  if (!isRecord(spec)) {
    const given = { found: describeValue(spec), wanted: 'its parts, such as `output` and `shell`' };
    problems.push(wrongValue(`rule \`${name}\``, given, reading.span([])));
    return { kind: 'rule', name, output: [], make: () => failed(problems) };
  }
  const draft = readDraft(reading, spec, { ...surroundings, folder });
  const make = (outputs: RuleOutputs): MadeRule => {
    const input = readInputs(reading, lateInput === undefined ? spec['input'] : lateInput(outputs));
    if (problems.length > 0) return failed(problems.toSorted(byPlace));
    const made = makeRule({ ...draft, input }, { config: surroundings.config });
    return made.rule === undefined ? made : withGlobProblems(made, made.rule, reading);
  };
  return { kind: 'rule', name, output: draft.output, make };
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  const [first, second] = [a.spans[0]?.span, b.spans[0]?.span];
  if (first === undefined || second === undefined) return 0;
  return first.line - second.line || first.column - second.column;
}

function failed(diagnostics: readonly Diagnostic[]): MadeRule {
  return { rule: undefined, diagnostics };
}

type Spec = Readonly<Record<string, unknown>>;

function readDraft(
  reading: RuleReading,
  spec: Spec,
  around: RuleSurroundings & Pick<RuleDraft, 'folder'>,
): Omit<RuleDraft, 'input'> {
  refuseUnknownKeys(reading, spec);
  const { output, log, params, threads, resources, priority, retries, expect } = spec;
  const { shell, exec, script, preamble, constraints } = spec;
  return {
    name: reading.rule,
    span: reading.span([]),
    folder: around.folder,
    wildcardDefault: WILDCARD_DEFAULT,
    constraints: readConstraints(reading, constraints),
    workflowConstraints: around.constraints,
    isAfterAny: readAfter(reading, spec['after']),
    output: readOutputs(reading, output),
    log: readLog(reading, log),
    benchmark: readLocated(reading, 'benchmark', spec['benchmark']),
    message: readLocated(reading, 'message', spec['message']),
    params: readParams(reading, params),
    ...readAmounts(reading, { threads, resources, priority, retries, expect }),
    run: readRun(reading, { shell, exec, script }),
    preamble: joinPreambles(around.preamble, readText(reading, 'preamble', preamble)),
    isDefault: readFlag(reading, 'default', spec['default']),
    isLocal: readFlag(reading, 'localRule', spec['localRule']),
  };
}

function refuseUnknownKeys(reading: RuleReading, spec: Spec): void {
  for (const key of Object.keys(spec)) {
    if (RULE_KEYS.includes(key)) continue;
    const where = { owner: `rule \`${reading.rule}\``, span: reading.span([key]) };
    reading.problems.push(unknownKey(key, where, RULE_KEYS));
  }
}

function readConstraints(reading: RuleReading, value: unknown): RuleDraft['constraints'] {
  if (value === undefined) return {};
  if (isTextRecord(value)) return value;
  const wanted = 'regular expressions as texts: `{ sample: "[A-Z]+" }`';
  refuse(reading, 'constraints', { value, wanted, span: reading.span(['constraints']) });
  return {};
}

function readAfter(reading: RuleReading, value: unknown): boolean {
  if (value === undefined || value === 'any') return value === 'any';
  const wanted = '`any`, or leave it out: a job runs after the success of those it needs';
  refuse(reading, 'after', { value, wanted, span: reading.span(['after']) });
  return false;
}

function readText(reading: RuleReading, field: string, value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  refuse(reading, field, { value, wanted: 'a text', span: reading.span([field]) });
  return undefined;
}

function readLocated(reading: RuleReading, field: string, value: unknown): DraftPath | undefined {
  const text = readText(reading, field, value);
  return text === undefined ? undefined : { text, span: reading.span([field], text) };
}

function readFlag(reading: RuleReading, field: string, value: unknown): boolean {
  if (value === undefined || typeof value === 'boolean') return value ?? false;
  refuse(reading, field, { value, wanted: '`true` or `false`', span: reading.span([field]) });
  return false;
}

function withGlobProblems(made: MadeRule, rule: Rule, { globs }: RuleReading): MadeRule {
  const problems = globProblems(rule, globs);
  return problems.length === 0 ? made : failed([...made.diagnostics, ...problems]);
}
