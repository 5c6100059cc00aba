// `npm run mutants`: puts known bugs into the source, one at a time, and demands that some test
// fails for each. `npm run mutants -- WORD` tries those whose name or file contains the word.
// A bug is shown to the tests that import its file, directly or not, the quickest first. Works on a
// copy, so that nothing is left behind when it is stopped.
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
import { TestRunner } from './runner/test-runner.mjs';
import { testsThatSee } from './runner/tests-that-see.mjs';

/** How many of the nearest tests are asked first: most bugs end there. */
const FIRST = 4;
const LIMIT_MS = 240_000;

const here = import.meta.dirname;
const root = resolve(here, '../..');
const word = process.argv[2] ?? '';
const began = performance.now();
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

const runner = new TestRunner(copy);
process.once('exit', () => {
  runner.stop();
  rmSync(copy, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

const seen = testsThatSee(copy);
const seenBy = ({ file, projects = ['unit', 'property'] }) => seen(file, projects);
const problems = [...unapplicable(), ...(await failsWithoutBugs())];
if (problems.length === 0) {
  const counts = { caught: 0, hung: 0, SURVIVED: 0 };
  for (const mutant of mutants) {
    const since = performance.now();
    const outcome = await tried(mutant);
    counts[outcome] += 1;
    console.log(`${outcome.padEnd(9)} ${secondsSince(since).padStart(5)} s  ${mutant.name}`);
  }
  const { caught, hung, SURVIVED: survived } = counts;
  const minutes = (performance.now() - began) / 60_000;
  console.log(
    `${caught + hung} caught (${hung} of them hung), ${survived} survived, ${minutes.toFixed(1)} minutes`,
  );
  process.exit(survived === 0 ? 0 : 1);
}
for (const problem of problems) console.log(problem);
process.exit(1);

function unapplicable() {
  return mutants
    .filter(({ file, before }) => textOf(file).split(before).length !== 2)
    .map(({ name, file }) => `no longer applies to ${file}: ${name}`);
}

/** What fails anyway would catch every bug. */
async function failsWithoutBugs() {
  const tests = [...new Set(mutants.flatMap(seenBy))];
  const failing = await runner.failures({ tests, bail: 0, limitMs: 3_600_000 });
  // Alone, in case that the machine was too busy for them.
  const failed = await runner.failures({ tests: failing ?? [], bail: 0, limitMs: 600_000 });
  console.log(`${tests.length} test files without a bug: ${secondsSince(began)} s`);
  return (failed ?? ['some test hangs']).map((test) => `fails without a bug: ${test}`);
}

async function tried(mutant) {
  const { file, before, after } = mutant;
  const original = textOf(file);
  writeFileSync(
    join(copy, file),
    original.replace(before, () => after),
  );
  let outcome;
  for (const tests of inStages(seenBy(mutant))) outcome ??= await outcomeOf(file, tests);
  writeFileSync(join(copy, file), original);
  await runner.failures({ changed: file, tests: [], limitMs: LIMIT_MS });
  return outcome ?? 'SURVIVED';
}

/** Unit tests are much faster than the others, above all where they fail. */
function inStages(tests) {
  const quick = tests.filter((test) => test.startsWith('test/unit/'));
  const others = tests.filter((test) => !quick.includes(test));
  return [quick.slice(0, FIRST), quick.slice(FIRST), others];
}

async function outcomeOf(changed, tests) {
  if (tests.length === 0) return undefined;
  const failed = await runner.failures({ changed, tests, limitMs: LIMIT_MS });
  if (failed === undefined) return 'hung';
  return failed.length > 0 ? 'caught' : undefined;
}

function textOf(file) {
  return readFileSync(join(copy, file), 'utf8');
}

function secondsSince(since) {
  return ((performance.now() - since) / 1000).toFixed(1);
}
