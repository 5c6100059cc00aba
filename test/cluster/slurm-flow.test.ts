import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clusterEnvironment, sayIfSkipped } from '../rigs/cluster.ts';
import { flow, startFlow, workFolder } from '../rigs/program-flow.ts';
import { waitUntil } from '../rigs/wait-until.ts';

const slurm = clusterEnvironment('slurm');
const ON_SLURM = ['-e', 'slurm'];

/** Four parts that wait for a word, of which the last fails; `RUNS` tells who has run. */
const FILES = {
  'flow.yaml': `
rules:
  all:
    input: { expand: "out/{n}", n: [1, 2, 3, 4] }
    output: all
    shell: cat {input} > {output}
  part:
    output: out/{n}
    shell: >-
      echo {wildcards.n} >> RUNS;
      until [ -e go ]; do sleep 0.1; done;
      [ {wildcards.n} != 4 ] || [ -e mended ]; echo {wildcards.n} > {output}
`,
};

/** Empty: there is no such file. */
function read(folder: string, name: string): string {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch {
    return '';
  }
}

function runs(folder: string): readonly string[] {
  return read(folder, 'RUNS').split('\n').filter(Boolean).toSorted();
}

describe.skipIf(slurm === undefined)(`flow on SLURM${sayIfSkipped(slurm)}`, () => {
  const options = { env: slurm ?? {} };

  test('a killed run is gone on with: nothing is lost, and nothing runs twice', async () => {
    const folder = workFolder(FILES);
    const first = startFlow(folder, ON_SLURM, options);
    await waitUntil(() => runs(folder).length === 4, 'all parts run');
    process.kill(first.pid, 'SIGKILL');
    await first.ended;
    expect(flow(folder, [], options).err).toContain('error[still-elsewhere]');
    const second = startFlow(folder, [...ON_SLURM, '-k'], options);
    await waitUntil(() => second.err().includes('adopt part n=4'), 'they are taken on');
    writeFileSync(join(folder, 'go'), '');
    const { code, err } = await second.ended;
    expect(code).toBe(1);
    expect(err).toContain('fail  part n=4: exit code 1');
    expect(runs(folder)).toEqual(['1', '2', '3', '4']);
    expect(['out/1', 'out/2', 'out/3'].map((it) => read(folder, it))).toEqual([
      '1\n',
      '2\n',
      '3\n',
    ]);
    expect(flow(folder, ['-n'], options).out).toContain('2 jobs to do');
  });

  test('accounts of the config are pools: jobs get their account, partition and cards', () => {
    const folder = workFolder({
      'flow.yaml': `
config: { cycles: [1, 2, 3, 4, 5, 6] }
rules:
  all:
    input: { expand: "out/{c}", c: "{config.cycles}" }
    output: all
    shell: cat {input} > {output}; echo "$SLURM_JOB_ACCOUNT $SLURM_JOB_PARTITION [$CUDA_VISIBLE_DEVICES]" >> {output}
  gpu:
    output: out/{c}
    resources: { gpus: 1 }
    shell: echo "$SLURM_JOB_ACCOUNT $SLURM_JOB_PARTITION $CUDA_DEVICE_ORDER $SLURM_GPUS_ON_NODE" > {output}
`,
      'lab.yaml': `
slurm:
  accounts:
    - { name: lab_a, gpuSlots: 2, partition: { gpu: a100, cpu: cpu } }
    - { name: lab_b, gpuSlots: 2, partition: { gpu: h100, cpu: cpu } }
`,
    });
    const dealt = ['--policy', 'fill-then-round-robin', '--affinity', 'c'];
    const words = [...ON_SLURM, '--configfile', 'lab.yaml', ...dealt];
    expect(flow(folder, words, options).code).toBe(0);
    const [a, b] = ['lab_a a100 PCI_BUS_ID 1', 'lab_b h100 PCI_BUS_ID 1'];
    expect(read(folder, 'all').trim().split('\n')).toEqual([a, a, b, b, a, b, 'lab_a cpu []']);
  });

  test('a run that is interrupted leaves nothing in the queue', async () => {
    const folder = workFolder(FILES);
    const first = startFlow(folder, ON_SLURM, options);
    await waitUntil(() => runs(folder).length === 4, 'all parts run');
    process.kill(first.pid, 'SIGINT');
    const { code } = await first.ended;
    expect(code).toBe(130);
    expect(read(folder, 'out/1')).toBe('');
    expect(flow(folder, ['-n', ...ON_SLURM], options).out).toContain('5 jobs to do');
  });
});
