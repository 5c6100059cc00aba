import { expect, test } from 'vitest';
import { FlowError } from '../../../src/core/diagnostic.ts';
import { EdgedPath } from '../../../src/core/rule/edged-path.ts';
import type { FileGroups } from '../../../src/core/rule/file-groups.ts';
import type { InputContext, Rule } from '../../../src/core/rule/rule.ts';
import { open, ruleOf } from './workflow-rig.ts';

const CONTEXT: InputContext = {
  wildcards: { cycle: '7', odd: 'a*[b]{c}' },
  config: { folder: 'raw' },
  files: { exists: () => true, glob: (pattern) => [`found ${pattern}`] },
};

const INPUT: FileGroups = {
  all: ['x', 'y'],
  groups: [
    { name: 'image', isList: false, paths: ['x'] },
    { name: 'more', isList: true, paths: ['y'] },
  ],
};

async function rule(body: string): Promise<Rule> {
  const text = `const made = rule('made', { output: { one: 'm/{cycle}', list: ['n/{cycle}'] }, shell: 'x' });
    return [made, rule('r', { output: 'o/{cycle}_{odd}', shell: 'x', ${body} })];`;
  return ruleOf(await open({ 'flow.js': text }), 'r');
}

async function answer(body: string): Promise<unknown> {
  const { input } = await rule(body);
  return await Promise.all(
    input.map(async (group) =>
      group.kind === 'function' ? await group.call(CONTEXT) : group.items,
    ),
  );
}

test('an input function is called with the wildcards, then with all it may know', async () => {
  expect(
    await answer(`input: ({ cycle }, { wildcards, config, files }) =>
      [cycle, wildcards.odd, config.folder, ...files.glob('g')]`),
  ).toEqual([['7', 'a*[b]{c}', 'raw', 'found g']]);
});

test('references in an answer are the files of this job', async () => {
  expect(await answer('input: { x: () => made.output.one }')).toEqual(['m/7']);
  expect(
    await answer('input: () => ({ a: made.output.one, b: made.output.list, c: "t" })'),
  ).toEqual([{ a: 'm/7', b: ['n/7'], c: 't' }]);
  expect(
    await answer('input: async ({ cycle }) => expand(made.output.one, { cycle: [1, cycle] })'),
  ).toEqual([['m/1', 'm/7']]);
});

test('a reference with a wildcard that the job has not says so', async () => {
  const other = "rule('p', { output: 'p/{z}', shell: 'x' })";
  await expect(answer(`input: () => ${other}.output`)).rejects.toThrow(
    '`p/{z}` of rule `p` has the wildcard `z`: use `expand`',
  );
});

test('flags in an answer mark their files', async () => {
  const [paths, group] = await Promise.all([
    answer("input: ({ cycle }) => [cycle, ancient('old'), orderOnly(['x', made.output.one])]"),
    answer("input: () => ({ a: ancient(made.output.one), b: ['c'] })"),
  ]);
  expect(paths).toEqual([
    [
      '7',
      new EdgedPath('old', 'ancient'),
      new EdgedPath('x', 'order'),
      new EdgedPath('m/7', 'order'),
    ],
  ]);
  expect(group).toEqual([{ a: new EdgedPath('m/7', 'ancient'), b: ['c'] }]);
});

test('an object that is no record of files is handed on as it is, to be refused', async () => {
  expect(await answer('input: () => new Date(0)')).toEqual([new Date(0)]);
  expect(await answer("input: () => new Map([['a', 'b']])")).toEqual([new Map([['a', 'b']])]);
});

test('a misspelt wildcard throws instead of being undefined', async () => {
  await expect(answer('input: ({ cycel }) => cycel')).rejects.toThrow(
    'there is no wildcard `cycel`, only `cycle`, `odd`',
  );
  await expect(answer('input: async ({ cycel }) => cycel')).rejects.toThrow('no wildcard `cycel`');
});

test('what expand says within a function is located', async () => {
  const failure: unknown = await answer("input: () => expand('a/{x}', { y: 1 })").catch(
    (error: unknown) => error,
  );
  const [diagnostic] = failure instanceof FlowError ? failure.diagnostics : [];
  expect(diagnostic?.spans[0]?.span).toMatchObject({ file: '/w/flow.js', line: 2, length: 6 });
});

test('values in a glob match themselves only', async () => {
  expect(await answer("input: glob('raw/{odd}/*.{tif,tiff}')")).toEqual([
    ['found raw/a\\*\\[b\\]\\{c\\}/*.{tif,tiff}'],
  ]);
});

test('params see wildcards, config and inputs', async () => {
  const { params } = await rule(
    'params: { p: ({ cycle }, { config, input, ...rest }) => [cycle, config.folder, input.all, input.image, input.more, Object.keys(rest)] }',
  );
  const [param] = params;
  const context = { wildcards: CONTEXT.wildcards, config: CONTEXT.config, input: INPUT };
  expect(typeof param?.value === 'function' && param.value(context)).toEqual([
    '7',
    'raw',
    ['x', 'y'],
    'x',
    ['y'],
    ['wildcards'],
  ]);
});

test('threads, resources and priority see the attempt and the last failure too', async () => {
  const call =
    '({ cycle }, { attempt, failure, input }) => `${cycle} ${attempt} ${failure} ${input.image}`';
  const made = await rule(
    `threads: ${call}, resources: { mem: ${call}, own: ${call} }, priority: ${call}`,
  );
  const context = {
    wildcards: CONTEXT.wildcards,
    config: {},
    input: INPUT,
    attempt: 2,
    failure: 'oom' as const,
  };
  const { threads, resources } = made.amounts;
  const values = [threads, resources['mem'], resources['own'], made.priority].map((amount) =>
    typeof amount === 'function' ? amount(context) : amount,
  );
  expect(values).toEqual(Array.from({ length: 4 }, () => '7 2 oom x'));
});
