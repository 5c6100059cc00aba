import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

// The shipped workflow as a user runs it: the built program, the demo's config, an empty folder.
// What the images are worth is for test/imaging/; here it is which jobs run, and what they leave.

const root = resolve(import.meta.dirname, '../..');
const REGISTERED = 'demo/registered/registered.ome.tif';
let folder: string;
let twin: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'flow-kintsugi-'));
  twin = mkdtempSync(join(tmpdir(), 'flow-kintsugi-twin-'));
});
afterAll(() => {
  for (const it of [folder, twin]) rmSync(it, { recursive: true, force: true });
});

test('`flow run registration` ends in one registered image, without any QC', () => {
  const { status, stderr } = flow(folder, 'run', 'registration');
  expect(status, stderr).toBe(0);
  expect(stderr).toMatch(/^done {2}9 succeeded in /mu);
  expect(statSync(join(folder, REGISTERED)).size).toBeGreaterThan(100_000);
  expect(existsSync(join(folder, 'demo/qc'))).toBe(false);
});

test('a second run has nothing to do, and neither has one after a touch', () => {
  expect(flow(folder, 'run', 'registration').stderr).toBe('nothing to do: 9 jobs up to date\n');
  const now = new Date();
  utimesSync(join(folder, tiles()[0] ?? ''), now, now);
  expect(flow(folder, 'run', 'registration').stderr).toBe('nothing to do: 9 jobs up to date\n');
});

test('another run somewhere else, on one core, makes the same bytes', () => {
  const { status, stderr } = flow(twin, 'run', 'registration', '-c1', '--clamp');
  expect(status, stderr).toBe(0);
  for (const image of [REGISTERED, 'demo/stitched/cyc1.ome.tif', 'demo/edf/cyc2.ome.tif']) {
    const same = readFileSync(join(twin, image)).equals(readFileSync(join(folder, image)));
    expect(same, image).toBe(true);
  }
});

test('a raw tile that changed makes anew what depends on it, and no more', () => {
  const [first = '', second = ''] = tiles().filter((path) => path.includes('cyc002'));
  copyFileSync(join(folder, second), join(folder, first));
  const before = statSync(join(folder, 'demo/stitched/cyc1.ome.tif')).mtimeMs;

  const planned = flow(folder, 'run', 'registration', '-n').stdout;
  const jobs = [...planned.matchAll(/^(?<label>\w+(?: \w+=\w+)?): /gmu)];
  expect(jobs.map((match) => match.groups?.['label'])).toEqual([
    'stitch cycle=2',
    'decon cycle=2',
    'edf cycle=2',
    'registration',
  ]);
  const { stderr } = flow(folder, 'run', 'registration');
  const started = [...stderr.matchAll(/^start (?<label>[^:]+):/gmu)];
  expect(started.map((match) => match.groups?.['label'])).toEqual([
    'stitch cycle=2',
    'decon cycle=2',
    'edf cycle=2',
    'registration',
  ]);
  expect(statSync(join(folder, 'demo/stitched/cyc1.ome.tif')).mtimeMs).toBe(before);
});

test('`flow run all` adds the reports of the four stages', () => {
  const { status, stderr } = flow(twin, 'run', 'all');
  expect(status, stderr).toBe(0);
  const reports = readdirSync(join(twin, 'demo/qc')).filter((name) => name.endsWith('.json'));
  expect(reports).toHaveLength(4);
  for (const name of reports) {
    expect(readFileSync(join(twin, 'demo/qc', name), 'utf8'), name).toMatch(
      /"(?:pass|warn|fail)"/u,
    );
  }
});

test('every report has a page, and a picture a cycle, which the workflow tells', () => {
  const pages = ['stitch', 'decon', 'edf', 'registration'].map((stage) => `${stage}.html`);
  // The reference cycle has no picture of its registration.
  const pictures = ['stitch', 'decon', 'edf'].flatMap((stage) => [
    `${stage}-cyc1.png`,
    `${stage}-cyc2.png`,
  ]);
  const made = readdirSync(join(twin, 'demo/qc')).filter((name) => !name.endsWith('.json'));
  const expected = [...pages, ...pictures, 'registration-cyc2.png'];
  expect(new Set(made)).toEqual(new Set(expected));
  for (const name of pages) {
    expect(readFileSync(join(twin, 'demo/qc', name), 'utf8'), name).toMatch(/^<!doctype html>\n/u);
  }
  for (const name of pictures) {
    const bytes = readFileSync(join(twin, 'demo/qc', name));
    expect(bytes.toString('latin1', 1, 4), name).toBe('PNG');
  }
  const { stdout } = flow(twin, 'list');
  for (const name of expected) expect(stdout).toContain(`demo/qc/${name} (report, QC, `);
});

test('`qc_gate` lets pass what passes, and stops at what fails, by name and number', () => {
  const passed = flow(twin, 'run', 'qc_gate');
  expect(passed.status, passed.stderr).toBe(0);
  expect(JSON.parse(readFileSync(join(twin, 'demo/qc/passed.json'), 'utf8'))).toEqual(
    ['stitch', 'decon', 'edf', 'registration'].map((stage) => ({ stage, status: 'pass' })),
  );
  const strict = ['--config', 'qc.registration.displacement.fail=0.0001'];
  const { status, stderr } = flow(twin, 'run', 'qc_gate', ...strict);
  expect(status).toBe(1);
  expect(stderr).toMatch(/QC failed:\n.*registration, cycle 2: displacement is 0\.0\d+\n/u);
  // The report is there to be read.
  expect(readFileSync(join(twin, 'demo/qc/registration.html'), 'utf8')).toContain('✗ fail');
});

test('a cycle that cannot be registered fails the run with the numbers, and leaves no image', () => {
  rmSync(join(twin, REGISTERED));
  const { status, stderr } = flow(
    twin,
    'run',
    'registration',
    '--config',
    'registration.min_peak=2',
  );
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /cycle 2 could not be registered: no common scene found: the best correlation is 0\.\d{3}, below 2/u,
  );
  expect(existsSync(join(twin, REGISTERED))).toBe(false);
});

function flow(
  cwd: string,
  ...args: readonly string[]
): { status: number | null; stdout: string; stderr: string } {
  const config = join(root, 'workflows/kintsugi/config.yaml');
  const program = join(root, 'dist/flow.cjs');
  return spawnSync(process.execPath, [program, ...args, '--configfile', config], {
    cwd,
    encoding: 'utf8',
  });
}

/** Raw tiles of all cycles, sorted. */
function tiles(): string[] {
  const raw = readdirSync(join(folder, 'demo/raw'), { recursive: true, encoding: 'utf8' });
  return raw
    .filter((path) => path.endsWith('.tif'))
    .map((path) => join('demo/raw', path))
    .toSorted();
}
