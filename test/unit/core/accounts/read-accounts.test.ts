import { expect, test } from 'vitest';
import { readAccounts } from '../../../../src/core/accounts/read-accounts.ts';
import { FlowError } from '../../../../src/core/diagnostic.ts';

function read(value: unknown): unknown {
  return readAccounts({ value, locate: () => undefined });
}

/** Titles and hints. */
function problems(value: unknown): readonly string[] {
  try {
    read(value);
  } catch (error) {
    if (!(error instanceof FlowError)) throw error;
    return error.diagnostics.map(({ title, hint }) => `${title}: ${hint}`);
  }
  return [];
}

test('an account needs a name; its slots are what the cluster leaves it', () => {
  expect(read({ accounts: [{ name: 'lab_a' }] })).toEqual([
    {
      name: 'lab_a',
      gpuSlots: 'auto',
      cpuSlots: undefined,
      partition: { gpu: undefined, cpu: undefined },
      qos: undefined,
      span: undefined,
    },
  ]);
});

test('a partition is for both kinds of jobs, or one for each', () => {
  const accounts = [
    { name: 'a', gpuSlots: 3, cpuSlots: 2, partition: 'main', qos: 'gold' },
    { name: 'b', gpuSlots: 0, partition: { gpu: 'h100', cpu: 'cpu' } },
    { name: 'c', partition: { cpu: 'cpu' } },
  ];
  expect(read({ accounts })).toMatchObject([
    { gpuSlots: 3, cpuSlots: 2, partition: { gpu: 'main', cpu: 'main' }, qos: 'gold' },
    { gpuSlots: 0, partition: { gpu: 'h100', cpu: 'cpu' } },
    { gpuSlots: 'auto', partition: { gpu: undefined, cpu: 'cpu' } },
  ]);
});

test.each<[unknown, readonly string[]]>([
  [3, ['`slurm` is `3`: write `accounts: [{ name: lab, gpuSlots: 2 }]`']],
  [{}, ['`slurm.accounts` is missing: write a list of accounts: `[{ name: lab, gpuSlots: 2 }]`']],
  [
    { accounts: [] },
    ['`slurm.accounts` is an empty list: write a list of accounts: `[{ name: lab, gpuSlots: 2 }]`'],
  ],
  [
    { account: [], accounts: [{ name: 'a' }] },
    ['there is no key `slurm.account`: did you mean `accounts`?'],
  ],
  [
    { accounts: ['a'] },
    ['`slurm.accounts.0` is `a`: write a record: `{ name: lab, gpuSlots: 2 }`'],
  ],
  [{ accounts: [{}] }, ['`slurm.accounts.0.name` is missing: write the name of an account']],
  [
    { accounts: [{ name: 'a b' }] },
    ['`slurm.accounts.0.name` is `a b`: write the name of an account'],
  ],
  [
    { accounts: [{ name: 'a' }, { name: 'a' }] },
    ['`slurm.accounts.1.name` is `a`: write each account once'],
  ],
  ...[-1, 1.5, '2', null].map((slots): [unknown, readonly string[]] => [
    { accounts: [{ name: 'a', gpuSlots: slots }] },
    [
      `\`slurm.accounts.0.gpuSlots\` is ${slots === null ? 'empty' : `\`${slots}\``}: write a whole number or \`auto\``,
    ],
  ]),
  [
    { accounts: [{ name: 'a', cpuSlots: 0 }] },
    ['`slurm.accounts.0.cpuSlots` is `0`: write a whole number from 1 on, or leave it away'],
  ],
  [
    { accounts: [{ name: 'a', partition: { gpu: 1, cpus: 'x' } }] },
    [
      'there is no key `slurm.accounts.0.partition.cpus`: did you mean `cpu`?',
      '`slurm.accounts.0.partition.gpu` is `1`: write the name of a partition',
    ],
  ],
  [
    { accounts: [{ name: 'a', partition: [] }] },
    [
      '`slurm.accounts.0.partition` is an empty list: write a name, or one for each: `{ gpu: NAME, cpu: NAME }`',
    ],
  ],
])('%j is refused', (value, expected) => {
  expect(problems(value)).toEqual(expected);
});

test('what is wrong is shown where it is written', () => {
  const span = { file: '/w/config.yaml', line: 3, column: 5, length: 8 };
  const given = {
    value: { accounts: [{ name: 'a', gpuSlots: 'many' }] },
    locate: (path: readonly (string | number)[]) => {
      return path.join('.') === 'accounts.0.gpuSlots' ? span : undefined;
    },
  };
  let found: unknown;
  try {
    readAccounts(given);
  } catch (error) {
    found = error instanceof FlowError ? error.diagnostics : error;
  }
  expect(found).toMatchObject([{ code: 'bad-account', spans: [{ span, label: 'here' }] }]);
});
