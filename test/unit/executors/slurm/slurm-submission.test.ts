import { expect, test } from 'vitest';
import type { BatchJob } from '../../../../src/executors/batch/batch-system.ts';
import { scrubbed } from '../../../../src/executors/slurm/slurm-call.ts';
import { directives } from '../../../../src/executors/slurm/slurm-directives.ts';
import { lotName, lotScript, lotsOf, tokenIn } from '../../../../src/executors/slurm/slurm-lots.ts';
import { submissionFailure } from '../../../../src/executors/slurm/slurm-refusal.ts';
import type { ResourceRequest } from '../../../../src/core/rule/resources.ts';
import { jobSpec } from '../job-spec.ts';

function asking(changes: Partial<ResourceRequest>, custom: ResourceRequest['custom'] = {}) {
  return jobSpec({ resources: { ...jobSpec().resources, ...changes, custom } });
}

test('what a job asks for becomes flags', () => {
  const spec = asking({ threads: 4, memMib: 1500.2, diskMib: 10, timeS: 61, gpus: 2 });
  expect(directives(spec)).toEqual([
    '--nodes=1',
    '--ntasks=1',
    '--cpus-per-task=4',
    '--mem=1501M',
    '--tmp=10M',
    '--time=2',
    '--gres=gpu:2',
  ]);
});

test('what it does not ask for is left to the cluster', () => {
  expect(directives(asking({}))).toEqual(['--nodes=1', '--ntasks=1', '--cpus-per-task=1']);
});

test('a share of a card is a card, and a model is named', () => {
  expect(directives(asking({ gpus: 0.25 }, { gpu_model: 'a100' }))).toContain('--gres=gpu:a100:1');
});

test('account, partition and the rest are resources; those of a pool go before them', () => {
  const spec = asking(
    {},
    {
      slurm_account: 'lab_a',
      slurm_partition: 'cpu',
      qos: 'long',
      constraint: 'a100|h100',
      slurm_extra: `--exclude=n[1-2] --comment="two words" --wckey='x y'`,
    },
  );
  expect(directives(spec).slice(3)).toEqual([
    '--account=lab_a',
    '--partition=cpu',
    '--qos=long',
    '--constraint=a100|h100',
    '--exclude=n[1-2]',
    '--comment=two words',
    '--wckey=x y',
  ]);
  expect(directives(spec, { account: 'lab_b', partition: 'h100' }).slice(3, 5)).toEqual([
    '--account=lab_b',
    '--partition=h100',
  ]);
});

function jobs(...rules: readonly string[]): readonly BatchJob[] {
  return rules.map((rule, index) => ({
    spec: jobSpec({ rule, token: `run-1.${index}.1` }),
    script: `/w/it's/${index}.sh`,
  }));
}

test('jobs of a rule become arrays, and no index reaches the limit', () => {
  const lots = lotsOf(jobs('a', 'b', 'a', 'a', 'a'), { maxArraySize: 3, seatOf: () => ({}) });
  expect(lots.map(({ name, jobs: of }) => [name, of.map(({ spec }) => spec.token)])).toEqual([
    ['a.run-1.0.1', ['run-1.0.1', 'run-1.2.1', 'run-1.3.1']],
    ['a.run-1.4.1', ['run-1.4.1']],
    ['b.run-1.1.1', ['run-1.1.1']],
  ]);
});

test('jobs that ask for other things are not of one array', () => {
  const [one, other] = jobs('a', 'a');
  if (one === undefined || other === undefined) throw new Error('two jobs');
  const more = { ...other, spec: { ...other.spec, resources: asking({ threads: 2 }).resources } };
  expect(lotsOf([one, more], { maxArraySize: 9, seatOf: () => ({}) })).toHaveLength(2);
  const ofToken = { maxArraySize: 9, seatOf: (it: BatchJob) => ({ account: it.spec.token }) };
  expect(lotsOf([one, other], ofToken)).toHaveLength(2);
});

test('the script of an array passes on to that of its task', () => {
  const [array] = lotsOf(jobs('a', 'a'), { maxArraySize: 9, seatOf: () => ({}) });
  if (array === undefined) throw new Error('one array');
  expect(lotScript(array)).toBe(
    [
      '#!/bin/sh',
      'case $SLURM_ARRAY_TASK_ID in',
      String.raw`0) job='/w/it'\''s/0.sh' ;;`,
      String.raw`1) job='/w/it'\''s/1.sh' ;;`,
      'esac',
      'exec /bin/sh "$job"',
      '',
    ].join('\n'),
  );
});

test('names have the rule for people, and the token for us', () => {
  const name = lotName('stitch.all, now', '20250131-142355-123-k3x9vb.7.1');
  expect(name).toBe('stitch_all__now.20250131-142355-123-k3x9vb.7.1');
  expect(tokenIn(name)).toBe('20250131-142355-123-k3x9vb.7.1');
});

const FAILED = 'sbatch: error: Batch job submission failed: ';

test.each([
  [1, `${FAILED}Socket timed out on send/recv operation`, 'ambiguous'],
  [1, `${FAILED}Zero Bytes were transmitted or received`, 'ambiguous'],
  [undefined, '', 'ambiguous'],
  [1, `${FAILED}Unable to contact slurm controller (connect failure)`, 'busy'],
  [
    1,
    `sbatch: error: AssocMaxSubmitJobLimit\n${FAILED}Job violates accounting/QOS policy (job submit limit, user's size and/or time limits)`,
    'busy',
  ],
  [
    1,
    `sbatch: error: QOSMaxSubmitJobPerUserLimit\n${FAILED}Job violates accounting/QOS policy`,
    'busy',
  ],
  [1, `${FAILED}Resource temporarily unavailable`, 'busy'],
  [1, `${FAILED}Invalid partition name specified`, 'refused'],
  [1, `${FAILED}Invalid account or account/partition combination specified`, 'refused'],
  [1, `${FAILED}Requested node configuration is not available`, 'refused'],
  [
    255,
    `sbatch: unrecognized option '--bogus'\nTry "sbatch --help" for more information`,
    'refused',
  ],
])('sbatch that ends with %s and says %j was %s', (code, err, kind) => {
  expect(submissionFailure({ code, out: '', err }).kind).toBe(kind);
});

test('of what sbatch says, the last words are told', () => {
  const err = `sbatch: error: invalid partition specified: x\n${FAILED}Invalid partition name specified\n`;
  expect(submissionFailure({ code: 1, out: '', err })).toEqual({
    kind: 'refused',
    detail: 'Invalid partition name specified',
  });
});

test('variables of an allocation around flow do not reach its jobs', () => {
  const kept = scrubbed({
    PATH: '/bin',
    SLURM_CONF: '/etc/slurm.conf',
    SLURM_CLUSTERS: 'big',
    SLURM_JOB_ID: '7',
    SLURM_CPU_BIND: 'quiet',
    SBATCH_EXPORT: 'NONE',
    SRUN_CPUS_PER_TASK: '4',
    PMI_RANK: '0',
    PMIX_RANK: '0',
    SQUEUE_FORMAT: '%i',
    LANG: 'de_DE.UTF-8',
  });
  expect(kept).toEqual({
    PATH: '/bin',
    SLURM_CONF: '/etc/slurm.conf',
    SLURM_CLUSTERS: 'big',
    LANG: 'de_DE.UTF-8',
  });
});
