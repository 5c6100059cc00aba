import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clusterEnvironment, sayIfSkipped } from '../rigs/cluster.ts';
import { tempFolder } from '../rigs/temp-folder.ts';
import { waitUntil } from '../rigs/wait-until.ts';

// Runs of the built program whose pools are accounts of a real SLURM.

const slurm = clusterEnvironment('slurm');
const env = { ...process.env, ...slurm };
const PROGRAM = resolve(import.meta.dirname, '../../dist/flow.cjs');

const WORKFLOW = `config: { cycles: [1, 2, 3, 4, 5] }
rules:
  all: { input: [qc.txt, { expand: "fits/{cycle}", cycle: "{config.cycles}" }] }
  qc: { output: qc.txt, expect: 1 min, shell: "echo $SLURM_JOB_ACCOUNT $SLURM_JOB_PARTITION > {output}" }
  fit:
    output: "fits/{cycle}"
    resources: { gpus: 1 }
    expect: 1 min
    shell: "echo $SLURM_JOB_ACCOUNT $SLURM_JOB_PARTITION \${CUDA_VISIBLE_DEVICES:+a card} > {output}"
`;
const TWO = `slurm:
  accounts:
    - { name: lab_a, gpuSlots: 1, partition: { gpu: h100, cpu: cpu } }
    - { name: lab_b, partition: { gpu: a100, cpu: cpu } }
`;

function folderWith(accounts: string): string {
  const folder = tempFolder();
  writeFileSync(join(folder, 'flow.yaml'), WORKFLOW);
  writeFileSync(join(folder, 'lab.yaml'), accounts);
  return folder;
}

function flow(folder: string, ...words: readonly string[]): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], {
    cwd: folder,
    encoding: 'utf8',
    env,
  });
  return { code: status, said: `${stdout}${stderr}` };
}

function ask(command: string, ...args: readonly string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', env }).trim();
}

describe.skipIf(slurm === undefined)(`Runs in accounts${sayIfSkipped(slurm)}`, () => {
  it('deal jobs out to accounts and partitions', async () => {
    await waitUntil(() => ask('squeue', '-h') === '', 'the queue is empty');
    const folder = folderWith(TWO);
    const dealt = ['--policy', 'fill-then-round-robin', '--affinity', 'cycle'];
    const { code, said } = flow(folder, '-e', 'slurm', '--configfile', 'lab.yaml', ...dealt);
    expect(code, said).toBe(0);
    const texts = ['qc.txt', ...[1, 2, 3, 4, 5].map((cycle) => `fits/${cycle}`)].map((path) =>
      readFileSync(join(folder, path), 'utf8').trim(),
    );
    // One slot in the first account, four in the second.
    expect(texts).toEqual([
      'lab_a cpu',
      'lab_a h100 a card',
      ...Array.from({ length: 4 }, () => 'lab_b a100 a card'),
    ]);
    const queues = flow(folder, 'trace').said.split('\n').slice(1, -1).map(queueOf);
    expect(queues.toSorted()).toEqual(['lab_a', 'lab_a:cpu', 'lab_b', 'lab_b', 'lab_b', 'lab_b']);
  });

  it('end before anything is submitted where others have all slots', async () => {
    const options = ['--output=/dev/null', '--account=lab_a', '--partition=h100', '--gres=gpu:2'];
    const holder = ask('sbatch', '--parsable', ...options, '--wrap=sleep 60');
    try {
      await waitUntil(() => ask('squeue', '-h', '-j', holder, '-o', '%T') === 'RUNNING', 'it runs');
      const folder = folderWith('slurm: { accounts: [{ name: lab_a }] }\n');
      expect(flow(folder, '-e', 'slurm', '--configfile', 'lab.yaml')).toEqual({
        code: 3,
        said: `error[gpu-slots-taken]: \`fit\` needs GPUs, and all GPU slots of the accounts are taken
  --> flow.yaml:5:3
  |
5 |   fit:
  |   ^^^ this rule
  lab_a: 2 for account \`lab_a\`, 2 held, 0 waited for

hint: try again when others are done, add an account, or say how many jobs may queue there all the same: \`gpuSlots: 2\`
`,
      });
      expect(ask('squeue', '-h', '-o', '%i')).toBe(holder);
    } finally {
      ask('scancel', holder);
    }
  });
});

/** The column `queue` of a line whose cells before it have no commas. */
function queueOf(line: string): string {
  return line.split(',')[17] ?? '';
}
