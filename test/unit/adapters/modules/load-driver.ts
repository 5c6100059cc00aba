// Loads a module as the program does, in a process of its own: inside of the test runner, stacks
// are already changed. Prints, as JSON, what the module exports or what was wrong with it.

import { createRequire } from 'node:module';
import { ModuleStore } from '../../../../src/adapters/modules/module-store.ts';
import { FlowError } from '../../../../src/core/diagnostic.ts';

const [file = '', engineUrl = '', cache = ''] = process.argv.slice(2);
const store = new ModuleStore({
  engineUrl,
  engineVersion: '1',
  importModule: async (url) => await import(url),
  environment: { XDG_CACHE_HOME: cache },
});

function print(answer: object): void {
  process.stdout.write(JSON.stringify(answer));
}

try {
  const module = await store.load(file);
  print({ exported: module['default'], hasLoadedCompiler: hasLoadedCompiler() });
} catch (error) {
  if (error instanceof FlowError) print({ diagnostics: error.diagnostics });
  else print({ bug: String(error) });
}

/** The compiler is CommonJS, whose modules are all in one list. */
function hasLoadedCompiler(): boolean {
  const require = createRequire(import.meta.url);
  return Object.keys(require.cache).some((path) => path.includes('/esbuild/'));
}
