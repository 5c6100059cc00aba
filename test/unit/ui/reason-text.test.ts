import { expect, test } from 'vitest';
import type { Reason } from '../../../src/core/plan/reason.ts';
import { reasonsText, reasonText } from '../../../src/ui/text/reason-text.ts';

const DIGEST_A = 'a'.repeat(64);
const DIGEST_B = 'b'.repeat(64);

const cases: readonly (readonly [Reason, string])[] = [
  [{ kind: 'forced', by: 'forceall' }, 'forced by --forceall'],
  [{ kind: 'no-output' }, 'it has no outputs, so it always runs'],
  [{ kind: 'output-missing', path: 'a' }, '`a` is missing'],
  [{ kind: 'incomplete', path: 'a' }, '`a` was left incomplete by an earlier run'],
  [
    { kind: 'input-newer', input: 'a', inputMtimeMs: 2, output: 'b', outputMtimeMs: 1 },
    '`a` is newer than `b`',
  ],
  [
    { kind: 'input-changed', path: 'a', old: DIGEST_A, new: DIGEST_B },
    '`a` changed: aaaaaaaaaaaa → bbbbbbbbbbbb',
  ],
  [
    { kind: 'input-changed', path: 'a', old: 'absent', new: DIGEST_B },
    '`a` is there, and was absent',
  ],
  [{ kind: 'input-changed', path: 'a', old: DIGEST_B, new: 'absent' }, '`a` is absent now'],
  [
    {
      kind: 'inputs-changed',
      added: ['a', 'b', 'c', 'd', 'e'],
      removed: ['f'],
      old: ['f'],
      new: ['a', 'b', 'c', 'd', 'e'],
    },
    'inputs changed: added `a`, `b`, `c` and 2 more, removed `f`',
  ],
  [
    { kind: 'inputs-changed', added: [], removed: [], old: ['x=a', 'y=b'], new: ['x=b', 'y=a'] },
    'inputs changed: `x=a`, `y=b` → `x=b`, `y=a`',
  ],
  [
    { kind: 'code-changed', old: 'sort "a"\nuniq', new: 'sort' },
    String.raw`code changed: sort "a"\nuniq → sort`,
  ],
  [
    { kind: 'params-changed', changes: [{ name: 'sigma', old: '1', new: undefined }] },
    'param sigma changed: 1 → none',
  ],
  [
    { kind: 'env-changed', old: '', new: '{"preamble":"module load x"}' },
    'environment changed: none → module load x',
  ],
  [
    {
      kind: 'code-changed',
      old: `script\npython ${DIGEST_A}`,
      new: `script\npython ${DIGEST_B}`,
    },
    'code changed: python script aaaaaaaaaaaa → python script bbbbbbbbbbbb',
  ],
  [{ kind: 'temp-needed', path: 'a' }, 'its temporary `a` is needed again'],
  [{ kind: 'input-remade', path: 'a' }, 'if `a` comes out changed'],
  [{ kind: 'temp-may-be-needed', path: 'a' }, 'if its temporary `a` comes to be needed again'],
];

test.for(cases)('%o', ([reason, text]) => {
  expect(reasonText(reason)).toBe(text);
});

test('a long value is cut, and shown from shortly before the first difference', () => {
  const long = 'x'.repeat(100);
  const reason: Reason = { kind: 'code-changed', old: long, new: `y${long}` };
  expect(reasonText(reason)).toBe(`code changed: ${'x'.repeat(60)}… → y${'x'.repeat(59)}…`);
  const later: Reason = { kind: 'code-changed', old: `${long}a`, new: `${long}b` };
  expect(reasonText(later)).toBe(`code changed: …${'x'.repeat(20)}a → …${'x'.repeat(20)}b`);
});

test('of many reasons of one kind the first is said and the others are counted', () => {
  const missing = ['a', 'b', 'c', 'd'].map((path): Reason => ({ kind: 'output-missing', path }));
  expect(reasonsText(missing)).toBe('`a` is missing (and 3 more like it)');
  expect(reasonsText([...missing.slice(0, 2), { kind: 'no-output' }])).toBe(
    '`a` is missing; `b` is missing; it has no outputs, so it always runs',
  );
});
