import { expect, test } from 'vitest';
import { jobLabel, jobOf, jobWithout } from '../../../../src/core/job/job-of.ts';
import { makeRule } from '../../../../src/core/rule/make-rule.ts';
import { rulesOf } from '../../../rigs/graph-rig.ts';
import { draftOf, ruleOf } from '../rule/draft-rig.ts';
import { graphOf, jobFor } from './job-rig.ts';

test('a job has its files by group, its log, its wildcards and a label', async () => {
  const rule = ruleOf({
    name: 'align',
    input: { reads: ['raw/{sample}_1.fq', 'raw/{sample}_2.fq'], ref: 'ref.fa' },
    output: { bam: 'out/{sample}/{lane}.bam', extra: ['out/{lane}-{sample}.bai'] },
    log: ['./logs//{sample}.{lane}.log'],
    shell: 'align',
  });
  const job = await jobFor(rule, 'out/A/2.bam');
  expect(job.rule).toBe(rule);
  const { id, wildcards, label, input, output, log } = job;
  expect({ id, wildcards, label, input, output, log }).toEqual({
    id: 0,
    wildcards: { sample: 'A', lane: '2' },
    label: 'align sample=A, lane=2',
    input: {
      all: ['raw/A_1.fq', 'raw/A_2.fq', 'ref.fa'],
      groups: [
        { name: 'reads', isList: true, paths: ['raw/A_1.fq', 'raw/A_2.fq'] },
        { name: 'ref', isList: false, paths: ['ref.fa'] },
      ],
    },
    output: {
      all: ['out/A/2.bam', 'out/2-A.bai'],
      groups: [
        { name: 'bam', isList: false, paths: ['out/A/2.bam'] },
        { name: 'extra', isList: true, paths: ['out/2-A.bai'] },
      ],
    },
    log: ['logs/A.2.log'],
  });
});

test('the command does not see what only has to be there before', async () => {
  const [hidden] = rulesOf(['o <- order(a) x=[b order(c)] y=order(d) z=[]']);
  const job = await jobFor(hidden ?? ruleOf({}), 'o');
  expect(job.input).toEqual({
    all: ['b'],
    groups: [
      { name: 'x', isList: true, paths: ['b'] },
      { name: 'z', isList: true, paths: [] },
    ],
  });
});

test('the command does not see inputs that are not there, though their names stay', async () => {
  const [rule] = rulesOf(['o <- final(a) x=[final(b) c] y=final(d) z=order(e)']);
  const graph = await graphOf([rule ?? ruleOf({})], ['o']);
  expect(jobWithout(graph, 0, new Set([1, 3])).input).toEqual({
    all: ['a', 'c'],
    groups: [
      { name: undefined, isList: false, paths: ['a'] },
      { name: 'x', isList: true, paths: ['c'] },
      { name: 'y', isList: false, paths: [] },
    ],
  });
});

test('a command that names what it does not see is told what there is', () => {
  const draft = draftOf({
    input: { seen: 'a', hidden: 'b' },
    output: 'o',
    shell: 'x {input.hidden} {input[1]}',
  });
  const input = draft.input.map((group) =>
    group.kind === 'function' || group.name === 'seen'
      ? group
      : { ...group, items: group.items.map((item) => ({ ...item, edge: 'order' as const })) },
  );
  const { diagnostics } = makeRule({ ...draft, input }, { config: undefined });
  expect(diagnostics.map(({ title, hint }) => `${title} | ${hint ?? ''}`)).toMatchInlineSnapshot(`
    [
      "\`{input.hidden}\` names nothing that the rule has, in the command of rule \`r\` | there is \`{input.seen}\`",
      "\`{input[1]}\` is beyond the end, in the command of rule \`r\` | \`input\` has one item, counted from 0",
    ]
  `);
});

test('each job of a graph is found by its number, and labelled without being made', async () => {
  const b = ruleOf({ name: 'b', input: 'a/{x}', output: 'b/{x}', shell: 'x' });
  const c = ruleOf({ name: 'c', input: ['b/1', 'b/2'], output: 'c', shell: 'x' });
  const graph = await graphOf([b, c], ['c']);
  const ids = [0, 1, 2];
  expect(ids.map((id) => jobLabel(graph, id)).toSorted()).toEqual(['b x=1', 'b x=2', 'c']);
  for (const id of ids) expect(jobOf(graph, id).label).toBe(jobLabel(graph, id));
  expect(() => jobOf(graph, 3)).toThrow('the graph has no job 3');
});

test('a wildcard may be called like a property of every object', async () => {
  const rule = ruleOf({
    output: '{__proto__}/{constructor}',
    log: ['{constructor}.{__proto__}'],
    shell: 'x',
  });
  const { wildcards, log } = await jobFor(rule, 'a/b');
  expect(Object.entries(wildcards)).toEqual([
    ['__proto__', 'a'],
    ['constructor', 'b'],
  ]);
  expect(Object.getPrototypeOf(wildcards)).toBe(Object.prototype);
  expect(log).toEqual(['b.a']);
});
