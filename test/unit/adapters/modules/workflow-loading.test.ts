import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Diagnostic } from '../../../../src/core/diagnostic.ts';
import { ModuleRig } from './module-rig.ts';

// The whole way of a TypeScript workflow: compiled, loaded, its rules read, and what is wrong shown
// where the author wrote it. In a process of its own, since the test runner changes stacks.

let program = '';

beforeAll(async () => {
  program = realpathSync(mkdtempSync(join(tmpdir(), 'dagflow-loading-')));
  const esbuild = createRequire(import.meta.url).resolve('esbuild');
  const zod = createRequire(import.meta.url).resolve('zod');
  await build({
    entryPoints: {
      index: join(import.meta.dirname, '../../../../src/index.ts'),
      driver: fileURLToPath(new URL('./workflow-driver.ts', import.meta.url)),
    },
    outdir: program,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    alias: { esbuild },
    external: [esbuild],
  });
  await build({
    entryPoints: [zod],
    outfile: join(program, 'zod.cjs'),
    bundle: true,
    platform: 'node',
  });
});

afterAll(() => rmSync(program, { recursive: true, force: true }));

interface Answer {
  readonly rules?: readonly string[];
  readonly diagnostics?: readonly Diagnostic[];
  readonly stack?: string;
}

function load(rig: ModuleRig, config: object = {}): Answer {
  const args = [
    join(program, 'driver.mjs'),
    rig.file('flow.ts'),
    rig.cache,
    JSON.stringify(config),
  ];
  const answer: Answer = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  return answer;
}

/** Places with what is underlined there. */
function places(rig: ModuleRig, { diagnostics = [] }: Answer, text: string): string[] {
  return diagnostics.flatMap(({ title, spans: [first] }) => {
    const { file = '', line = 0, column = 0, length = 0 } = first?.span ?? {};
    const underlined = text.split('\n')[line - 1]?.slice(column - 1, column - 1 + length);
    return `${title} | ${file.replace(`${rig.project}/`, '')}:${line} «${underlined}»`;
  });
}

const GOOD = `
import { expand, rule, workflow, z, type AnyRule } from 'dagflow';

interface Unused { readonly a: number }
const Config = z.object({ cycles: z.array(z.number().int()).min(1) });

export default workflow({
  config: Config,
  rules: (config): readonly AnyRule[] => {
    const stitch = rule('stitch', {
      input: { tiles: ({ cycle }) => \`raw/cyc\${cycle}\` },
      output: { image: 'stitched/cyc{cycle}.ome.tif' },
      shell: 'stitch {input.tiles} {output}',
    });
    return [rule('all', { input: expand(stitch.output.image, { cycle: config.cycles }) }), stitch];
  },
});
`;

test('a TypeScript workflow with a schema is loaded from a folder without node_modules', () => {
  const rig = new ModuleRig({ 'flow.ts': GOOD });
  expect(load(rig, { cycles: [1, 2] })).toEqual({ rules: ['all', 'stitch'] });
  // Once more, from the cache.
  expect(load(rig, { cycles: [1] })).toEqual({ rules: ['all', 'stitch'] });
});

test('what the schema says comes from the same engine', () => {
  const rig = new ModuleRig({ 'flow.ts': GOOD });
  expect(load(rig).diagnostics?.map(({ title }) => title)).toEqual(['the config has no `cycles`']);
});

test('mistakes are underlined in the TypeScript that the author wrote', () => {
  const text = `
import { rule, workflow } from 'dagflow';

type Long<A, B> = { readonly [Key in keyof A]: B };
const settings: Long<{ a: 1 }, number> = { a: 1 };

function helper<T>(name: string, value: T): T {
  return value;
}

export default workflow({
  rules: [
    rule('first' as string, {
      output: 'out/{sample}.txt' as const,
      input: { text: helper<string>('x', 'in/{sampel}.txt') as never },
      shell: \`cat {input.text}
        > {outptu}\`,
    }),
    rule('second', { output: \`b\${settings.a}\`, shell: 'echo {wildcards.gone}', ...({ thraeds: 2 } as object) }),
  ],
});
`;
  const rig = new ModuleRig({ 'flow.ts': text });
  expect(places(rig, load(rig), text)).toMatchInlineSnapshot(`
    [
      "an input of rule \`first\` has the wildcard \`sampel\`, which its outputs have not | flow.ts:15 «{sampel}»",
      "\`{outptu}\` is no placeholder, in the command of rule \`first\` | flow.ts:16 «cat {input.text}»",
      "rule \`second\` has a key \`thraeds\`, which means nothing there | flow.ts:19 «rule»",
    ]
  `);
});

test('rules of an imported file are underlined there', () => {
  const text =
    "import { rule } from 'dagflow';\ntype X = 1;\nexport const bad = rule('bad', { output: 'x/{', shell: 'x' });\n";
  const rig = new ModuleRig({
    'flow.ts': "import { bad } from './rules/bad.ts';\nexport default [bad];\n",
    'rules/bad.ts': text,
  });
  expect(places(rig, load(rig), text)).toEqual(['a `{` is never closed | rules/bad.ts:3 «{»']);
});

test('what the rules’ function and the engine’s helpers throw is found in the author’s file', () => {
  const thrown = `
import { workflow } from 'dagflow';
type X = 1;
export default workflow({ rules: () => {
  const nothing: any = undefined;
  return nothing.length;
} });
`;
  const first = new ModuleRig({ 'flow.ts': thrown });
  expect(places(first, load(first), thrown)).toMatchInlineSnapshot(`
    [
      "the rules could not be made: TypeError: Cannot read properties of undefined (reading 'length') | flow.ts:6 «l»",
    ]
  `);

  const expanded = `
import { expand, rule } from 'dagflow';
type X = 1;
export default rule('r', { input: expand('a/{x}', { y: 1 } as never) });
`;
  const second = new ModuleRig({ 'flow.ts': expanded });
  expect(places(second, load(second), expanded)).toMatchInlineSnapshot(`
    [
      "there are values for \`y\`, which is no wildcard here | flow.ts:4 «expand»",
    ]
  `);
});

test('the stack of an input function leads to the author’s file', () => {
  const rig = new ModuleRig({
    'flow.ts': `
import { rule } from 'dagflow';
interface Unused { a: 1 }
export default rule('r', {
  output: 'o/{cycle}',
  input: ({ cycle }) => {
    if (cycle === '1') throw new RangeError('no such cycle');
    return 'x';
  },
  shell: 'x',
});
`,
  });
  const [message, first] = load(rig).stack?.split('\n') ?? [];
  expect(message).toBe('RangeError: no such cycle');
  expect(first).toMatch(new RegExp(`${rig.file('flow.ts')}:7:30\\)?$`));
});
