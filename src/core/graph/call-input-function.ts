import { badInputAnswer, inputFunctionFailed } from '../catalogue/input-function.ts';
import { FlowError } from '../diagnostic.ts';
import type { FunctionInputs, InputContext, Rule } from '../rule/rule.ts';
import type { NoInputs } from './expander.ts';
import { type AnsweredInputs, readInputAnswer } from './input-answer.ts';
import { jobLabel } from './job-label.ts';

/** What an input function said of one job: checked files, or why there are none. */
export type FunctionResult =
  | { readonly kind: 'answered'; readonly inputs: AnsweredInputs }
  | NoInputs;

export interface InputCall {
  readonly rule: Rule;
  readonly inputs: FunctionInputs;
  /** In the order of the rule's `wildcardNames`. */
  readonly wildcardValues: readonly string[];
}

/**
 * Calls the function once. Whatever it throws is the workflow's mistake and becomes a located
 * diagnostic; the promise, if there is one, never rejects.
 */
export function callInputFunction(
  call: InputCall,
  context: InputContext,
): FunctionResult | Promise<FunctionResult> {
  try {
    const answer = call.inputs.call(context);
    if (!isPromise(answer)) return readAnswer(call, answer);
    return Promise.resolve(answer).then(
      (settled) => readAnswer(call, settled),
      (error: unknown) => failed(call, error),
    );
  } catch (error) {
    return failed(call, error);
  }
}

function readAnswer(call: InputCall, answer: unknown): FunctionResult {
  const inputs = readInputAnswer(answer, call.inputs);
  if (typeof inputs !== 'string') return { kind: 'answered', inputs };
  const diagnostics = [badInputAnswer(asked(call), inputs)];
  return { kind: 'failed', diagnostics, isRefusal: false };
}

function failed(call: InputCall, error: unknown): FunctionResult {
  const diagnostics =
    error instanceof FlowError ? error.diagnostics : [inputFunctionFailed(asked(call), error)];
  return { kind: 'failed', diagnostics, isRefusal: true };
}

function asked({ rule, inputs, wildcardValues }: InputCall): {
  readonly rule: string;
  readonly job: string;
  readonly span: FunctionInputs['span'];
} {
  return { rule: rule.name, job: jobLabel(rule, wildcardValues), span: inputs.span };
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value;
}
