import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '../../src/core/accounts/account.ts';
import { askSlurm } from '../../src/executors/slurm/accounts/ask-slurm.ts';
import { gpuLimits } from '../../src/executors/slurm/accounts/gpu-limits.ts';
import { clusterEnvironment, sayIfSkipped } from '../rigs/cluster.ts';
import { waitUntil } from '../rigs/wait-until.ts';

// How many GPU slots accounts have, read from a real SLURM while jobs hold and await some.

const slurm = clusterEnvironment('slurm');
const submitted: string[] = [];
const LIMITS = { lab_a: 2, lab_b: 4 };

function ask(command: string, ...args: readonly string[]): string {
  return execFileSync(command, args, { encoding: 'utf8' }).trim();
}

function submit(...options: readonly string[]): string {
  const id = ask('sbatch', '--parsable', '--output=/dev/null', ...options, '--wrap', 'sleep 60');
  submitted.push(id);
  return id;
}

function account(name: string, qos?: string): Account {
  const partition = { gpu: undefined, cpu: undefined };
  return { name, gpuSlots: 'auto', cpuSlots: undefined, partition, qos, span: undefined };
}

describe.skipIf(slurm === undefined)(`GPU slots of accounts${sayIfSkipped(slurm)}`, () => {
  beforeEach(() => {
    for (const [name, value] of Object.entries(slurm ?? {})) vi.stubEnv(name, value);
  });

  afterEach(() => {
    if (submitted.length > 0) ask('scancel', ...submitted.splice(0));
    vi.unstubAllEnvs();
  });

  it('are the limits of the accounts, where nobody runs anything', async () => {
    await waitUntil(() => ask('squeue', '-h') === '', 'the queue is empty');
    const state = await askSlurm(Object.keys(LIMITS));
    const found = Object.entries(LIMITS).map(([name, limit]) => ({ name, limit }));
    expect(found.map(({ name }) => gpuLimits(account(name), state, () => false))).toEqual(
      found.map(({ name, limit }) => [{ by: `account \`${name}\``, limit, held: 0, waiting: 0 }]),
    );
  });

  it('are fewer by what runs and what waits, array tasks and several nodes too', async () => {
    const h100 = ['--account=lab_b', '--partition=h100'];
    const running = submit(...h100, '--gres=gpu:h100:2');
    await waitUntil(() => ask('squeue', '-h', '-j', running, '-o', '%T') === 'RUNNING', 'it runs');
    submit(...h100, '--gres=gpu:1', '--array=0-2', '--hold');
    submit(...h100, '--gres=gpu:2', '--nodes=2', '--hold');
    submit('--account=lab_b', '--partition=cpu', '--hold');
    const state = await askSlurm(['lab_a', 'lab_b']);
    const limit = { by: 'account `lab_b`', limit: 4, held: 2, waiting: 3 + 4 };
    expect(gpuLimits(account('lab_b'), state, () => false)).toEqual([limit]);
    expect(gpuLimits(account('lab_b'), state, ({ name }) => name === 'wrap')).toEqual([
      { ...limit, held: 0, waiting: 0 },
    ]);
  });

  it('are unknown for an account that does not exist', async () => {
    const state = await askSlurm(['lab_a', 'nobody']);
    expect(gpuLimits(account('nobody'), state, () => false)).toBeUndefined();
  });
});
