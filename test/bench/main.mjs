// `npm run bench`: flow against its peers, in the same run, as ratios; writes docs/benchmarks.md.
// `npm run bench -- 1000 10000` measures these numbers of jobs only, `npm run bench -- imaging` the steps of
// kintsugi against scipy and scikit-image.
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { measure, peakMib } from './measure.mjs';
import { measureImaging } from './imaging/main.mjs';
import { benchmarksText, imagingText, joinedPage, splitPage } from './report.mjs';
import { writeChains, writeDeep, writeFanIn, writeWide } from './shapes.mjs';

const GIVEN = process.argv.slice(2);
const PAGE = resolve(import.meta.dirname, '../../docs/benchmarks.md');
const SIZES = GIVEN.length > 0 ? GIVEN.map(Number) : [1_000, 10_000, 100_000];
const FLOW = `'${process.execPath}' '${resolve(import.meta.dirname, '../../dist/flow.cjs')}'`;
const has = Object.fromEntries(
  ['make', 'ninja', 'snakemake'].map((peer) => [
    peer,
    spawnSync('sh', ['-c', `command -v ${peer}`]).status === 0,
  ]),
);
const machine = {
  node: process.version,
  cpu: `${cpus().length} × ${cpus()[0]?.model.trim()}`,
};
const root = mkdtempSync(join(tmpdir(), 'flow-bench-'));

if (GIVEN[0] !== 'imaging') {
  const tables = [];
  try {
    tables.push(startUp());
    for (const size of SIZES) tables.push(dryRun(size));
    for (const size of SIZES) tables.push(...trivialJobs(size));
    tables.push(shapes());
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  const peers = ['make', 'ninja', 'snakemake'].filter((peer) => has[peer]).map(versionOf);
  const rest = benchmarksText(tables, { ...machine, peers });
  writeFileSync(PAGE, joinedPage({ ...splitPage(readFileSync(PAGE, 'utf8')), rest }));
}
if (GIVEN.length === 0 || GIVEN[0] === 'imaging') {
  const imaging = imagingText(measureImaging(), machine);
  writeFileSync(PAGE, joinedPage({ ...splitPage(readFileSync(PAGE, 'utf8')), imaging }));
}

function startUp() {
  const cwd = fresh('start');
  writeChains(cwd, 3);
  const commands = {
    'bare node': { command: `'${process.execPath}' -e 0`, cwd },
    'flow --version': { command: `${FLOW} --version`, cwd },
    'flow list, YAML': { command: `${FLOW} list -s flow.yaml`, cwd },
    'flow list, TypeScript, compiled before': { command: `${FLOW} list -s flow.ts`, cwd },
    'flow list, TypeScript, compiled now': {
      command: `env XDG_CACHE_HOME="$(mktemp -d -p ${root})" ${FLOW} list -s flow.ts`,
      cwd,
    },
    ...(has.snakemake ? { 'snakemake --version': { command: 'snakemake --version', cwd } } : {}),
  };
  return table('Start', 'bare node', measure(commands, { rounds: 7 }));
}

/** Nothing was done yet; every job would run. */
function dryRun(size) {
  const cwd = fresh(`dry-${size}`);
  writeChains(cwd, size);
  for (const step of ['a', 'b', 'c']) spawnSync('mkdir', ['-p', join(cwd, step)]);
  const commands = {
    'flow -n': { command: `${FLOW} -n -s flow.yaml`, cwd },
    ...(has.make ? { 'make -n': { command: 'make -n', cwd } } : {}),
    ...(has.ninja ? { 'ninja -n': { command: 'ninja -n all', cwd } } : {}),
    ...(has.snakemake && size <= 10_000
      ? { 'snakemake -n': { command: 'snakemake -n -q', cwd } }
      : {}),
  };
  const rounds = size <= 1_000 ? 7 : size <= 10_000 ? 5 : 3;
  const results = measure(commands, { rounds });
  return table(`Dry run of ${count(size)} jobs, nothing done`, 'make -n', results, {
    'flow -n': memoryNote(`${FLOW} -n -s flow.yaml`, cwd, size),
  });
}

/**
 * The jobs really run, each time in a fresh folder; then runs in which nothing is to be done, of
 * each peer in the last folder that it made itself.
 */
function trivialJobs(size) {
  const made = {};
  const before = (name) => {
    const cwd = fresh(`run-${size}`);
    writeChains(cwd, size);
    for (const step of ['a', 'b', 'c']) spawnSync('mkdir', [join(cwd, step)]);
    made[name] = cwd;
    return cwd;
  };
  const runs = {
    'flow -j2': { command: `${FLOW} -q -j2 -s flow.yaml` },
    ...(has.make ? { 'make -j2, bash': { command: 'make -j2 SHELL=/bin/bash' } } : {}),
    ...(has.make && size <= 10_000 ? { 'make -j2, sh': { command: 'make -j2' } } : {}),
    ...(has.ninja ? { 'ninja -j2': { command: 'ninja -j2 all' } } : {}),
  };
  const rounds = size <= 1_000 ? 5 : 1;
  const done = measure(runs, { rounds, warmUps: 0, before });
  if (has.snakemake && size <= 1_000) {
    // Once: it takes longer than all others together.
    const slow = { 'snakemake -j2': { command: 'snakemake -j2 -q' } };
    for (const row of measure(slow, { rounds: 1, warmUps: 0, before })) done.set(...row);
  }
  const again = {
    flow: ['flow -j2', `${FLOW} -q -s flow.yaml`],
    make: ['make -j2, bash', 'make -s'],
    ninja: ['ninja -j2', 'ninja all'],
    snakemake: ['snakemake -j2', 'snakemake -j2 -q'],
  };
  const noops = Object.fromEntries(
    Object.entries(again)
      .filter(([, [run]]) => made[run] !== undefined)
      .map(([name, [run, command]]) => [name, { command, cwd: made[run] }]),
  );
  const nothing = measure(noops, { rounds: size <= 10_000 ? 7 : 3 });
  return [
    table(`${count(size)} trivial jobs, two at a time`, 'make -j2, bash', done, {}, size),
    table(`Nothing to do, ${count(size)} jobs`, has.ninja ? 'ninja' : 'make', nothing, {
      flow: memoryNote(noops.flow.command, noops.flow.cwd, size),
    }),
  ];
}

function shapes() {
  const fanIn = fresh('fan-in');
  writeFanIn(fanIn, 1_000);
  spawnSync('mkdir', [join(fanIn, 'out')]);
  const wide = fresh('wide');
  writeWide(wide, 100_000);
  const deep = fresh('deep');
  writeDeep(deep, 100_000);
  const commands = {
    'flow why, 1 000 × 1 000 fan-in': { command: `${FLOW} why -s flow.yaml`, cwd: fanIn },
    ...(has.make ? { 'make -n, 1 000 × 1 000 fan-in': { command: 'make -n', cwd: fanIn } } : {}),
    'flow why, one job of 100 000 inputs': { command: `${FLOW} why`, cwd: wide },
    ...(has.ninja
      ? { 'ninja -n, one job of 100 000 inputs': { command: 'ninja -n', cwd: wide } }
      : {}),
    'flow why, chain of 100 000': { command: `${FLOW} why`, cwd: deep },
  };
  return table('Shapes', undefined, measure(commands, { rounds: 3 }));
}

function memoryNote(command, cwd, size) {
  const used = peakMib(command, cwd);
  const base = peakMib(`${FLOW} --version`, cwd);
  if (used === undefined || base === undefined) return '';
  const each = Math.round(((used - base) * 2 ** 20) / size);
  return `${Math.round(used)} MiB, ${each} bytes a job over the base`;
}

function table(title, against, results, notes = {}, jobs) {
  const base = against === undefined ? undefined : results.get(against);
  const rows = [...results].map(([name, { medianS, minS, maxS }]) => ({
    name,
    medianS,
    minS,
    maxS,
    ratio: base === undefined ? undefined : medianS / base.medianS,
    jobsPerS: jobs === undefined ? undefined : jobs / medianS,
    note: notes[name] ?? '',
  }));
  console.error(`${title}: ${rows.map((r) => `${r.name} ${r.medianS.toFixed(3)} s`).join(', ')}`);
  return { title, against, rows };
}

function fresh(name) {
  return mkdtempSync(join(root, `${name}-`));
}

function count(size) {
  return String(size).replace(/\B(?=(?:\d{3})+$)/gu, ' ');
}

function versionOf(peer) {
  const { stdout } = spawnSync(peer, ['--version'], { encoding: 'utf8' });
  const line = stdout.split('\n')[0] ?? '';
  return line.toLowerCase().includes(peer) ? line : `${peer} ${line}`;
}
