import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { flow, workFolder } from '../../rigs/program-flow.ts';

const FILES = { 'flow.yaml': 'rules: { all: { output: made, shell: "true > made" } }\n' };
const LISTED = { code: 0, signal: null, out: 'all  made\n', err: '' };

/** The files with compiled code that starts in this folder use. */
function codeFiles(folder: string): string[] {
  const programs = join(dirname(folder), 'cache/dagflow/programs');
  return readdirSync(programs, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function onlyCodeFile(folder: string): string {
  const [file = '', ...others] = codeFiles(folder);
  expect(others).toEqual([]);
  return file;
}

test('each command keeps its compiled code, and starts from it', () => {
  const folder = workFolder(FILES);
  expect(flow(folder, ['list'])).toEqual(LISTED);
  const file = onlyCodeFile(folder);
  const code = readFileSync(file);
  expect(flow(folder, ['list'])).toEqual(LISTED);
  expect(readFileSync(file).equals(code)).toBe(true);
  expect(flow(folder, ['all']).code).toBe(0);
  expect(codeFiles(folder).map((path) => path.split('/').at(-1))).toEqual(['list', 'run']);
});

test('damaged code is not run, and is replaced', () => {
  const folder = workFolder(FILES);
  flow(folder, ['list']);
  const file = onlyCodeFile(folder);
  const code = readFileSync(file);
  const damaged = Buffer.from(code);
  damaged.writeUInt8(damaged.readUInt8(code.length >> 1) ^ 1, code.length >> 1);
  writeFileSync(file, damaged);
  expect(flow(folder, ['list'])).toEqual(LISTED);
  expect(readFileSync(file).equals(damaged)).toBe(false);
  for (const length of [0, 3, 4, code.length >> 1]) {
    truncateSync(file, length);
    expect(flow(folder, ['list'])).toEqual(LISTED);
    expect(readFileSync(file).length).toBeGreaterThan(code.length >> 1);
  }
});

test('code that was compiled under other flags of Node.js is not run, and is replaced', () => {
  const folder = workFolder(FILES);
  flow(folder, ['list']);
  const code = readFileSync(onlyCodeFile(folder));
  expect(flow(folder, ['list'], { env: { NODE_OPTIONS: '--stack-trace-limit=20' } })).toEqual(
    LISTED,
  );
  expect(readFileSync(onlyCodeFile(folder)).equals(code)).toBe(false);
});

test('where the code cannot be kept, flow starts without', () => {
  const folder = workFolder(FILES);
  const cache = join(dirname(folder), 'cache');
  rmSync(cache, { recursive: true, force: true });
  writeFileSync(cache, 'a file in its place');
  const env = { TMPDIR: join(cache, 'not-a-folder') };
  expect(flow(folder, ['list'], { env })).toEqual(LISTED);
});
