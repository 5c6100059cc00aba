import { expect, test } from 'vitest';
import {
  parseAssociations,
  parseQosRecords,
} from '../../../../../src/executors/slurm/accounts/association-records.ts';
import {
  parseDefaultQos,
  parseQosLimits,
} from '../../../../../src/executors/slurm/accounts/qos-limits.ts';
import { parseQueue } from '../../../../../src/executors/slurm/accounts/queued-jobs.ts';
import { gpuLimitIn, gpusIn } from '../../../../../src/executors/slurm/accounts/tres.ts';

test('GPUs in a list of resources', () => {
  expect(gpusIn('cpu=1,mem=256M,node=1,billing=1,gres/gpu=2,gres/gpu:h100=2')).toBe(2);
  expect(gpusIn('gres/gpu:a100=1,gres/gpu:h100=2')).toBe(3);
  expect(gpusIn('cpu=4')).toBeUndefined();
  expect(gpusIn('')).toBeUndefined();
});

test('limits on GPUs and what is used of them; `N` is no limit', () => {
  expect(gpuLimitIn('cpu=N(1),gres/gpu=2(1),gres/gpu:h100=N(1)')).toEqual({ limit: 2, used: 1 });
  expect(gpuLimitIn('cpu=8(1),gres/gpu=N(3)')).toEqual({ limit: undefined, used: 3 });
  expect(gpuLimitIn('gres/gpu=N(3),gres/gpu:a100=4(1),gres/gpu:h100=2(2)')).toEqual({
    limit: 6,
    used: 3,
  });
  expect(gpuLimitIn('')).toEqual({ limit: undefined, used: 0 });
});

test('accounts and their users, as the controller keeps them', () => {
  const text = `Current Association Manager state
Association Records
ClusterName=c Account=lab_a UserName= Partition= Priority=0 ID=3 UsageRaw/Norm/Efctv=3.00/1.00/0.00 ParentAccount=root(1) Lft=6 DefAssoc=No GrpJobs=N(1) GrpTRES=cpu=N(1),gres/gpu=2(1),gres/gpu:h100=N(1) GrpTRESMins=cpu=N(0),gres/gpu=N(7) MaxJobs=
ClusterName=c Account=lab_a UserName=root(0) Partition= Priority=0 ID=4 ParentAccount= Lft=7 DefAssoc=Yes GrpTRES=cpu=N(1),gres/gpu=N(1) GrpTRESMins=cpu=N(0)
`;
  expect(parseAssociations(text)).toEqual([
    { account: 'lab_a', user: '', parent: 'root', limit: 2, used: 1 },
    { account: 'lab_a', user: 'root', parent: '', limit: undefined, used: 1 },
  ]);
});

test('what all jobs of a QOS may use together', () => {
  const text = `Current Association Manager state
QOS Records
QOS=normal(1) UsageRaw=6.9 GrpTRES=cpu=N(2),gres/gpu=N(3) GrpTRESMins=cpu=N(0)
QOS=gold(2) UsageRaw=0 GrpTRES=cpu=N(0),gres/gpu=6(0) GrpTRESMins=cpu=N(0) Account Limits= lab_a={MaxTRESPA=gres/gpu=3(1)}
`;
  expect(Object.fromEntries(parseQosRecords(text))).toEqual({
    normal: { limit: undefined, used: 3 },
    gold: { limit: 6, used: 0 },
  });
});

test('what a QOS allows each account and user, and which QOS is whose', () => {
  expect(
    Object.fromEntries(parseQosLimits('normal||\ngold|gres/gpu=3|cpu=9,gres/gpu=2\n')),
  ).toEqual({
    normal: { perAccount: undefined, perUser: undefined },
    gold: { perAccount: 3, perUser: 2 },
  });
  const accounts = 'lab_a|gold|gold,normal\nlab_b||silver\nlab_c||gold,normal\nlab_d||\n';
  expect(Object.fromEntries(parseDefaultQos(accounts))).toEqual({
    lab_a: 'gold',
    lab_b: 'silver',
    lab_c: 'normal',
    lab_d: 'normal',
  });
});

interface Row {
  readonly account?: string;
  readonly state?: string;
  readonly nodes?: string;
  readonly alloc?: string;
  readonly perJob?: string;
  readonly perNode?: string;
  readonly name?: string;
}

/** A line with columns of the widths that are asked for. */
function line(row: Row): string {
  const cells: readonly [text: string, width: number][] = [
    [row.account ?? 'lab_a', 80],
    ['normal', 80],
    ['ada', 80],
    [row.state ?? 'PD', 8],
    [row.nodes ?? '1', 16],
    [row.alloc ?? 'N/A', 240],
    [row.perJob ?? 'N/A', 120],
    [row.perNode ?? 'N/A', 120],
    [row.name ?? 'wrap', 200],
  ];
  return cells.map(([text, width]) => text.padEnd(width)).join('');
}

test('jobs in the queue, with the GPUs that they have or ask for', () => {
  const jobs = parseQueue(
    `${line({ state: 'R', alloc: 'cpu=1,gres/gpu=2,gres/gpu:h100=2', name: 'a b|c' })}\n${line({})}\n`,
  );
  const same = { account: 'lab_a', qos: 'normal', user: 'ada' };
  expect(jobs).toEqual([
    { ...same, name: 'a b|c', isPending: false, gpus: 2 },
    { ...same, name: 'wrap', isPending: true, gpus: 0 },
  ]);
});

test.each<[Row, number]>([
  [{ perNode: 'gres:gpu:1', nodes: '2' }, 2],
  [{ perNode: 'gres:gpu:h100:2' }, 2],
  [{ perNode: 'gres:gpu' }, 1],
  [{ perNode: 'gres:gpu:h100' }, 1],
  [{ perNode: 'gres/gpu:h100=4' }, 4],
  [{ perNode: 'gres/gpu=3' }, 3],
  [{ perNode: 'gres:shard:4' }, 0],
  [{ perJob: 'gres:gpu:3', nodes: '2' }, 3],
  [{ alloc: 'cpu=1,gres/gpu=5', perJob: 'gres:gpu:3' }, 5],
])('a job that asks for %j counts as %d GPUs', (row, gpus) => {
  expect(parseQueue(line(row))[0]?.gpus).toBe(gpus);
});
