import { describe, expect, test } from 'vitest';
import {
  type BadNode,
  type NodeEnding,
  NodeHealth,
} from '../../../../src/executors/batch/node-health.ts';
import { BatchRig, QUEUED } from '../../../rigs/batch-rig.ts';
import { jobSpec } from '../job-spec.ts';

/** `RULE.JOB@NODE END`, one after another; which nodes turn out to be bad, and why. */
function judged(...lines: readonly string[]): readonly BadNode[] {
  const health = new NodeHealth();
  return lines.flatMap((line) => {
    const [, rule = '', job = '', node = '', end = ''] =
      /^(\w+)\.(\w+)@(\w+) (.+)$/u.exec(line) ?? [];
    return health.note({ node, job: `${rule} ${job}`, rule, end: endNamed(end) });
  });
}

function endNamed(name: string): NodeEnding['end'] {
  if (name === 'good' || name === 'at-once' || name === 'machine') return name;
  throw new Error(name);
}

describe('a node is bad', () => {
  test('on which three jobs fail at once, and whose rule does well elsewhere', () => {
    expect(
      judged('a.0@good good', 'a.1@bad at-once', 'a.2@bad at-once', 'a.3@bad at-once'),
    ).toEqual([{ node: 'bad', jobs: ['a 1', 'a 2', 'a 3'] }]);
  });

  test('also where that turns out only later', () => {
    const failures = ['a.1@bad at-once', 'a.2@bad at-once', 'a.3@bad at-once'];
    expect(judged(...failures)).toEqual([]);
    expect(judged(...failures, 'a.4@good good').map(({ node }) => node)).toEqual(['bad']);
  });

  test('that lets no job begin, if any does well elsewhere', () => {
    expect(
      judged('b.0@good good', 'a.1@bad machine', 'a.2@bad machine', 'c.3@bad machine'),
    ).toEqual([{ node: 'bad', jobs: ['a 1', 'a 2', 'c 3'] }]);
  });

  test('once', () => {
    const failures = Array.from({ length: 9 }, (_, index) => `a.${index}@bad at-once`);
    expect(judged('a.x@good good', ...failures, 'a.y@other good')).toHaveLength(1);
  });
});

describe('a node is not bad', () => {
  test('because of a rule that does well nowhere', () => {
    const failures = Array.from({ length: 9 }, (_, index) => `a.${index}@n${index % 2} at-once`);
    expect(judged('b.0@n0 good', 'b.1@n1 good', ...failures)).toEqual([]);
  });

  test('because of one job, however often it fails', () => {
    expect(judged('a.0@good good', ...Array.from({ length: 9 }, () => 'a.1@n at-once'))).toEqual(
      [],
    );
  });

  test('where good jobs come between', () => {
    const [one, two, three, four] = [1, 2, 3, 4].map((job) => `a.${job}@n at-once`);
    const lines = [one, two, 'a.g@n good', three, four].map(String);
    expect(judged('a.0@good good', ...lines)).toEqual([]);
  });

  test('where the jobs that do well are its own', () => {
    const failures = Array.from({ length: 9 }, (_, index) => `a.${index}@n at-once`);
    expect(judged('a.g@n good', ...failures)).toEqual([]);
  });
});

test('a bad node gets no more of what waits and comes, and the user is told', async () => {
  const rig = await new BatchRig().begin();
  const tokens = ['good', 'b1', 'b2', 'b3'];
  for (const token of [...tokens, 'waits']) rig.says(token, QUEUED);
  await rig.launch(...[...tokens, 'waits'].map((token) => jobSpec({ token, label: `a ${token}` })));
  for (const token of tokens) {
    rig.nodeBegins(token).nodeEnds(token, { lines: [token === 'good' ? 'code 0' : 'code 1'] });
    const node = token === 'good' ? 'n1' : 'n2';
    rig.says(token, { state: 'ended', end: { kind: 'exited', code: 0 }, raw: 'CD', node });
  }
  await rig.pass(1_000);
  expect(rig.avoided).toEqual([{ nodes: ['n2'], waiting: ['id waits'] }]);
  expect(rig.warned).toEqual([
    {
      code: 'node-avoided',
      kind: 'environment',
      severity: 'warning',
      title: 'jobs fail at once on node `n2` of batch: this run gives it no more',
      spans: [],
      facts: [['failed there', '`a b1`, `a b2`, `a b3`']],
      hint: 'see the logs of these jobs, and tell those who look after the cluster; the next run tries it again',
    },
  ]);
});
