// A vitest that stays: asked `{ changed, tests, bail }` over IPC, it reads the changed file anew, runs the
// tests until `bail` of them fail twice, and answers the names of the test files that failed.
import { relative, resolve } from 'node:path';
import { createVitest } from 'vitest/node';

const root = process.cwd();
const vitest = await createVitest('test', { watch: false, retry: 1, reporters: [{}] });
await vitest.standalone();
const specifications = await vitest.globTestSpecifications();

process.on('message', (question) => void answer(question));
process.on('disconnect', () => process.exit());
process.send('ready');

async function answer({ changed, tests, bail }) {
  vitest.config.bail = bail;
  if (changed !== undefined) vitest.invalidateFile(resolve(root, changed));
  const wanted = new Set(tests.map((test) => resolve(root, test)));
  const chosen = specifications.filter(({ moduleId }) => wanted.has(moduleId));
  if (chosen.length !== wanted.size) throw new Error(`no tests: ${tests.join(', ')}`);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen);
  const failed = testModules
    .filter((module) => wanted.has(module.moduleId) && !module.ok())
    .map(({ moduleId }) => relative(root, moduleId));
  if (failed.length === 0 && unhandledErrors.length > 0) failed.push('an error outside the tests');
  process.send({ failed });
}
