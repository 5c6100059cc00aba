// `npm run mutants`: puts known bugs into the source, one at a time, and demands that some test
// fails for each. `npm run mutants -- WORD` tries those whose name or file contains the word.
// Works on a copy, so that nothing is left behind when it is stopped.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const here = import.meta.dirname;
const root = resolve(here, '../..');
const word = process.argv[2] ?? '';
const lists = readdirSync(here).filter((name) => name.endsWith('.mjs') && name !== 'run.mjs');
const modules = await Promise.all(lists.map((name) => import(join(here, name))));
const mutants = modules
  .flatMap((module) => module.default)
  .filter(({ name, file }) => name.includes(word) || file.includes(word));

const copy = mkdtempSync(join(tmpdir(), 'flow-mutants-'));
for (const name of ['src', 'test', 'docs', 'rules', 'workflows']) {
  cpSync(join(root, name), join(copy, name), { recursive: true });
}
for (const name of ['package.json', 'tsconfig.json', 'vitest.config.ts', 'build.mjs']) {
  cpSync(join(root, name), join(copy, name));
}
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

const survivors = [];
try {
  for (const mutant of mutants) {
    const path = join(copy, mutant.file);
    const original = readFileSync(path, 'utf8');
    if (original.split(mutant.before).length !== 2) {
      throw new Error(`mutant \`${mutant.name}\` no longer applies to ${mutant.file}`);
    }
    writeFileSync(
      path,
      original.replace(mutant.before, () => mutant.after),
    );
    const outcome = tested(mutant.projects ?? ['unit', 'property']);
    writeFileSync(path, original);
    if (outcome === 'SURVIVED') survivors.push(mutant.name);
    console.log(`${outcome.padEnd(14)} ${mutant.name}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`${mutants.length - survivors.length} caught, ${survivors.length} survived`);
process.exitCode = survivors.length === 0 ? 0 : 1;

function tested(projects) {
  const args = ['run', '--bail=1', ...projects.flatMap((project) => ['--project', project])];
  const { status, signal } = spawnSync('node_modules/.bin/vitest', args, {
    cwd: copy,
    timeout: 180_000,
  });
  if (signal !== null) return 'caught (hung)';
  return status === 0 ? 'SURVIVED' : 'caught';
}
