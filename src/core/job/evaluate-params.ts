import { functionThrew } from '../catalogue/language-amount.ts';
import { paramNotJson } from '../catalogue/language-rule.ts';
import { FlowError } from '../diagnostic.ts';
import type { TextPattern } from '../pattern/compile-text.ts';
import { canonicalJson } from '../rule/canonical-json.ts';
import { paramName } from '../rule/make-params.ts';
import { mapTexts, patternsIn } from '../rule/param-texts.ts';
import type { Param, ParamContext, ParamValue, Rule } from '../rule/rule.ts';
import type { JobParams } from '../template/command-template.ts';
import type { Job } from './job.ts';

/**
 * The params of a job: functions called, wildcards in texts filled. Throws a `FlowError` for a
 * function that throws, or answers with anything but JSON.
 */
export function evaluateParams(job: Job, config: unknown): JobParams {
  if (job.rule.params.length === 0) return NO_PARAMS;
  const { rule, wildcards, input } = job;
  return evaluateAll(rule, { wildcards, config, input });
}

const NO_PARAMS: JobParams = { positional: [], named: {} };

/** As `evaluateParams`, for whoever has what params see but not the job. */
export function evaluateAll(rule: Rule, context: ParamContext): JobParams {
  const positional: ParamValue[] = [];
  const named: [string, ParamValue][] = [];
  rule.params.forEach((param, index) => {
    const value = evaluate(rule, { param, index, context });
    if (param.name === undefined) positional.push(value);
    else named.push([param.name, value]);
  });
  return { positional, named: Object.fromEntries(named) };
}

interface Evaluation {
  readonly param: Param;
  readonly index: number;
  readonly context: ParamContext;
}

function evaluate(rule: Rule, { param, index, context }: Evaluation): ParamValue {
  const { value } = param;
  const { wildcards } = context;
  if (typeof value !== 'function') {
    const patterns = patternsOf(param, value);
    if (patterns.size === 0) return value;
    return mapTexts(
      value,
      (text) => patterns.get(text)?.fill((name) => wildcards[name] ?? '') ?? text,
    );
  }
  const at = { rule: rule.name, span: param.span };
  const name = paramName(param, index);
  let answer: unknown;
  try {
    answer = value(context);
  } catch (error) {
    throw functionThrew(error, { ...at, field: `params.${name}`, wildcards });
  }
  const canonical = canonicalJson(answer);
  if (typeof canonical !== 'string') {
    throw new FlowError(paramNotJson({ ...at, name, ...canonical.fault }));
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what has such a text is JSON
  return answer as ParamValue;
}

/** Compiled once a param: thousands of jobs may share it. */
const compiled = new WeakMap<Param, ReadonlyMap<string, TextPattern>>();

function patternsOf(param: Param, value: ParamValue): ReadonlyMap<string, TextPattern> {
  const known = compiled.get(param);
  if (known !== undefined) return known;
  const patterns = patternsIn(value);
  compiled.set(param, patterns);
  return patterns;
}
