import { expect, test } from 'vitest';
import type { Reason } from '../../../../src/core/plan/reason.ts';
import { isOwn, REASON_KINDS, triggerOf } from '../../../../src/core/plan/reason-order.ts';

const EXAMPLES: readonly Reason[] = [
  { kind: 'forced', by: 'force' },
  { kind: 'no-output' },
  { kind: 'output-missing', path: 'b' },
  { kind: 'incomplete', path: 'b' },
  { kind: 'not-ensured', path: 'b', old: 'not empty', new: 'empty' },
  { kind: 'input-newer', input: 'a', inputMtimeMs: 2, output: 'b', outputMtimeMs: 1 },
  { kind: 'inputs-changed', added: [], removed: [], old: ['x=a'], new: ['y=a'] },
  { kind: 'input-changed', path: 'a', old: 'absent', new: 'absent' },
  { kind: 'code-changed', old: 'a', new: 'b' },
  { kind: 'params-changed', changes: [] },
  { kind: 'env-changed', old: 'a', new: 'b' },
  { kind: 'temp-needed', path: 't' },
  { kind: 'input-remade', path: 'a' },
  { kind: 'temp-may-be-needed', path: 't' },
];

test('every kind of reason has its place in the order', () => {
  expect(REASON_KINDS).toEqual(EXAMPLES.map(({ kind }) => kind));
});

test('only what hangs on other jobs is conditional', () => {
  const conditional = EXAMPLES.filter((reason) => !isOwn(reason)).map(({ kind }) => kind);
  expect(conditional).toEqual(['input-remade', 'temp-may-be-needed']);
});

test('a trigger stands behind every reason that can be switched off', () => {
  const triggers = EXAMPLES.map((reason) => [reason.kind, triggerOf(reason)]);
  expect(Object.fromEntries(triggers)).toEqual({
    forced: undefined,
    'no-output': undefined,
    'output-missing': undefined,
    incomplete: undefined,
    'input-newer': 'mtime',
    'inputs-changed': 'input',
    'input-changed': 'mtime',
    'code-changed': 'code',
    'params-changed': 'params',
    'env-changed': 'software-env',
    'temp-needed': undefined,
    'input-remade': 'mtime',
    'temp-may-be-needed': undefined,
  });
});
