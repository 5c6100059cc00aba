// What can be wrong with the functions that say what a job reads.

import type { Diagnostic, SourceSpan } from '../diagnostic.ts';

/** An input function, and the job that it was called for. */
export interface CalledFunction {
  readonly rule: string;
  readonly job: string;
  readonly span: SourceSpan;
}

export function inputFunctionFailed(called: CalledFunction, error: unknown): Diagnostic {
  const [first = '', ...more] = errorText(error).split('\n');
  return workflowError({
    code: 'input-function-failed',
    title: `an input function of rule \`${called.rule}\` failed: ${first.trim()}`,
    spans: [{ span: called.span, label: 'this function' }],
    facts: [
      ['called for', `\`${called.job}\``],
      ...more.filter((line) => line.trim() !== '').map((line) => ['error', line.trim()] as const),
    ],
    hint: 'see what the function does with the wildcards and config of that job',
  });
}

/** `got`: what it gave instead, in words. */
export function badInputAnswer(called: CalledFunction, got: string): Diagnostic {
  return workflowError({
    code: 'bad-input-answer',
    title: `an input function of rule \`${called.rule}\` gave ${got}`,
    spans: [{ span: called.span, label: 'this function' }],
    facts: [['called for', `\`${called.job}\``]],
    hint: 'return a path, a list of paths, or an object of those',
  });
}

function workflowError(diagnostic: Omit<Diagnostic, 'kind' | 'severity'>): Diagnostic {
  return { ...diagnostic, kind: 'workflow', severity: 'error' };
}

function errorText(error: unknown): string {
  if (error instanceof Error) return error.message === '' ? error.name : error.message;
  return typeof error === 'string' ? error : `it threw ${JSON.stringify(error) ?? 'undefined'}`;
}
