import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { GROUPED, ScriptRig } from './script-rig.ts';

test('a script is called with its job', async () => {
  const rig = new ScriptRig({
    'steps/stitch.ts': `
      import type { ScriptJob } from 'dagflow';
      export default async function (job: ScriptJob<{
        input: { image: string; tiles: string[] };
        output: { table: string };
        params: { overlap: number };
        wildcards: 'cycle';
      }>): Promise<void> {
        const { input, output, params, wildcards, ...rest } = job;
        console.log(JSON.stringify({
          image: input.image, tiles: input.tiles, all: input.all, table: output.table,
          overlap: params.overlap, listed: params.positional, cycle: wildcards.cycle, ...rest,
        }, null, 1));
      }
    `,
  });
  const run = await rig.run('steps/stitch.ts', {
    input: GROUPED,
    output: { all: ['t.csv'], groups: [{ name: 'table', isList: false, paths: ['t.csv'] }] },
    params: { positional: [7], named: { overlap: 0.1 } },
    wildcards: { cycle: '1' },
    threads: 3,
    resources: { mem: 100 },
    config: { reference: 1 },
    log: ['a.log'],
    attempt: 2,
  });
  expect(run.stderr).toBe('');
  expect(JSON.parse(run.stdout)).toEqual({
    image: 'a b.tif',
    tiles: ['t 1', 't 2'],
    all: ['a b.tif', 't 1', 't 2', 'rest'],
    table: 't.csv',
    overlap: 0.1,
    listed: [7],
    cycle: '1',
    rule: 'stitch',
    label: 'stitch cycle=1',
    log: ['a.log'],
    threads: 3,
    resources: { mem: 100, tmpdir: tmpdir() },
    config: { reference: 1 },
    attempt: 2,
  });
});

test('what a script throws is shown with the author’s lines, causes and nothing of ours', async () => {
  const rig = new ScriptRig({
    'steps/fail.ts': [
      "import { read } from '../lib/read.ts';",
      'interface Unused { a: number }',
      'export default async function step(): Promise<void> {',
      '  try {',
      '    read();',
      '  } catch (cause) {',
      "    throw new Error('no picture', { cause });",
      '  }',
      '}',
    ].join('\n'),
    'lib/read.ts': [
      'type X = 1;',
      'export function read(): never { throw new RangeError("empty"); }',
    ].join('\n'),
  });
  expect(await rig.run('steps/fail.ts')).toMatchInlineSnapshot(`
    {
      "exitCode": 1,
      "stderr": "Error: no picture
        at Module.step (~/steps/fail.ts:7:11)
    caused by: RangeError: empty
        at read (~/lib/read.ts:2:39)
        at Module.step (~/steps/fail.ts:5:5)
    ",
      "stdout": "",
    }
  `);
});

test('of many frames the innermost are shown, so that ten lines of a log hold every message', async () => {
  const rig = new ScriptRig({
    'deep.ts': [
      'function go(depth: number): void {',
      "  if (depth === 0) throw new Error('it is cut off');",
      '  go(depth - 1);',
      '}',
      'export default function step(): void {',
      '  try { go(20); } catch (cause) { outer(20, cause); }',
      '}',
      'function outer(depth: number, cause: unknown): void {',
      "  if (depth === 0) throw new Error('cannot read a.tif', { cause });",
      '  outer(depth - 1, cause);',
      '}',
    ].join('\n'),
  });
  expect((await rig.run('deep.ts')).stderr).toMatchInlineSnapshot(`
    "Error: cannot read a.tif
        at outer (~/deep.ts:9:26)
        at outer (~/deep.ts:10:3)
        at outer (~/deep.ts:10:3)
        at outer (~/deep.ts:10:3)
    caused by: Error: it is cut off
        at go (~/deep.ts:2:26)
        at go (~/deep.ts:3:3)
        at go (~/deep.ts:3:3)
        at go (~/deep.ts:3:3)
    "
  `);
});

test('asking for a file that the rule has not says which there are', async () => {
  const rig = new ScriptRig({
    'ask.ts': `
      import type { ScriptJob } from 'dagflow';
      export default function (job: ScriptJob<{ input: { imge: string } }>): void {
        console.log(job.input.imge);
      }
    `,
  });
  const { stderr, exitCode } = await rig.run('ask.ts', { input: GROUPED });
  expect([exitCode, stderr.split('\n')[0]]).toEqual([
    1,
    'Error: rule `stitch` has no input `imge`; there is `image`, `tiles`, `all`',
  ]);
});

test('a module without a default function says what to write', async () => {
  const rig = new ScriptRig({ 'none.ts': 'export const x = 1;', 'text.ts': "export default 'x';" });
  const none = await rig.run('none.ts');
  expect(none).toEqual({
    exitCode: 1,
    stdout: '',
    stderr:
      'Error: the script exports nothing as its default: write `export default function (job) { … }`\n',
  });
  expect((await rig.run('text.ts')).stderr).toBe(
    'Error: the script exports something else as its default: write `export default function (job) { … }`\n',
  );
});

test('a script that waits for what never comes fails', async () => {
  const rig = new ScriptRig({
    'wait.ts': 'export default async () => { await new Promise(() => {}); };',
  });
  expect(await rig.run('wait.ts')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'Error: the script ended early: it waits for what never comes\n',
  });
});

test('a script may end itself with a code of its own', async () => {
  const rig = new ScriptRig({
    'done.ts': 'export default async () => { process.exit(); };',
    'exit.ts': 'export default async () => { process.exit(3); };',
    'code.ts': 'export default () => { process.exitCode = 4; };',
  });
  expect(await rig.run('done.ts')).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  expect((await rig.run('exit.ts')).exitCode).toBe(3);
  expect(await rig.run('code.ts')).toEqual({ exitCode: 4, stdout: '', stderr: '' });
});

test('an error that nobody waits for fails the script', async () => {
  const rig = new ScriptRig({
    'late.ts': [
      'type X = 1;',
      'export default async () => {',
      "  setTimeout(() => { throw new Error('late'); }, 1);",
      '  await new Promise((done) => { setTimeout(done, 1000); });',
      '};',
    ].join('\n'),
  });
  const { exitCode, stderr } = await rig.run('late.ts');
  expect(exitCode).toBe(1);
  expect(stderr).toContain('~/late.ts:3:28');
});
