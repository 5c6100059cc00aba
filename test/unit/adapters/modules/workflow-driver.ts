// Opens a workflow file as the program does, in a process of its own, with the built entry as the
// engine. Prints, as JSON, the names of its rules or what was wrong with it.

import { existsSync, readFileSync } from 'node:fs';
import { ModuleStore } from '../../../../src/adapters/modules/module-store.ts';
import { FlowError } from '../../../../src/core/diagnostic.ts';
import type { InputContext } from '../../../../src/core/rule/rule.ts';
import { openWorkflow } from '../../../../src/lang/open-workflow.ts';

const [file = '', cache = '', config = '{}'] = process.argv.slice(2);
const store = new ModuleStore({
  engineUrl: new URL('./index.mjs', import.meta.url).href,
  engineVersion: '1',
  importModule: async (url) => await import(url),
  environment: { XDG_CACHE_HOME: cache },
});

function print(answer: object): void {
  process.stdout.write(JSON.stringify(answer));
}

const context: InputContext = {
  wildcards: { cycle: '1' },
  config: {},
  files: { exists: existsSync, glob: () => [] },
};

try {
  const given: Readonly<Record<string, unknown>> = JSON.parse(config);
  const { rules } = await openWorkflow(
    file,
    { value: given, locate: () => undefined },
    {
      readText: (path) => readFileSync(path, 'utf8'),
      exists: existsSync,
      isFolder: () => false,
      loadModule: async (path) => await store.load(path),
      find: store.find,
      disk: { list: () => [], read: () => ({ why: 'ENOENT' }) },
    },
  );
  // Functions are called once, for what they throw.
  for (const { input } of rules) {
    for (const group of input) if (group.kind === 'function') await group.call(context);
  }
  print({ rules: rules.map(({ name }) => name) });
} catch (error) {
  if (error instanceof FlowError) print({ diagnostics: error.diagnostics });
  else print({ stack: error instanceof Error ? error.stack : String(error) });
}
