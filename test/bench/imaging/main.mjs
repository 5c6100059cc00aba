// `npm run bench -- imaging`: the steps of kintsugi against scipy and scikit-image, on the same arrays in
// the same run, each on two cores; writes their section of docs/benchmarks.md.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Debian's, which has the packages; another Python may not. */
const PYTHONS = ['/usr/bin/python3', 'python3'];
/** Processes of each side, in turns, and rounds in each of them. */
const PROCESSES = 3;
const ROUNDS = 2;

const here = import.meta.dirname;
const FLOW = resolve(here, '../../../dist/flow.cjs');

/** By work: a title, and the names of the peers that do it. */
const WORKS = {
  illumination: ['Illumination: BaSiC fits to 2 × 25 tiles of 256²', ['numpy, scipy']],
  lucy: [
    'Richardson–Lucy: 10 iterations on 9 × 1024²',
    ['scikit-image', 'scipy.fft, mirrored borders'],
  ],
  registration: ['Tile registration: 3 × 3 tiles of 640², 12 overlaps', ['scikit-image, scipy']],
  focus: ['Extended depth of focus: 2 × 9 planes of 1024²', ['scipy.ndimage']],
};

/** Tables as `report.mjs` takes them, and what the peers are. */
export function measureImaging() {
  const python = PYTHONS.find((it) => spawnSync(it, ['-c', 'import scipy, skimage']).status === 0);
  if (python === undefined) throw new Error('no python3 with scipy and scikit-image');
  const folder = mkdtempSync(join(tmpdir(), 'flow-bench-imaging-'));
  try {
    const file = join(here, 'flow.ts');
    const run = (...args) =>
      output(process.execPath, [FLOW, '-c2', '-s', file, ...args, '--config', `rounds=${ROUNDS}`]);
    process.chdir(folder);
    run('arrays');
    const samples = {};
    for (let turn = 0; turn < PROCESSES; turn++) {
      run('ours', '-R', 'ours');
      collect(samples, JSON.parse(readFileSync(join(folder, 'seconds.json'), 'utf8')));
      const args = [join(here, 'peers.py'), join(folder, 'arrays'), String(ROUNDS)];
      collect(samples, JSON.parse(output(python, args)));
    }
    return {
      tables: Object.entries(WORKS).map(([work, titled]) => tableOf(work, titled, samples)),
      peers: output(python, ['-c', VERSIONS]).trim(),
    };
  } finally {
    process.chdir(here);
    rmSync(folder, { recursive: true, force: true });
  }
}

const VERSIONS = `import numpy, scipy, skimage
print(f"numpy {numpy.__version__}, scipy {scipy.__version__}, scikit-image {skimage.__version__}")`;

function output(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

function collect(samples, more) {
  for (const [name, rounds] of Object.entries(more)) (samples[name] ??= []).push(...rounds);
}

/** Against the first peer; a sample is [wall seconds, CPU seconds]. */
function tableOf(work, [title, peers], samples) {
  const names = {
    flow: work,
    ...Object.fromEntries(peers.map((peer, i) => [peer, `${work} ${i}`])),
  };
  const [against] = peers;
  const base = median(samples[names[against]].map(([wall]) => wall));
  const rows = Object.entries(names).map(([name, key]) => {
    const walls = samples[key].map(([wall]) => wall).toSorted((a, b) => a - b);
    const cpu = Math.min(...samples[key].map(([, seconds]) => seconds));
    return {
      name,
      medianS: median(walls),
      minS: walls[0],
      maxS: walls.at(-1),
      ratio: median(walls) / base,
      note: `CPU ${cpu.toFixed(2)} s`,
    };
  });
  console.error(`${title}: ${rows.map((r) => `${r.name} ${r.medianS.toFixed(2)} s`).join(', ')}`);
  return { title, against, rows };
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
