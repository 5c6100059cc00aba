import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bashCompletion } from '../../../../src/app/completion/bash-completion.ts';
import { fishCompletion } from '../../../../src/app/completion/fish-completion.ts';
import { wordKinds } from '../../../../src/app/completion/word-kinds.ts';
import { zshCompletion } from '../../../../src/app/completion/zsh-completion.ts';
import { COMMANDS, DEFAULT_COMMAND } from '../../../../src/app/options.ts';

const NOTHING = { rules: false, files: false, folders: false, codes: false, choices: [] };

test('what may stand at a place is read from what the help calls it', () => {
  expect(wordKinds('')).toEqual(NOTHING);
  expect(wordKinds('N')).toEqual(NOTHING);
  expect(wordKinds('NAME=N')).toEqual(NOTHING);
  expect(wordKinds('[TARGET...]')).toEqual({ ...NOTHING, rules: true, files: true });
  expect(wordKinds('RULE|FILE')).toEqual({ ...NOTHING, rules: true, files: true });
  expect(wordKinds('DIR')).toEqual({ ...NOTHING, folders: true });
  expect(wordKinds('[CODE]')).toEqual({ ...NOTHING, codes: true });
  expect(wordKinds('auto|all|none|0,1')).toEqual({ ...NOTHING, choices: ['auto', 'all', 'none'] });
  expect(wordKinds('[yaml|typescript] [DIR]')).toEqual({
    ...NOTHING,
    folders: true,
    choices: ['yaml', 'typescript'],
  });
});

const SCRIPTS = [
  ['bash', bashCompletion],
  ['zsh', zshCompletion],
  ['fish', fishCompletion],
] as const;

const folder = mkdtempSync(join(tmpdir(), 'flow-completion-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

for (const [shell, script] of SCRIPTS) {
  const { error } = spawnSync(shell, ['--version']);
  test.skipIf(error !== undefined)(`${shell} reads its script (if it is installed)`, () => {
    const file = join(folder, shell);
    writeFileSync(file, script(COMMANDS, DEFAULT_COMMAND));
    const { status, stderr } = spawnSync(shell, ['-n', file], { encoding: 'utf8' });
    expect(`${stderr}${status}`).toBe('0');
  });

  test(`the script for ${shell} names every command and every flag`, () => {
    const text = script(COMMANDS, DEFAULT_COMMAND);
    const names = COMMANDS.flatMap(({ name, options }) => [name, ...options.map((it) => it.name)]);
    expect(names.filter((name) => !text.includes(name))).toEqual([]);
  });
}
