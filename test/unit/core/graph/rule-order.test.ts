import { expect, test } from 'vitest';
import { type GraphOptions, graphOf, jobLabels, problemsOf } from '../../../rigs/graph-rig.ts';

const TWO = ['fast: {n}.out <- {n}.quick', 'slow: {x}.out <- {x}.in'];

async function jobs(
  lines: readonly string[],
  targets: readonly string[],
  options: GraphOptions,
): Promise<string[]> {
  return jobLabels(await graphOf(lines, targets, options)).toSorted();
}

test('of two rules that make a file the preferred one makes it', async () => {
  expect(await jobs(TWO, ['a.out'], { order: ['fast slow'] })).toEqual(['fast n=a']);
  expect(await jobs(TWO, ['a.out'], { order: ['slow fast'] })).toEqual(['slow x=a']);
});

test('an explicit order wins over the number of wildcards, and goes through other rules', async () => {
  const lines = ['exact: a.out <- s', 'one: {n}.out <- s', 'two: {n}.{m} <- s'];
  expect(await jobs(lines, ['a.out'], {})).toEqual(['exact']);
  expect(await jobs(lines, ['a.out'], { order: ['two one'] })).toEqual(['exact']);
  expect(await jobs(lines, ['a.out'], { order: ['two one', 'one exact'] })).toEqual([
    'two n=a, m=out',
  ]);
});

test('rules that no order compares contend as before', async () => {
  const lines = ['a: {n}.out <- s', 'b: {m}.out <- s', 'c: {k}.out <- s'];
  expect(await problemsOf(lines, ['x.out'], { order: ['a b'] })).toMatchInlineSnapshot(`
    "error[ambiguous-rules] (workflow): 2 rules can make \`x.out\`
      1:4 \`{n}.out\` rule \`a\` makes it with n=x
      3:4 \`{k}.out\` rule \`c\` makes it with k=x
      needed by: target \`x.out\`
    hint: constrain a wildcard, as in \`{sample,[A-Z]+}\`, give one rule a more specific path, or say which goes first: \`order: [a, c]\`"
  `);
});

test('a preferred rule that lacks an input is an error with the chain, not a silent fallback', async () => {
  const options = { order: ['fast slow'], existing: ['a.in'] };
  expect(await problemsOf(['t <- a.out', ...TWO], ['t'], options)).toMatchInlineSnapshot(`
    "error[no-rule-for-file] (workflow): nothing makes \`a.quick\`, and no such file exists
      2:18 \`{n}.quick\` rule \`fast\` reads it here
      needed by: \`fast n=a\`, for \`t\`, for target \`t\`
    hint: add a rule whose output matches it, or put the file in its place"
  `);
});

test('with fallback a rule that lacks an input gives way to the next one', async () => {
  const options = { order: ['fast ?slow'], existing: ['a.in', 'b.quick', 'b.in'] };
  expect(await jobs(TWO, ['a.out', 'b.out'], options)).toEqual(['fast n=b', 'slow x=a']);
});

test('it gives way only where the missing input cannot be had by falling back itself', async () => {
  const lines = [
    't <- mid.out',
    'first: mid.out <- a.x',
    'second: mid.{e} <- s',
    'good: {n}.x <- {n}.gone',
    'better: {m}.x <- s',
  ];
  const order = ['first ?second', 'good ?better'];
  expect(await jobs(lines, ['t'], { order, existing: ['s'] })).toEqual([
    'better m=a',
    'first',
    't',
  ]);
});

test('falls back as far as the order goes, and then says what is missing', async () => {
  const lines = ['a: {n}.o <- {n}.1', 'b: {n}.o <- {n}.2', 'c: {n}.o <- {n}.3'];
  const order = ['a ?b ?c'];
  expect(await jobs(lines, ['x.o'], { order, existing: ['x.3'] })).toEqual(['c n=x']);
  expect(await problemsOf(lines, ['x.o'], { order, existing: [] })).toMatchInlineSnapshot(`
    "error[no-rule-for-file] (workflow): nothing makes \`x.3\`, and no such file exists
      3:13 \`{n}.3\` rule \`c\` reads it here
      needed by: \`c n=x\`, for target \`x.o\`
    hint: add a rule whose output matches it, or put the file in its place"
  `);
});

test('outputs of a job that gives way go to the rule that takes its place, together', async () => {
  const lines = ['t <- a.x a.y', 'fast: {n}.x {n}.y <- {n}.quick', 'slow: {n}.x {n}.y <- {n}.in'];
  const options = { order: ['fast ?slow'], existing: ['a.in'] };
  expect(await jobs(lines, ['t'], options)).toEqual(['slow n=a', 't']);
});

test('an input function that refuses gives way, too', async () => {
  const lines = ['fast: {n}.out <- s', 'slow: {n}.out <- s'];
  const span = { file: '/w/flow.txt', line: 1, column: 1, length: 1 };
  const input = [{ kind: 'function', name: undefined, span, edge: 'data', call: refuse }] as const;
  const options = { order: ['fast ?slow'], changes: { fast: { input } } };
  expect(await jobs(lines, ['a.out'], options)).toEqual(['slow n=a']);
});

test('a file that a rule is pinned to does not fall back', async () => {
  const options = { order: ['fast ?slow'], existing: ['a.in'] };
  expect(await problemsOf(['t <- a.out@fast', ...TWO], ['t'], options)).toMatchInlineSnapshot(`
    "error[no-rule-for-file] (workflow): nothing makes \`a.quick\`, and no such file exists
      2:18 \`{n}.quick\` rule \`fast\` reads it here
      needed by: \`fast n=a\`, for \`t\`, for target \`t\`
    hint: add a rule whose output matches it, or put the file in its place"
  `);
});

test('nor does one that a rule is pinned to after it was chosen', async () => {
  const options = { order: ['fast ?slow'], existing: ['a.in'] };
  const problems = await problemsOf(['t <- a.out u', 'u <- a.out@fast', ...TWO], ['t'], options);
  expect(problems.split('\n')[0]).toBe(
    'error[no-rule-for-file] (workflow): nothing makes `a.quick`, and no such file exists',
  );
});

function refuse(): never {
  throw new Error('not for this one');
}
