// Which tests reach a source file by what they import, directly or through other files.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Any quoted relative path of a module: imports of all kinds, and URLs of threads. */
const PATHS = /['"`](\.{1,2}\/[^'"`\n]+\.(?:ts|mjs))['"`]|from '(dagflow)'/gu;

/**
 * Answers a function `(file, projects) => tests`: the tests of the projects that see the file, all
 * paths relative to `root`; project by project, and those that import it from nearest first.
 */
export function testsThatSee(root) {
  const importers = new Map();
  const tests = new Set();
  for (const folder of ['src', 'test', 'rules', 'workflows']) {
    for (const file of modulesBelow(root, folder)) {
      if (file.endsWith('.test.ts')) tests.add(file);
      for (const path of importsOf(root, file)) {
        if (!importers.has(path)) importers.set(path, new Set());
        importers.get(path).add(file);
      }
    }
  }
  return (file, projects) => {
    const seen = new Set([file]);
    for (const path of seen) for (const importer of importers.get(path) ?? []) seen.add(importer);
    return projects.flatMap((project) =>
      [...seen].filter((path) => tests.has(path) && path.startsWith(`test/${project}/`)),
    );
  };
}

function modulesBelow(root, folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .filter((name) => /\.(?:ts|mjs)$/u.test(name) && !name.includes('node_modules'))
    .map((name) => join(folder, name));
}

function importsOf(root, file) {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(PATHS)]
    .map(([, path]) => (path === undefined ? 'src/index.ts' : join(dirname(file), path)))
    .filter((path) => existsSync(resolve(root, path)));
}
