import { expect, test } from 'vitest';
import { inputsOf, outputsOf, producerOf } from '../../../../src/core/graph/graph-views.ts';
import { EDGE_KINDS, type JobGraph } from '../../../../src/core/graph/job-graph.ts';
import { PathTable } from '../../../../src/core/graph/path-table.ts';
import type { FunctionInputs } from '../../../../src/core/rule/rule.ts';
import { graphOf, jobLabels, jobNamed, problemsOf } from '../../../rigs/graph-rig.ts';

test('asks backwards from the targets', async () => {
  const graph = await graphOf(['d <- b c', 'c <- a', 'b <- a', 'a <- s', 'other <- a'], ['d']);
  expect(jobLabels(graph)).toEqual(['d', 'b', 'c', 'a']);
});

test('puts every job after the jobs that it needs, by number where either may be first', async () => {
  const graph = await graphOf(['d <- b c', 'c <- a', 'b <- a', 'a <- s'], ['d']);
  expect([...graph.order].map((job) => jobLabels(graph)[job])).toEqual(['a', 'b', 'c', 'd']);
});

test('numbers the jobs of a chain before those of the next one', async () => {
  const graph = await graphOf(['t <- x1 y1', 'x1 <- x2', 'y1 <- y2', 'y2 <-', 'x2 <-'], ['t']);
  expect(jobLabels(graph)).toEqual(['t', 'x1', 'y1', 'x2', 'y2']);
});

test('fills wildcards in from the output to the inputs', async () => {
  const graph = await graphOf(
    ['align: out/{s}/{l}.bam <- {l}.ref raw/{s}_{l}.fq'],
    ['out/A/2.bam'],
  );
  expect(jobLabels(graph)).toEqual(['align s=A, l=2']);
  expect(inputs(graph, 'align s=A, l=2')).toEqual(['2.ref', 'raw/A_2.fq']);
});

test('orders wildcards by the rule, whatever the order in an output', async () => {
  const graph = await graphOf(['split: {s}/{l}.a {l}/{s}.b <- {s}'], ['2/A.b']);
  expect(jobLabels(graph)).toEqual(['split s=A, l=2']);
  expect(outputs(graph, 'split s=A, l=2')).toEqual(['A/2.a', '2/A.b']);
});

test('makes one job of a rule and its wildcards, whichever outputs are asked for', async () => {
  const graph = await graphOf(['t <- a.x a.y b.x', 'pair: {n}.x {n}.y <- s'], ['t']);
  expect(jobLabels(graph)).toEqual(['t', 'pair n=a', 'pair n=b']);
  expect(outputs(graph, 'pair n=a')).toEqual(['a.x', 'a.y']);
});

test('keeps equal wildcard values once along a chain', async () => {
  const graph = await graphOf(['{n}.c <- {n}.b', '{n}.b <- {n}.a', '{n}.a <-'], ['x.c']);
  expect(graph.wildcardValues[2]).toBe(graph.wildcardValues[0]);
});

test('normalises the paths that rules write', async () => {
  const graph = await graphOf(['t <- ./a//b a/./b', 'make: a/x/../b <-'], ['t']);
  expect(inputs(graph, 't')).toEqual(['a/b', 'a/b']);
  expect(jobLabels(graph)).toEqual(['t', 'make']);
});

test('knows the kinds of edges', async () => {
  const graph = await graphOf(['t <- a order(b) ancient(c) final(d)'], ['t']);
  expect(Array.from(graph.inputEdge, (edge) => EDGE_KINDS[edge])).toEqual([
    'data',
    'order',
    'ancient',
    'final',
  ]);
});

test('knows how inputs are grouped', async () => {
  const graph = await graphOf(['t <- a x=b y=[c d] e', 'u <- t'], ['u']);
  expect(graph.shapes[graph.inputShape[jobNamed(graph, 't')] ?? -1]).toEqual([
    { name: undefined, isList: true, count: 2 },
    { name: 'x', isList: false, count: 1 },
    { name: 'y', isList: true, count: 2 },
  ]);
  expect(graph.shapes[graph.inputShape[jobNamed(graph, 'u')] ?? -1]).toEqual([
    { name: undefined, isList: false, count: 1 },
  ]);
});

test('uses the numbers that the records gave to files', async () => {
  const paths = new PathTable();
  for (const path of ['unrelated', 'b', 'a']) paths.intern(path);
  const graph = await graphOf(['b <- a'], ['b'], { paths });
  expect([...graph.inputFile]).toEqual([2]);
  expect([...graph.producer.subarray(0, 3)]).toEqual([-1, 0, -1]);
});

test('asks the disk about each file once, and not about files that rules make', async () => {
  const asked: string[] = [];
  const isThere = (path: string): boolean => asked.push(path) > 0;
  await graphOf(['t <- a b', 'a <- s', 'b <- s u'], ['t'], { isThere });
  expect(asked).toEqual(['s', 'u']);
});

test('leaves a target alone that exists and that nobody makes', async () => {
  const graph = await graphOf(['other <-'], ['data.csv'], { existing: ['data.csv'] });
  expect(graph.jobCount).toBe(0);
  expect(graph.targetFiles.map((file) => graph.paths.path(file))).toEqual(['data.csv']);
});

test('takes rules as targets: their outputs, or the job that has none', async () => {
  const graph = await graphOf(['all: <- b', 'b: b b2 <- s', 'c: c <-'], [], {
    targetRules: ['all', 'b'],
  });
  expect(graph.targetFiles.map((file) => graph.paths.path(file))).toEqual(['b', 'b2']);
  expect(graph.targetJobs).toEqual([jobNamed(graph, 'all')]);
});

test('prefers the rule with fewer wildcards', async () => {
  const lines = ['any: {a}/{b}.txt <-', 'some: {a}/x.txt <-', 'one: y/x.txt <-'];
  const graph = await graphOf(lines, ['y/x.txt', 'z/x.txt', 'z/w.txt']);
  expect(jobLabels(graph)).toEqual(['one', 'some a=z', 'any a=z, b=w']);
});

test('takes the rule that the workflow names, though another would be preferred', async () => {
  const graph = await graphOf(['t <- x.txt@any', 'any: {n}.txt <-', 'one: x.txt <-'], ['t']);
  expect(jobLabels(graph)).toEqual(['t', 'any n=x']);
});

test('lets one job name the rule for all that read the file', async () => {
  const lines = ['t <- x u', 'u <- x@second', 'first: x <-', 'second: x <-'];
  const graph = await graphOf(lines, ['t']);
  expect(jobLabels(graph)).toEqual(['t', 'u', 'second']);
});

test('lets the rule that is named win over the preferred one, whoever asks first', async () => {
  const rules = ['any: {n}.txt <-', 'one: x.txt <- deep', 'deep <-'];
  const named = ['t <- x.txt@any', 'first: <- x.txt t', 'last: <- t x.txt'];
  for (const target of ['first', 'last']) {
    const graph = await graphOf([...named, ...rules], [], { targetRules: [target] });
    expect(jobLabels(graph).toSorted()).toEqual(['any n=x', target, 't'].toSorted());
  }
});

test('finds contending rules, though a job already makes the file by the way', async () => {
  const lines = ['t <- a.x both', 'one: a.x both <-', 'two: b.x both <-'];
  const problems = await problemsOf(lines, ['t']);
  expect(problems.split('\n')[0]).toBe(
    'error[ambiguous-rules] (workflow): 2 rules can make `both`',
  );
});

test('finds that the preferred rule and another job would make one file', async () => {
  const lines = ['t <- a.x a.y', 'pair: {n}.x {n}.y <-', 'one: a.y <-'];
  expect(await problemsOf(lines, ['t'])).toMatchInlineSnapshot(`
    "error[clashing-jobs] (workflow): 2 jobs would make \`a.y\`
      2:13 \`{n}.y\` job \`pair n=a\` makes it
      3:6 \`a.y\` job \`one\` makes it
    hint: give one of them another path: what one job writes, no other may write"
  `);
});

test('makes a log for who asks for it', async () => {
  const graph = await graphOf(['t <- a a.log', 'make: a <- s | a.log'], ['t']);
  expect(jobLabels(graph)).toEqual(['t', 'make']);
  expect(producerOf(graph, graph.paths.find('a.log'))).toBe(jobNamed(graph, 'make'));
  expect(outputs(graph, 'make')).toEqual(['a']);
});

test('makes the job of a log that is asked for first', async () => {
  const graph = await graphOf(['t <- x.log x.out', 'make: {n}.out <- s | {n}.log'], ['t']);
  expect(jobLabels(graph)).toEqual(['t', 'make n=x']);
});

test('finds what lies in a directory that a rule makes', async () => {
  const lines = ['t <- plates/7/a.tif plates/7/raw/b.tif', 'plate: dir(plates/{n}) <- {n}.raw'];
  const graph = await graphOf(lines, ['t'], { existing: ['7.raw'] });
  expect(jobLabels(graph)).toEqual(['t', 'plate n=7']);
  expect(outputs(graph, 'plate n=7')).toEqual(['plates/7']);
  expect(producerOf(graph, graph.paths.find('plates/7/raw/b.tif'))).toBe(1);
});

test('finds what lies in the directory of a rule that the workflow names', async () => {
  const graph = await graphOf(['t <- p/a@plate', 'plate: dir(p) <-', 'a: {x}/a <-'], ['t']);
  expect(jobLabels(graph)).toEqual(['t', 'plate']);
});

test('lets a job write into its own directory', async () => {
  const graph = await graphOf(['make: dir(p) p/x.txt <- s'], ['p/x.txt']);
  expect(outputs(graph, 'make')).toEqual(['p', 'p/x.txt']);
});

test('takes a file as a source that exists, is not ours, and whose rule cannot be built', async () => {
  const lines = ['t <- a b', 'a <- gone', 'b <- s'];
  const graph = await graphOf(lines, ['t'], { existing: ['a', 's'] });
  expect(jobLabels(graph)).toEqual(['t', 'b']);
  expect(graph.order).toHaveLength(2);
  expect(producerOf(graph, graph.paths.find('a'))).toBe(-1);
});

test('asks the disk about no output that nobody needs', async () => {
  const asked: string[] = [];
  const isThere = (path: string): boolean => asked.push(path) > 0 && path !== 'gone';
  const graph = await graphOf(['t <- a', 'make: a b <- gone'], ['t'], { isThere });
  expect(jobLabels(graph)).toEqual(['t']);
  expect(asked).toEqual(['gone', 'a']);
});

test('takes logs and files in directories as sources, too', async () => {
  const lines = ['t <- a.log d/x', 'make: a dir(d) <- gone | a.log'];
  const graph = await graphOf(lines, ['t'], { existing: ['a.log', 'd/x'] });
  expect(jobLabels(graph)).toEqual(['t']);
});

test('takes a file outside of the working directory as a source', async () => {
  const lines = ['t <- ../x/a.txt', 'copy: {folder}/x/a.txt <- s'];
  const graph = await graphOf(lines, ['t'], { existing: ['../x/a.txt', 's'] });
  expect(jobLabels(graph)).toEqual(['t']);
});

test('gives a file to the job that is left of two that would make it', async () => {
  const lines = ['t <- a.one b.two', 'one: a.one both <- gone', 'two: b.two both <- s'];
  const graph = await graphOf(lines, ['t'], { existing: ['a.one', 's'] });
  expect(jobLabels(graph)).toEqual(['t', 'two']);
  expect(producerOf(graph, graph.paths.find('both'))).toBe(jobNamed(graph, 'two'));
});

test('takes no file of ours as a source', async () => {
  const lines = ['t <- a', 'a <- gone'];
  expect(await problemsOf(lines, ['t'], { existing: ['a'], ours: ['a'] })).toMatchInlineSnapshot(`
    "error[no-rule-for-file] (workflow): nothing makes \`gone\`, and no such file exists
      2:6 \`gone\` rule \`a\` reads it here
      needed by: \`a\`, for \`t\`, for target \`t\`
    hint: add a rule whose output matches it, or put the file in its place"
  `);
});

test('takes no file as a source that two rules could make', async () => {
  const lines = ['t <- a.x', 'any: {n}.x <-', 'one: a.x <- gone'];
  const problems = await problemsOf(lines, ['t'], { existing: ['a.x'] });
  expect(problems.split('\n')[0]).toBe(
    'error[no-rule-for-file] (workflow): nothing makes `gone`, and no such file exists',
  );
});

test('makes the file of a rule that is a target, whether it is there or not', async () => {
  const problems = await problemsOf(['a <- gone'], [], { targetRules: ['a'], existing: ['a'] });
  expect(problems.split('\n')[0]).toBe(
    'error[no-rule-for-file] (workflow): nothing makes `gone`, and no such file exists',
  );
});

test('finds the sources nearest to what is missing, however far up', async () => {
  const chain = Array.from({ length: 50 }, (_, index) => `f${index + 1} <- f${index}`);
  const lines = ['t <- f50', ...chain];
  const far = await graphOf(lines, ['t'], { existing: ['f50'] });
  expect(jobLabels(far)).toEqual(['t']);
  const near = await graphOf(lines, ['t'], { existing: ['f50', 'f48'] });
  expect(jobLabels(near)).toEqual(['t', 'f50', 'f49']);
});

test('reads a raw file though the pattern of the rule that reads it would make it, too', async () => {
  const lines = ['clean: {name}.tif <- {name}.raw.tif'];
  const graph = await graphOf(lines, ['a.tif'], { existing: ['a.raw.tif'] });
  expect(jobLabels(graph)).toEqual(['clean name=a']);
});

test('hides no contending rules behind a file that exists', async () => {
  const lines = ['t <- a', 'a <- b', 'one: b <-', 'two: b <-'];
  const problems = await problemsOf(lines, ['t'], { existing: ['a'] });
  expect(problems.split('\n')[0]).toBe('error[ambiguous-rules] (workflow): 2 rules can make `b`');
});

test('reports nothing about jobs that nobody needs in the end', async () => {
  const lines = ['t <- a', 'a <- gone b', 'b <- c', 'c <- b', 'one: x y <-', 'two: z y <-'];
  const graph = await graphOf(lines, ['t'], { existing: ['a'] });
  expect(jobLabels(graph)).toEqual(['t']);
});

test('takes a chain of 100 000 jobs', async () => {
  const previous: FunctionInputs = {
    kind: 'function',
    name: undefined,
    span: { file: '/w/flow.txt', line: 1, column: 1, length: 1 },
    edge: 'data',
    call: ({ wildcards }) => `f${Number(wildcards['n']) - 1}`,
  };
  const changes = { next: { input: [previous] } };
  const graph = await graphOf(['next: f{n,[1-9][0-9]*} <-'], ['f100000'], { changes });
  expect(graph.jobCount).toBe(100_000);
  expect(graph.order[0]).toBe(99_999);
  expect(graph.order[99_999]).toBe(0);
});

test('takes a chain of 20 000 rules', async () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `f${index + 1} <- f${index}`);
  const graph = await graphOf(lines, ['f20000']);
  expect(graph.jobCount).toBe(20_000);
});

test('takes 1000 jobs that read the same 1000 files', async () => {
  const middle = Array.from({ length: 1000 }, (_, index) => `mid/${index}`);
  const targets = Array.from({ length: 1000 }, (_, index) => `out/${index}`);
  const lines = [`sum: out/{n} <- ${middle.join(' ')}`, 'middle: mid/{m} <- src'];
  const graph = await graphOf(lines, targets);
  expect(graph.jobCount).toBe(2000);
  expect(graph.inputStart[2000]).toBe(1_001_000);
  const last = inputsOf(graph, 999);
  expect(Array.from(last, (file) => graph.paths.path(file))).toEqual(middle);
});

test('takes a job with 100 000 inputs', async () => {
  const inputList = Array.from({ length: 100_000 }, (_, index) => `in/${index}`);
  const graph = await graphOf([`t <- ${inputList.join(' ')}`], ['t']);
  expect(graph.inputStart[1]).toBe(100_000);
});

function inputs(graph: JobGraph, label: string): string[] {
  return Array.from(inputsOf(graph, jobNamed(graph, label)), (file) => graph.paths.path(file));
}

function outputs(graph: JobGraph, label: string): string[] {
  return Array.from(outputsOf(graph, jobNamed(graph, label)), (file) => graph.paths.path(file));
}
