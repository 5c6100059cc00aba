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

/** Exit code and reads. */
async function leftBy(rig: ScriptRig, name: string): Promise<unknown[]> {
  rig.forgetReads();
  const { exitCode } = await rig.run(name, { config });
  return [exitCode, rig.hasReads() ? rig.reads() : undefined];
}

test('a TypeScript script leaves what it read, wherever it went and however it ends', async () => {
  const body = `process.chdir('/'); if (config.optics.na > 0.4) console.log(config.cycles[1], config.gone);`;
  const rig = new ScriptRig({
    'end.ts': `export default ({ config }: any): void => { ${body} };`,
    'exit.ts': `export default ({ config }: any): void => { ${body} process.exit(0); };`,
    'fail.ts': `export default ({ config }: any): void => { ${body} throw new Error('no'); };`,
    'code.ts': `export default ({ config }: any): void => { ${body} process.exitCode = 3; };`,
    'none.ts': 'export default (job: any): void => { console.log(job.rule); };',
  });
  const left = async (name: string): Promise<unknown> => await leftBy(rig, name);
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
  expect(rig.reads()).toEqual(['cycles', 'optics', 'optics.deep']);
});

/** Expressions of Python, what each reads, and its value as JSON. */
const PARTS: [expression: string, paths: string[], value: unknown][] = [
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

const WHOLE = [
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
  'updated({}, c)',
];

/** Evaluates each with a config of its own as `c`; answers the values, and what each read of it. */
async function evaluate(
  expressions: readonly string[],
  each: object,
): Promise<[unknown[], string[][]]> {
  const calls = expressions.map((text, at) => `(lambda c: ${text})(snakemake.config["k${at}"]),`);
  const text = `
import ast, copy, json, os, pickle
def updated(all, more):
    all.update(more)
    return all
os.chdir("/")
values = [
${calls.join('\n')}
]
print(json.dumps(values))
`;
  const rig = new ScriptRig({ 'script.py': text });
  const configs = Object.fromEntries(expressions.map((_, at) => [`k${at}`, each]));
  const { stdout, stderr } = await rig.run('script.py', { config: configs });
  expect(stderr).toBe('');
  const reads = expressions.map((_, at) =>
    rig.reads().flatMap((path) => {
      if (path === `k${at}`) return '';
      return path.startsWith(`k${at}.`) ? path.slice(`k${at}.`.length) : [];
    }),
  );
  return [JSON.parse(stdout), reads];
}

test('a Python script leaves what it read', async () => {
  const [values, reads] = await evaluate(
    PARTS.map(([expression]) => expression),
    config,
  );
  const seen = PARTS.map(([expression], at) => [expression, reads[at], values[at]]);
  expect(seen).toEqual(PARTS);
});

test('a Python script reads the whole by whatever depends on all of it', async () => {
  // A key with a dot would be reason enough.
  const { 'a.b': _, ...rest } = config;
  // As is one that is handed out and not looked into: so each looks into it first.
  const [values, reads] = await evaluate(
    WHOLE.map((expression) => `[c["a"], ${expression}][1]`),
    rest,
  );
  expect(values).toEqual(WHOLE.map(() => rest));
  const partly = WHOLE.filter((__, at) => reads[at]?.includes('') !== true);
  expect(partly).toEqual([]);
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
    'none.py': 'print(snakemake.rule)',
    'exit.py': `import sys\n${read}sys.exit()\n`,
    'zero.py': `import sys\n${read}sys.exit(0)\n`,
    'fail.py': `${read}raise KeyError(1)\n`,
    'code.py': `import sys\n${read}sys.exit(3)\n`,
    'fork.py': `import os, sys\n${read}child = os.fork()\nif child == 0:\n    snakemake.config["optics"]\n    sys.exit(0)\nos.waitpid(child, 0)\nsys.exit(3)\n`,
  });
  const left = async (name: string): Promise<unknown> => await leftBy(rig, name);
  expect(await left('none.py')).toEqual([0, []]);
  expect(await left('exit.py')).toEqual([0, ['a']]);
  expect(await left('zero.py')).toEqual([0, ['a']]);
  expect(await left('fail.py')).toEqual([1, undefined]);
  expect(await left('code.py')).toEqual([3, undefined]);
  expect(await left('fork.py')).toEqual([3, undefined]);
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
