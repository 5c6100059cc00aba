import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { openOmeTiff } from '../../rules/imaging/ome-tiff.ts';
import type { QcReport } from '../../rules/qc/report.ts';
import { readJson } from '../../rules/steps/json-file.ts';
import { temporaryFolder } from '../rigs/imaging-data.ts';

// Steps of somebody's own in the place of the shipped ones: a script, a command, a container. The
// rules stay as they are.

const root = resolve(import.meta.dirname, '../..');
/** Debian's, which has the packages of the example; another `python3` may come first on the PATH. */
const PYTHON = '/usr/bin';
const hasPython =
  spawnSync(`${PYTHON}/python3`, ['-c', 'import numpy, scipy, tifffile']).status === 0;

/** Two cycles of two by two small tiles. */
function config(changes: object): object {
  return {
    workflow: 'kintsugi',
    project: 'demo',
    device: 'cpu',
    raw: { generate: { tile_size: 96 } },
    cycles: [1, 2],
    channels: [1],
    tile_rows: 2,
    tile_cols: 2,
    n_zplanes: 2,
    wavelengths: { 1: [358, 461] },
    illumination: { method: 'none', offset: 100 },
    decon: { iterations: 4 },
    registration: { block: 48 },
    qc: { cell: 48 },
    resources: Object.fromEntries(
      ['generate', 'stitch', 'decon', 'edf', 'registration', 'qc'].map((step) => [
        step,
        { threads: 1, mem: '500 MB', time: '5 min' },
      ]),
    ),
    ...changes,
  };
}

interface Typed {
  readonly config: object;
  readonly environment?: Readonly<Record<string, string>>;
}

function flow(cwd: string, target: string, { config: value, environment = {} }: Typed) {
  writeFileSync(join(cwd, 'config.yaml'), stringify(value));
  const program = join(root, 'dist/flow.cjs');
  return spawnSync(process.execPath, [program, 'run', target, '--configfile', 'config.yaml'], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
}

async function samplesOf(path: string): Promise<number[]> {
  const file = await openOmeTiff(path);
  const planes: number[] = [];
  for (let z = 0; z < file.planes; z++) planes.push(...(await file.readPlane(0, z)).data);
  await file.close();
  return planes;
}

test.skipIf(!hasPython)(
  'a Python script that sees `snakemake` runs as it is, and computes what the shipped step does',
  async () => {
    const folder = temporaryFolder();
    const image = 'demo/deconvolved/cyc1.ome.tif';
    expect(flow(folder, image, { config: config({}) }).stderr).toContain('succeeded');
    const shipped = await samplesOf(join(folder, image));
    const example = join(root, 'workflows/kintsugi/examples/decon_cupy.py');
    copyFileSync(example, join(folder, 'decon_cupy.py'));
    const swapped = config({ steps: { decon: { script: 'decon_cupy.py' } } });
    const environment = { PATH: `${PYTHON}${delimiter}${process.env['PATH'] ?? ''}` };
    const { status, stderr } = flow(folder, 'all', { config: swapped, environment });
    expect(status, stderr).toBe(0);
    const python = await samplesOf(join(folder, image));
    expect(python).toHaveLength(shipped.length);
    const apart = Math.hypot(...python.map((value, i) => value - (shipped[i] ?? 0)));
    expect(apart / Math.hypot(...shipped)).toBeLessThan(0.01);
    // It did run: the file is another program's.
    expect(readFileSync(join(folder, image)).includes('tifffile')).toBe(true);
    const report = readJson<QcReport>(join(folder, 'demo/qc/decon.json'));
    expect([report.status, report.cycles[0]?.details['iterations']]).toEqual(['pass', null]);
    // A job with a card does not compute on the CPU instead. There is no cupy in Debian.
    const onCard = { config: { ...swapped, device: 'gpu' }, environment };
    const withCard = { ...environment, CUDA_VISIBLE_DEVICES: '0' };
    rmSync(join(folder, image));
    const refused = flow(folder, image, { ...onCard, environment: withCard });
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('the job has a card, but cupy does not see it: No module');
  },
);

/** Stands in for a runtime of containers: notes how it was called, and runs the command outside. */
const STAND_IN = `#!/bin/bash
printf '%s\\n' "\${0##*/}" "$@" > "last-call.txt"
while [ "$1" != bash ]; do shift; done
exec "$@"
`;

/** A folder of stand-ins for the PATH. */
function runtimes(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const name of ['apptainer', 'docker', 'podman']) {
    writeFileSync(join(bin, name), STAND_IN);
    chmodSync(join(bin, name), 0o755);
  }
  return `${bin}${delimiter}${process.env['PATH'] ?? ''}`;
}

/** The command that the stand-in saw, up to the image. */
function lastCall(folder: string): string {
  const words = readFileSync(join(folder, 'last-call.txt'), 'utf8').split('\n');
  return words.slice(0, words.indexOf('bash')).join(' ').replaceAll(folder, 'HERE');
}

test('commands and containers take the place of steps, with their files, params and card', () => {
  const folder = temporaryFolder();
  const PATH = runtimes(folder);
  const steps = {
    decon: {
      shell:
        'echo {params.iterations} {threads} "$CUDA_VISIBLE_DEVICES" > card{wildcards.cycle}.txt\ncp {input.image} {output.image}',
    },
    edf: {
      container: 'ghcr.io/lab/edf:1.2',
      shell: "echo 'it''s {params.radius}' > said.txt # a remark\ncp {input.image} {output.image}",
      mounts: ['/data'],
    },
  };
  const value = config({ device: 'gpu', n_zplanes: 1, steps });
  const environment = { PATH, CUDA_VISIBLE_DEVICES: '3' };
  const { status, stderr } = flow(folder, 'registration', { config: value, environment });
  expect(status, stderr).toBe(0);
  expect(readFileSync(join(folder, 'card1.txt'), 'utf8')).toBe('4 1 3\n');
  expect(readFileSync(join(folder, 'said.txt'), 'utf8')).toBe('its 2\n');
  expect(lastCall(folder)).toBe(
    'apptainer exec --pwd HERE --bind HERE --bind /data --nv ghcr.io/lab/edf:1.2',
  );
  // The map of depths is optional for a step of one's own.
  expect(existsSync(join(folder, 'demo/edf/cyc1-depth.ome.tif'))).toBe(false);
  expect(existsSync(join(folder, 'demo/registered/registered.ome.tif'))).toBe(true);
});

test.each([
  [
    'docker',
    'cpu',
    /^docker run --rm --init --user \d+:\d+ --workdir HERE --volume HERE:HERE ghcr.io\/lab\/edf:1.2$/u,
  ],
  [
    'podman',
    'gpu',
    /^podman run --rm --init --userns keep-id --workdir HERE --volume HERE:HERE --device nvidia.com\/gpu=all --env CUDA_VISIBLE_DEVICES --env CUDA_DEVICE_ORDER ghcr.io\/lab\/edf:1.2$/u,
  ],
] as const)('%s starts a container on a %s as it wants to be asked', (runtime, device, call) => {
  const folder = temporaryFolder();
  const PATH = runtimes(folder);
  const edf = { container: 'ghcr.io/lab/edf:1.2', shell: 'cp {input.image} {output.image}' };
  const value = config({
    device,
    n_zplanes: 1,
    container_runtime: runtime,
    decon: { method: 'none' },
    steps: { edf },
  });
  const environment = { PATH, CUDA_VISIBLE_DEVICES: '0' };
  const { status, stderr } = flow(folder, 'demo/edf/cyc1.ome.tif', { config: value, environment });
  expect(status, stderr).toBe(0);
  expect(lastCall(folder)).toMatch(call);
});

test('a container that fails fails the job', () => {
  const folder = temporaryFolder();
  const edf = { container: 'lab/edf', shell: 'false | cp {input.image} {output.image}' };
  const value = config({ n_zplanes: 1, decon: { method: 'none' }, steps: { edf } });
  const environment = { PATH: runtimes(folder) };
  const { status } = flow(folder, 'demo/edf/cyc1.ome.tif', { config: value, environment });
  expect(status).toBe(1);
  expect(existsSync(join(folder, 'demo/edf/cyc1.ome.tif'))).toBe(false);
});

test('what a step of one’s own does not write is not measured, and no pass', () => {
  const folder = temporaryFolder();
  const base = config({ n_zplanes: 1, decon: { method: 'none' }, edf: { method: 'none' } });
  const first = flow(folder, 'qc_stitch', { config: base });
  expect(first.status, first.stderr).toBe(0);
  const stitch = { shell: 'cp demo/stitched/cyc{wildcards.cycle}.ome.tif {output.image}' };
  const second = flow(folder, 'qc_stitch', {
    config: { ...base, project: 'own', steps: { stitch } },
  });
  expect(second.status, second.stderr).toBe(0);
  const { status, cycles } = readJson<QcReport>(join(folder, 'own/qc/stitch.json'));
  expect(status).toBe('not measured');
  expect(cycles.flatMap(({ checks }) => checks.map((check) => check.status))).toEqual(
    Array.from({ length: 2 * 6 }, () => 'not measured'),
  );
  expect(readFileSync(join(folder, 'own/qc/stitch.html'), 'utf8')).toContain(
    'seam correlation</strong> was not measured.',
  );
});
