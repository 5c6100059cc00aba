import { expect, test } from 'vitest';
import { checkPreamble } from '../../../../src/core/rule/check-preamble.ts';
import type { Making } from '../../../../src/core/rule/make-path.ts';
import { draftOf } from './draft-rig.ts';

function problemsOf(preamble: string): string[] {
  const making: Making = { draft: draftOf({ preamble }), diagnostics: [] };
  checkPreamble(making);
  return making.diagnostics.map(({ code }) => code);
}

test.each(['module load {config.cuda}', 'export N={threads}', 'cd {output[0]}', 'x {input}'])(
  'what looks like a placeholder is refused: %s',
  (preamble) => {
    expect(problemsOf(preamble)).toEqual(['placeholder-in-preamble']);
  },
);

test.each(['export A=${input}', 'f() { input; }', 'echo {a,b}', 'echo {{config.x}}', 'x {inputs}'])(
  'other braces are the shell’s: %s',
  (preamble) => {
    expect(problemsOf(preamble)).toEqual([]);
  },
);
