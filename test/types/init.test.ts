import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { typescriptTemplate } from '../../src/app/templates/typescript-template.ts';

// What an editor says of the workflow that `flow init typescript` writes, in a folder without
// `node_modules`: the compiler with the tsconfig that lies beside it, and the types of the package.

const ROOT = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'flow-init-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function compile(...args: readonly string[]): { readonly exitCode: number; readonly said: string } {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...args], { encoding: 'utf8' });
  return { exitCode: status ?? -1, said: stdout };
}

test('an editor knows the types of a workflow that was just begun', () => {
  const types = join(ROOT, 'node_modules/.cache', `init-types-${process.pid}`);
  afterAll(() => rmSync(types, { recursive: true, force: true }));
  const built = compile('-p', join(ROOT, 'tsconfig.build.json'), '--outDir', types);
  expect(built).toEqual({ exitCode: 0, said: '' });
  for (const [path, text] of Object.entries(typescriptTemplate(join(types, 'index.d.ts')).files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  expect(compile('-p', folder)).toEqual({ exitCode: 0, said: '' });

  const workflow = readFileSync(join(folder, 'flow.ts'), 'utf8');
  writeFileSync(join(folder, 'flow.ts'), workflow.replace('texts/{sample}', 'texts/{smaple}'));
  const { exitCode, said } = compile('-p', folder);
  expect(exitCode).toBe(2);
  expect(said).toMatch(/^\S*flow\.ts\(9,7\): error TS\d+: .*smaple/u);
});
