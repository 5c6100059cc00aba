import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ScriptRig } from './script-rig.ts';

const config = {
  a: 1,
  optics: { na: 0.5, mag: 20, deep: { x: 1 } },
  cycles: [1, 2, 3],
  tiles: [{ x: 1 }],
  empty: {},
  'a.b': { c: 1 },
};

test('a TypeScript script leaves what it read, wherever it went and however it ends', async () => {
  const body = `process.chdir('/'); if (config.optics.na > 0.4) console.log(config.cycles[1], config.gone);`;
  const rig = new ScriptRig({
    'end.ts': `export default ({ config }: any): void => { ${body} };`,
    'exit.ts': `export default ({ config }: any): void => { ${body} process.exit(0); };`,
    'fail.ts': `export default ({ config }: any): void => { ${body} throw new Error('no'); };`,
    'code.ts': `export default ({ config }: any): void => { ${body} process.exitCode = 3; };`,
    'none.ts': 'export default (job: any): void => { console.log(job.rule); };',
  });
  const left = async (name: string): Promise<unknown[]> => {
    const { exitCode } = await rig.run(name, { config });
    const reads = rig.reads();
    rig.forgetReads();
    return [exitCode, reads];
  };
  expect(await left('end.ts')).toEqual([0, ['cycles.1', 'gone', 'optics.na']]);
  expect(await left('exit.ts')).toEqual([0, ['cycles.1', 'gone', 'optics.na']]);
  expect(await left('fail.ts')).toEqual([1, undefined]);
  expect(await left('code.ts')).toEqual([3, undefined]);
  expect(await left('none.ts')).toEqual([0, []]);
});

test('parts of the config go to worker threads, and can be cloned', async () => {
  const rig = new ScriptRig({
    'work.ts': `
      import { parallelMap, transfer, type ScriptJob } from 'dagflow';
      export function na(item: { optics: { na: number }; bytes: ArrayBuffer }): number {
        return item.optics.na + item.bytes.byteLength;
      }
      type Config = { optics: { na: number }; cycles: number[] };
      export default async function ({ config }: ScriptJob<{ config: Config }>): Promise<void> {
        const items = [1, 2].map((size) => {
          const bytes = new ArrayBuffer(size);
          return transfer({ optics: config.optics, bytes }, [bytes]);
        });
        console.log(await parallelMap({ module: import.meta.url, name: 'na', items, threads: 2 }));
        console.log(items.map(({ bytes }) => bytes.byteLength), structuredClone(config.cycles));
      }`,
  });
  expect(await rig.run('work.ts', { config })).toEqual({
    exitCode: 0,
    stdout: '[ 1.5, 2.5 ]\n[ 0, 0 ] [ 1, 2, 3 ]\n',
    stderr: '',
  });
  expect(rig.reads()).toEqual(['cycles', 'optics']);
});

/** Expressions of Python, what each reads, and its value as JSON. */
const PYTHON: [expression: string, paths: string[], value: unknown][] = [
  ['0', [], 0],
  ['c["a"]', ['a'], 1],
  ['c["optics"]["na"]', ['optics.na'], 0.5],
  ['c.get("gone", 7)', ['gone'], 7],
  ['"gone" in c', ['gone'], false],
  ['"optics" in c', ['optics'], true],
  ['c["optics"] is None', ['optics'], false],
  ['c["cycles"][1]', ['cycles.1'], 2],
  ['c["cycles"][-1]', ['cycles'], 3],
  ['c["cycles"][1:]', ['cycles'], [2, 3]],
  ['len(c["cycles"])', ['cycles'], 3],
  ['[x + 1 for x in c["cycles"]]', ['cycles'], [2, 3, 4]],
  ['[0] + c["cycles"] + [4]', ['cycles'], [0, 1, 2, 3, 4]],
  ['sorted(c["cycles"], reverse=True)', ['cycles'], [3, 2, 1]],
  ['2 in c["cycles"]', ['cycles'], true],
  ['c["tiles"][0]["x"]', ['tiles.0.x'], 1],
  ['bool(c["empty"])', ['empty'], false],
  ['c["a.b"]["c"]', [''], 1],
  ['"%(a)s {c[optics][mag]}".format(c=c) % c', ['a', 'optics.mag'], '1 20'],
  ['isinstance(c, dict) and isinstance(c["cycles"], list)', ['cycles'], true],
];

test('a Python script leaves what it read', async () => {
  const rig = new ScriptRig({ 'empty.py': '' });
  for (const [expression, paths, value] of PYTHON) {
    const text = `import json, os\nos.chdir("/")\nc = snakemake.config\nprint(json.dumps(${expression}))\n`;
    const ran = await rig.with('script.py', text).run('script.py', { config });
    expect([ran.stderr, JSON.parse(ran.stdout), rig.reads()], expression).toEqual([
      '',
      value,
      paths,
    ]);
  }
});

test.each([
  'dict(c)',
  '{**c}',
  '(lambda **all: all)(**c)',
  'c.copy()',
  'copy.copy(c)',
  'copy.deepcopy(c)',
  'pickle.loads(pickle.dumps(c))',
  'json.loads(json.dumps(c, indent=1))',
  'c | {}',
  '{} | c',
  'dict(c.items())',
  '{key: c[key] for key in c}',
  'ast.literal_eval(repr(c))',
  'plain_update(c)',
])('a Python script reads the whole config by %s', async (expression) => {
  const rig = new ScriptRig({
    'script.py': `
import ast, copy, json, pickle
def plain_update(c):
    all = {}
    all.update(c)
    return all
c = snakemake.config
all = ${expression}
print(type(all) is dict, json.dumps(all))
`,
  });
  const { stdout, stderr } = await rig.run('script.py', { config });
  expect([stderr, stdout]).toEqual(['', `True ${pythonJson(config)}\n`]);
  expect(rig.reads()).toContain('');
});

test('what is pickled or written by the first class of its kind is plain', async () => {
  const rig = new ScriptRig({
    'script.py': `
import pickle
c = snakemake.config
print(type(pickle.loads(pickle.dumps(c))["optics"]["deep"]), type(pickle.loads(pickle.dumps(c["cycles"]))))
print(type(c).__mro__[0], type(c["cycles"]).__mro__[0])
`,
  });
  expect(await rig.run('script.py', { config })).toEqual({
    exitCode: 0,
    stdout: "<class 'dict'> <class 'list'>\n<class 'dict'> <class 'list'>\n",
    stderr: '',
  });
});

test('a Python script counts as it ends', async () => {
  const read = 'snakemake.config["a"]\n';
  const rig = new ScriptRig({
    'exit.py': `import sys\n${read}sys.exit()\n`,
    'zero.py': `import sys\n${read}sys.exit(0)\n`,
    'fail.py': `${read}raise KeyError(1)\n`,
    'code.py': `import sys\n${read}sys.exit(3)\n`,
    'fork.py': `import os, sys\n${read}child = os.fork()\nif child == 0:\n    snakemake.config["optics"]\n    sys.exit(0)\nos.waitpid(child, 0)\n`,
  });
  const left = async (name: string): Promise<unknown[]> => {
    const { exitCode } = await rig.run(name, { config });
    const reads = rig.reads();
    rig.forgetReads();
    return [exitCode, reads];
  };
  expect(await left('exit.py')).toEqual([0, ['a']]);
  expect(await left('zero.py')).toEqual([0, ['a']]);
  expect(await left('fail.py')).toEqual([1, undefined]);
  expect(await left('code.py')).toEqual([3, undefined]);
  expect(await left('fork.py')).toEqual([0, ['a']]);
});

test('a script whose reads cannot be recorded fails, and says so', async () => {
  const rig = new ScriptRig({
    'script.ts': 'export default (): void => {};',
    'script.py': '',
  });
  mkdirSync(join(rig.folder, 'payload.reads'));
  expect(await rig.run('script.ts', { config })).toEqual({
    exitCode: 1,
    stdout: '',
    stderr:
      "Error: cannot record what the script read of the config: EISDIR: illegal operation on a directory, rename '~/payload.reads.new' -> '~/payload.reads'\n",
  });
  expect(await rig.run('script.py', { config })).toEqual({
    exitCode: 1,
    stdout: '',
    stderr:
      "Error: cannot record what the script read of the config: [Errno 21] Is a directory: '~/payload.reads.new' -> '~/payload.reads'\n",
  });
});

/** As Python writes it. */
function pythonJson(value: unknown): string {
  return JSON.stringify(value, undefined, 1)
    .replaceAll(/\n */gu, ' ')
    .replaceAll(/([{[]) /gu, '$1')
    .replaceAll(/ ([}\]])/gu, '$1');
}
