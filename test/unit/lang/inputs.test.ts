import { expect, test } from 'vitest';
import { NO_FLAGS } from '../../../src/core/rule/output-flags.ts';
import { open, ruleOf } from './workflow-rig.ts';

/** Groups of a rule's inputs as `name: producer/path …`, lists in brackets. */
async function inputs(input: string): Promise<string[]> {
  const text = `
    const made = rule('made', {
      output: { image: 'm/{c,[0-9]+}.tif', list: ['l/{c}', 'k/{c}'] },
      shell: 'x',
    });
    const one = rule('one', { output: temp('one.txt'), shell: 'x' });
    return [made, one, rule('r', { output: 'o/{c}', shell: 'x', input: ${input} })];`;
  const rule = ruleOf(await open({ 'flow.js': text }), 'r');
  return rule.input.map((group) => {
    if (group.kind === 'function') {
      return `${group.name ?? '-'}: ${marked('a function', group.edge)}`;
    }
    const items = group.items.map(({ pattern, producer, edge }) =>
      marked(producer === undefined ? pattern.source : `${producer}/${pattern.source}`, edge),
    );
    const shown = group.isList ? `[${items.join(' ')}]` : items.join(' ');
    return `${group.name ?? '-'}: ${shown}`;
  });
}

function marked(path: string, edge: string): string {
  return edge === 'data' ? path : `${edge}(${path})`;
}

test('one path is one path, a list is a list', async () => {
  expect(await inputs("'a/{c}'")).toEqual(['-: a/{c}']);
  expect(await inputs("['a/{c}']")).toEqual(['-: [a/{c}]']);
  expect(await inputs('[]')).toEqual(['-: []']);
  expect(await inputs("{ x: 'a', y: ['b', 'c'] }")).toEqual(['x: a', 'y: [b c]']);
});

test('references pin their rule, alone, in lists and as a whole', async () => {
  expect(await inputs('one.output')).toEqual(['-: one/one.txt']);
  expect(await inputs('{ x: made.output.image }')).toEqual(['x: made/m/{c,[0-9]+}.tif']);
  expect(await inputs('made.output')).toEqual([
    'image: made/m/{c,[0-9]+}.tif',
    'list: [made/l/{c} made/k/{c}]',
  ]);
  expect(await inputs("['a', made.output.list, one.output]")).toEqual([
    '-: [a made/l/{c} made/k/{c} one/one.txt]',
  ]);
});

test('expand gives every combination, zipped lists, or a part', async () => {
  expect(await inputs("expand('{x}/{y}', { x: ['a', 'b'], y: [1, 2] })")).toEqual([
    '-: [a/1 a/2 b/1 b/2]',
  ]);
  expect(await inputs("expand('{x}/{y}', { x: ['a', 'b'], y: [1, 2] }, { zip: true })")).toEqual([
    '-: [a/1 b/2]',
  ]);
  expect(await inputs("{ all_: expand('{x}/{c}', { x: ['a', 'b'] }, { partial: true }) }")).toEqual(
    ['all_: [a/{c} b/{c}]'],
  );
  expect(await inputs('expand(made.output.image, { c: [1, 2] })')).toEqual([
    '-: [made/m/1.tif made/m/2.tif]',
  ]);
});

test('a flag holds for all that it is put around', async () => {
  expect(await inputs("ancient('a/{c}')")).toEqual(['-: ancient(a/{c})']);
  expect(await inputs("orderOnly(['a', one.output])")).toEqual([
    '-: [order(a) order(one/one.txt)]',
  ]);
  expect(await inputs("['a', ancient('b'), orderOnly(['c', 'd'])]")).toEqual([
    '-: [a ancient(b) order(c) order(d)]',
  ]);
  expect(await inputs("{ x: ancient(one.output), y: ['a', orderOnly('b')] }")).toEqual([
    'x: ancient(one/one.txt)',
    'y: [a order(b)]',
  ]);
  expect(await inputs("ancient(expand('{x}', { x: ['a', 'b'] }))")).toEqual([
    '-: [ancient(a) ancient(b)]',
  ]);
  expect(await inputs("[ancient(glob('a*')), orderOnly(glob('b*'))]")).toEqual([
    '-: ancient(a function)',
    '-: order(a function)',
  ]);
});

test('after any end, inputs may be absent, but for those that are flagged', async () => {
  const text = `return rule('r', { output: 'o/{c}', after: 'any', shell: 'x',
    input: ['a', ancient('b'), orderOnly('d'), glob('e*'), () => 'f'] });`;
  const edges = ruleOf(await open({ 'flow.js': text }), 'r').input.flatMap((group) =>
    group.kind === 'function' ? group.edge : group.items.map(({ edge }) => edge),
  );
  expect(edges).toEqual(['final', 'ancient', 'order', 'final', 'final']);
});

test('functions and globs stand by themselves in a list', async () => {
  expect(await inputs("['a', 'b', () => 'c', glob('d*'), 'e']")).toEqual([
    '-: [a b]',
    '-: a function',
    '-: a function',
    '-: [e]',
  ]);
  expect(await inputs("{ f: () => 'x', g: glob('y') }")).toEqual([
    'f: a function',
    'g: a function',
  ]);
});

test('flags of outputs are kept', async () => {
  const text = `return rule('r', { output: {
    a: temp('a'), b: directory('b'), c: temp(directory('c')), d: directory(temp('d')), e: ['e', temp('f')],
    g: protect(directory('g')), h: touch('h'), i: optional(ensure('i', { nonEmpty: true })),
    j: report(ensure('j', { sha256: 'A'.repeat(64) }), { caption: 'Plate', category: 'QC' }), k: report('k') }, shell: 'x' });`;
  const { output } = ruleOf(await open({ 'flow.js': text }), 'r');
  const flags = output.flatMap(({ items }) =>
    items.map(({ pattern, ...item }) => {
      const set = Object.entries(item).filter(([name]) => name in NO_FLAGS);
      const own = set.filter(([, flag]) => flag !== false && flag !== undefined);
      return { [pattern.source]: Object.fromEntries(own) };
    }),
  );
  expect(flags).toEqual([
    { a: { isTemp: true } },
    { b: { isDirectory: true } },
    { c: { isTemp: true, isDirectory: true } },
    { d: { isTemp: true, isDirectory: true } },
    { e: {} },
    { f: { isTemp: true } },
    { g: { isProtected: true, isDirectory: true } },
    { h: { isTouched: true } },
    { i: { isOptional: true, ensure: { nonEmpty: true } } },
    {
      j: {
        ensure: { nonEmpty: false, sha256: 'a'.repeat(64) },
        report: { caption: 'Plate', category: 'QC' },
      },
    },
    { k: { report: {} } },
  ]);
});

test('rules may be exported without a workflow, as a list or a function of the config', async () => {
  const { rules } = await open({ 'flow.js': "return [[rule('a', { output: 'a', shell: 'x' })]];" });
  expect(rules.map(({ name }) => name)).toEqual(['a']);
  const made = await open(
    { 'flow.js': "return async (config) => rule(config.name, { output: 'a', shell: 'x' });" },
    { name: 'b' },
  );
  expect(made.rules.map(({ name }) => name)).toEqual(['b']);
});
