// Workflow files in TypeScript and JavaScript, and what their own code does.

export const MODULE_PAGES = {
  'module-syntax': {
    titles: ['syntax error: …'],
    means:
      "A workflow file, or a file that it imports, is no TypeScript that can be compiled. The words are the compiler's.",
    remedy: 'Mend it at the place shown; an editor that knows TypeScript shows the same.',
    files: { 'flow.ts': 'export default { ;\n' },
  },
  'missing-import': {
    titles: ['there is no file `…`', 'no package `…` is installed'],
    means:
      'An `import` leads nowhere. Paths are relative to the file that imports, and bear their ending; packages are looked for in `node_modules` of its folder and of those above.',
    remedy:
      'Mend the path, or install the package where the workflow lies. What flow brings along is imported from `dagflow`: `rule`, `workflow`, `expand`, `z` and others.',
    files: { 'flow.ts': "import { steps } from './steps.ts';\n\nexport default steps;\n" },
  },
  'missing-export': {
    titles: ['`…` exports no `…`'],
    means: 'A module is imported that exists, and a name that it does not export.',
    remedy: 'Mend the name, or put `export` before its declaration.',
    files: { 'flow.ts': "import { rul } from 'dagflow';\n\nexport default [rul('a', {})];\n" },
  },
  'module-threw': {
    titles: ['`…` failed while it was loaded: …'],
    means: 'The code of a workflow file, outside of any function, threw an error.',
    remedy:
      'See the place where it was thrown. What depends on the config belongs into `rules: (config) => …`, which is called when the config is known.',
    files: { 'flow.ts': "throw new Error('no data folder');\n" },
  },
  'rules-threw': {
    titles: ['the rules could not be made: …'],
    means: 'The function `rules` of the workflow threw an error.',
    remedy:
      'See the place where it was thrown. Whether a value of the config is there, and of the right type, is best said by a schema: `config: z.object({ … })`.',
    files: {
      'flow.ts': `import { workflow } from 'dagflow';

export default workflow({
  rules: () => {
    throw new Error('no cycles');
  },
});
`,
    },
  },
  'ended-by-workflow': {
    titles: ['the workflow ended flow with `process.exit`'],
    means:
      'A workflow file is code within flow. It called `process.exit`, which would end a run without a word.',
    remedy: 'Throw an error instead: flow shows it with its place, and ends what it has begun.',
    files: { 'flow.ts': 'process.exit(0);\n' },
  },
  'never-settled': {
    titles: ['the workflow waits for a promise that nothing settles any more'],
    means:
      'A workflow file or an input function awaits a promise, and nothing is left that could settle it: no timer, no file, no connection.',
    remedy: 'Look at what they `await`.',
    files: { 'flow.ts': 'await new Promise(() => {});\n\nexport default [];\n' },
  },
  'threw-aside': {
    titles: ['the workflow threw an error that nobody catches: …'],
    means:
      'An error came from a timer of the workflow file, or from a promise that nobody awaits. Running jobs are ended as for anybody who stops flow.',
    remedy: 'Catch it there, or `await` what throws it.',
    files: {
      'flow.ts': `import { setTimeout } from 'node:timers/promises';
import { rule } from 'dagflow';

void Promise.reject(new Error('nobody waits'));
const input = async (): Promise<string[]> => await setTimeout(1000, []);
export default [rule('a', { input, output: 'a', shell: 'touch {output}' })];
`,
    },
  },
  'not-an-es-module': {
    titles: ['this file is CommonJS, and flow reads ES modules'],
    means: 'The file uses `require` or `module.exports`.',
    remedy: 'Write `import` and `export default`, or name it `.ts` or `.mjs`.',
    files: {
      'package.json': '{}\n',
      'flow.js': "const { rule } = require('dagflow');\n\nmodule.exports = [rule('a', {})];\n",
    },
  },
  'unreadable-module': {
    titles: ['`…` cannot be read: …'],
    means: 'A file of the workflow that is to be loaded went away, or may not be read.',
    remedy: 'Check the path, and whether you may read the file.',
  },
  'no-compiler': {
    titles: ['TypeScript cannot be compiled: esbuild does not run'],
    means:
      'flow compiles workflow files with esbuild, a program for each platform. It is not there: mostly because `node_modules` was copied from another kind of machine.',
    remedy: 'Install flow anew on this machine. Workflows in YAML need no compiler.',
  },
  'no-workflow-export': {
    titles: ['`…` exports nothing as its default'],
    means:
      'The workflow of a file is its default export: what `workflow({ … })` answers, or a list of rules.',
    remedy: 'End the file with `export default workflow({ rules: … })`.',
    files: { 'flow.ts': 'export const rules = [];\n' },
  },
  'not-a-rule': {
    titles: ['… stands among the rules'],
    means:
      'The rules of a workflow are what `rule(…)` and `include(…)` answer, and lists of them. Often a function was not called, or a rule is a plain record.',
    remedy: 'Call it, or put `rule("name", { … })` around it.',
    files: { 'flow.ts': "export default ['a.txt'];\n" },
  },
  'bad-include': {
    titles: [
      'the included file `…` does not exist',
      'the included file `…` includes itself, directly or through others',
      'the included file `…` is no workflow file',
    ],
    means:
      'A workflow takes in the rules of other files with `include`. The path is relative to the file that includes; a file may be included once.',
    remedy: 'Mend the path, or take one of the includes of the ring out.',
    files: {
      'flow.yaml': 'include: flow.yaml\nrules: { a: { output: a, shell: "touch {output}" } }\n',
    },
  },
} as const;
