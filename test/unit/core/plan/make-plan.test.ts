import { expect, test } from 'vitest';
import { FlowError } from '../../../../src/core/diagnostic.ts';
import { problemText } from '../../../rigs/graph-rig.ts';
import { PlanRig } from './plan-rig.ts';
import { digestOf } from './planned.ts';

// The decision table has verdicts and kinds of reasons; here are the values that reasons bear, and
// what else a plan says.

const rig = (...lines: readonly (string | readonly string[])[]): PlanRig => new PlanRig(...lines);

test('a missing output is named', async () => {
  const planned = await rig('b <- a', 'c <- b').plan({ targets: ['c'] });
  expect(planned.reasons('b')).toEqual([{ kind: 'output-missing', path: 'b' }]);
});

test('who forced a job is told, the narrowest demand first', async () => {
  const built = await rig('b <- a', 'c <- b').done('c');
  const force = { all: true, targets: true, names: ['b'] } as const;
  const planned = await built.plan({ targets: ['c'], force });
  expect(planned.reasons('b')).toEqual([{ kind: 'forced', by: 'forcerun' }]);
  expect(planned.reasons('c')).toEqual([{ kind: 'forced', by: 'force' }]);
  const all = await built.plan({ targets: ['c'], force: { all: true } });
  expect(all.reasons('b')).toEqual([{ kind: 'forced', by: 'forceall' }]);
});

test('an open attempt names an output of it', async () => {
  const built = (await rig('both: b c <- a').done('b', 'c')).open('b', 'c');
  const planned = await built.plan({ targets: ['b'] });
  expect(planned.reasons('both')).toEqual([{ kind: 'incomplete', path: 'b' }]);
});

test('every input that is newer than the oldest output is named, with both times', async () => {
  const planned = await rig('both: d e <- a b c')
    .write('a', 'd', 'b', 'e', 'c')
    .plan({ targets: ['d', 'e'] });
  const output = { output: 'd', outputMtimeMs: 1002 };
  expect(planned.reasons('both')).toEqual([
    { kind: 'input-newer', input: 'b', inputMtimeMs: 1003, ...output },
    { kind: 'input-newer', input: 'c', inputMtimeMs: 1005, ...output },
  ]);
});

test('a changed content is told by its digests, once for a file that is listed twice', async () => {
  const built = (await rig('b <- x=a y=a').done('b')).put('a', 'other');
  const planned = await built.plan({ targets: ['b'] });
  expect(planned.reasons('b')).toEqual([
    { kind: 'input-changed', path: 'a', old: digestOf('new a'), new: digestOf('other') },
  ]);
});

test('a final input that came or went is absent before or after', async () => {
  const came = (await rig('b <- final(a)').done('b')).write('a');
  expect((await came.look('a').plan({ targets: ['b'] })).reasons('b')).toEqual([
    { kind: 'input-changed', path: 'a', old: 'absent', new: digestOf('new a') },
  ]);
  const went = (await rig('b <- final(a)').write('a').done('b')).remove('a');
  expect((await went.plan({ targets: ['b'] })).reasons('b')).toEqual([
    { kind: 'input-changed', path: 'a', old: digestOf('new a'), new: 'absent' },
  ]);
});

test('a content that nobody knows is unknown', async () => {
  const came = (await rig('b <- final(a)').done('b')).write('a');
  expect((await came.plan({ targets: ['b'] })).reasons('b')).toEqual([
    { kind: 'input-changed', path: 'a', old: 'absent', new: 'unknown' },
  ]);
  const built = await rig('b <- a').pending('a').done('b');
  const unstable = built.put('a', 'other').look('a');
  expect((await unstable.plan({ targets: ['b'] })).reasons('b')).toEqual([
    { kind: 'input-changed', path: 'a', old: 'unknown', new: digestOf('other') },
  ]);
});

test('lists of inputs are told with their names, and what came and went', async () => {
  const built = (await rig('d <- x=a y=[b c]').done('d')).rules('d <- b z=[e a]');
  expect((await built.write('e').plan({ targets: ['d'] })).reasons('d')).toEqual([
    {
      kind: 'inputs-changed',
      added: ['e'],
      removed: ['c'],
      old: ['x=a', 'y=b', 'y=c'],
      new: ['b', 'z=e', 'z=a'],
    },
  ]);
});

test('a list that was a single path is told as one', async () => {
  const built = (await rig('b <- x=a').done('b')).rules('b <- x=[a]');
  expect((await built.plan({ targets: ['b'] })).reasons('b')).toEqual([
    { kind: 'inputs-changed', added: [], removed: [], old: ['x=a'], new: ['x[]=a'] },
  ]);
});

test('code and environment are told with their texts, params by name', async () => {
  const built = await rig('b <- a').change('params', 'b', '{"a":1,"b":[2],"d":{"e":3}}').done('b');
  const changed = built
    .change('code', 'b', 'sort -u')
    .change('env', 'b', '{"conda":"x"}')
    .change('params', 'b', '{"a":1,"c":"x","d":{"e":4}}');
  expect((await changed.plan({ targets: ['b'] })).reasons('b')).toEqual([
    { kind: 'code-changed', old: 'code of the rule', new: 'sort -u' },
    {
      kind: 'params-changed',
      changes: [
        { name: 'c', old: undefined, new: '"x"' },
        { name: 'd.e', old: '3', new: '4' },
        { name: 'b', old: '[2]', new: undefined },
      ],
    },
    { kind: 'env-changed', old: 'env of the rule', new: '{"conda":"x"}' },
  ]);
});

test('params whose order alone changed are told by their order', async () => {
  const built = await rig('b <- a').change('params', 'b', '{"a":1,"b":{}}').done('b');
  const changed = built.change('params', 'b', '{"b":{},"a":1}');
  expect((await changed.plan({ targets: ['b'] })).reasons('b')).toEqual([
    {
      kind: 'params-changed',
      changes: [{ name: '(order)', old: '["a","b"]', new: '["b","a"]' }],
    },
  ]);
});

test('an input that may be remade is named once, and so is a temporary file', async () => {
  const lines = ['temp(t) u <- b', 'b <- a', 'c <- t b=b again=b'];
  const built = (await rig(...lines).done('c')).remove('t').put('a', 'other');
  const planned = await built.plan({ targets: ['c'] });
  expect(planned.reasons('b')).toEqual([
    { kind: 'input-changed', path: 'a', old: digestOf('new a'), new: digestOf('other') },
  ]);
  expect(planned.reasons('c')).toEqual([
    { kind: 'input-remade', path: 't' },
    { kind: 'input-remade', path: 'b' },
  ]);
  expect(planned.reasons('t')).toEqual([
    { kind: 'input-remade', path: 'b' },
    { kind: 'temp-may-be-needed', path: 't' },
  ]);
});

test('every removed temporary file that is needed again is named', async () => {
  const lines = ['temp(t) temp(u) x <- a', 'c <- u t', 'd <- x'];
  const built = (await rig(...lines).done('c', 'd')).remove('t', 'u');
  const planned = await built.change('code', 'c', 'other').plan({ targets: ['c', 'd'] });
  expect(planned.reasons('t')).toEqual([
    { kind: 'temp-needed', path: 't' },
    { kind: 'temp-needed', path: 'u' },
  ]);
  expect(planned.verdict('d')).toBe('conditional');
});

test('a held job passes nothing on that reaches it from a removed temporary file', async () => {
  const lines = ['both: temp(t) s <- a', 'b <- x', 'c <- t b', 'h <- s', 'r <- h'];
  const built = (await rig(...lines).done('c', 'r')).remove('t').put('h', 'by hand');
  // The reader of the edited file has taken it as it is.
  const edited = (await built.rules('r <- h').done('r')).rules(...lines);
  for (const rule of ['h', 'b']) edited.change('code', rule, 'other');
  const planned = await edited.plan({ targets: ['c', 'r'] });
  const verdicts = ['both', 'c', 'h', 'r'].map((job) => planned.verdict(job));
  expect(verdicts).toEqual(['dormant', 'conditional', 'held', 'keep']);
});

test('a removed temporary file stands for what was last seen of it', async () => {
  const built = (await rig('temp(t) <- a', 'c <- t').done('c')).remove('t');
  const planned = await built.plan({ targets: ['c'] });
  const { plan, input } = planned;
  const file = plan.graph.paths.find('t');
  const digest = input.records.internDigest(digestOf('new t'));
  expect([...plan.removedTemps]).toEqual([[file, { digest, mtimeMs: 1002 }]]);
});

test('every job that has something to run is counted, and kept ones have no reasons', async () => {
  const lines = [
    'b <- a',
    'c <- b',
    'temp(t) <- s',
    'd <- c t',
    'e <- s',
    'x <- a',
    'all: <- d e x',
  ];
  const built = (await rig(...lines).done('all')).remove('t').put('x', 'by hand');
  const stale = built.change('code', 'b', 'other').change('code', 'x', 'other');
  const planned = await stale.plan({ targets: ['all'] });
  expect(planned.plan.counts).toEqual({ keep: 1, run: 1, conditional: 2, dormant: 1, held: 1 });
  expect(planned.reasons('e')).toEqual([]);
  expect(planned.reasons('all')).toEqual([]);
});

test('jobs without a record are adopted if all is there and nothing is in motion', async () => {
  const lines = ['b <- a', 'c <- b', 'd <- a', 'both: e f <- a', 'g <- x', 'h <- final(y)'];
  const found = rig(...lines).write('a', 'x', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
  const targets = ['c', 'd', 'e', 'g', 'h'];
  expect((await found.plan({ targets })).adopted().toSorted()).toEqual(
    ['b', 'c', 'd', 'both', 'g', 'h'].toSorted(),
  );
  const force = { names: ['b'] };
  // `b` runs; `c` is conditional on it; `both` is not whole; the input of `g` is away.
  const partly = found.remove('f', 'x');
  expect((await partly.plan({ targets, force })).adopted()).toEqual(['d', 'h']);
});

test('without mtime nobody adopts what reads a file that is being made', async () => {
  const found = rig('b <- a', 'c <- b').write('a', 'b', 'c');
  const request = { targets: ['c'], force: { names: ['b'] }, without: ['mtime'] } as const;
  expect((await found.plan(request)).adopted()).toEqual([]);
});

test('a job is not adopted before its removed temporary input is there again', async () => {
  const found = await rig('temp(t) <- a', 'c <- t').write('a').done('t');
  const planned = await found
    .write('c')
    .remove('t')
    .plan({ targets: ['c'] });
  expect(planned.verdict('c')).toBe('keep');
  expect(planned.adopted()).toEqual([]);
});

test('a job without a record is not adopted if an output is of another kind than the rule makes', async () => {
  const found = rig('both: b c <- a').write('a', 'c').put('b', '', { type: 'directory' });
  const planned = await found.plan({ targets: ['c'] });
  expect([planned.adopted(), planned.edited()]).toEqual([[], ['b']]);
});

test('what is away is protected from nobody', async () => {
  const made = await rig('both: protect(b) c <- a').done('b', 'c');
  const planned = await made
    .protect('b')
    .remove('b')
    .plan({ targets: ['b'] });
  expect(planned.verdict('both')).toBe('run');
});

test('a job without a record is not adopted while an attempt at it is open', async () => {
  const found = rig('b <- a').write('a', 'b').open('b');
  expect((await found.plan({ targets: ['b'] })).adopted()).toEqual([]);
});

test('edited outputs are told by file and by job, whatever the verdict', async () => {
  const lines = ['b <- a', 'both: c d <- b', 'e <- b', 'all: <- c d e'];
  const built = await rig(...lines).done('all');
  for (const path of ['b', 'd', 'c']) built.put(path, 'by hand');
  const planned = await built.plan({ targets: ['all'], force: { names: ['b'] } });
  expect(planned.edited()).toEqual(['b', 'c', 'd']);
  expect(['b', 'both', 'e'].map((job) => planned.isEdited(job))).toEqual([true, true, false]);
});

test('outputs of a rule in another order than in the record are not edited', async () => {
  const built = await rig('abc: b c d <- a').done('b');
  const turned = built.rules('abc: d c b <- a');
  expect((await turned.plan({ targets: ['b'] })).edited()).toEqual([]);
  expect((await turned.put('d', 'by hand').plan({ targets: ['b'] })).edited()).toEqual(['d']);
});

test('a file that is needed beside edited ones is an error that names them all', async () => {
  const lines = ['three: b c d <- a', 'x y <- a', 'all: <- b c d x y'];
  const built = (await rig(...lines).done('all')).remove('c', 'b', 'x');
  const plan = built
    .put('d', 'by hand')
    .put('y', 'by hand')
    .plan({ targets: ['all'] });
  const error: unknown = await plan.catch((caught: unknown) => caught);
  const diagnostics = error instanceof FlowError ? error.diagnostics : [];
  expect(diagnostics.map((it) => problemText(it, lines)).join('\n')).toMatchInlineSnapshot(`
    "error[edited-beside-missing] (usage): \`b\` and \`c\` are missing, and making them would overwrite \`d\`, edited by hand
      1:1 \`three: b c d <- a\` made together by rule \`three\`
    hint: to overwrite what was edited, run again with \`-R d\`
    error[edited-beside-missing] (usage): \`x\` is missing, and making it would overwrite \`y\`, edited by hand
      2:1 \`x y <- a\` made together by rule \`x\`
    hint: to overwrite what was edited, run again with \`-R y\`"
  `);
});
