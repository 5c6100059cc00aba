import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { CHECKS } from '../../rules/qc/gates.ts';
import { Config } from '../../workflows/kintsugi/config.ts';
import { demoConfig } from '../rigs/imaging-demo.ts';

// The pages of the steps: what they say of checks and gates is what the config and the code say.

const root = resolve(import.meta.dirname, '../..');

test('the page of QC has all checks and their gates', () => {
  const { qc } = demoConfig();
  const gates: Readonly<Record<string, Readonly<Record<string, Gate>>>> = {
    stitch: qc.stitch,
    decon: qc.decon,
    edf: qc.edf,
    registration: qc.registration,
  };
  const expected = Object.entries(CHECKS).flatMap(([stage, kinds]) =>
    Object.entries(kinds).map(([name, { better }]) => {
      const gate = gates[stage]?.[name];
      const good = better === 'high' ? 'at least' : 'at most';
      return `${stage}.${name} ${good} ${gate?.warn} ${gate?.fail ?? '–'}`;
    }),
  );
  const rows = pageOf('qc').matchAll(
    /^\| `(\w+\.\w+)` +\|(?:[^|]|\\\|)*\| (at \w+) +\| (\S+) +\| (\S+) +\|$/gmu,
  );
  const told = Array.from(rows, ([, name, good, warn, fail]) => `${name} ${good} ${warn} ${fail}`);
  expect(told).toEqual(expected);
});

interface Gate {
  readonly warn: number;
  readonly fail: number | null;
}

const STEPS = ['illumination', 'stitch', 'decon', 'edf', 'registration'] as const;

test.each([...STEPS, 'qc'])(
  'the page of %s has its picture, and the numbers that were measured',
  (step) => {
    const text = pageOf(step);
    expect(text).toMatch(new RegExp(`^!\\[[^\\]]+\\]\\(${step}\\.png\\)$`, 'mu'));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a wrong shape fails the test
    const measured = JSON.parse(pageText('measured.json')) as Measured;
    const expected = Object.entries(measured[step] ?? {}).map(
      ([name, value]) => `${name}: ${value}`,
    );
    const rows = /\| measured on .*\n\|[ -|]*\n((?:\|.*\n)+)/u.exec(text)?.[1] ?? '';
    const told = Array.from(
      rows.matchAll(/^\| (.*?) +\| (.*?) +\|$/gmu),
      ([, name, value]) => `${name}: ${value}`,
    );
    expect(told).toEqual(expected);
  },
);

test.each(STEPS)('the page of %s has all its keys, with their defaults', (step) => {
  const config = Config.parse({
    project: 'slide-7',
    raw: { folder: '/data/slide-7' },
    cycles: [1],
    channels: [1],
    tile_rows: 9,
    tile_cols: 7,
    n_zplanes: 15,
    wavelengths: { 1: [358, 461] },
    device: 'cpu',
  });
  const rows = pageOf(step).matchAll(/^\| `([a-z_.]+)` +\| (.*?) *\| /gmu);
  const told = new Map(
    Array.from(rows, ([, key = '', value = '']) => [key, value.replaceAll('`', '')]),
  );
  for (const [key, value] of told) {
    const parts = key.split('.');
    const found = parts.reduce<unknown>(
      (at, part) => (typeof at === 'object' && at !== null ? Reflect.get(at, part) : undefined),
      config,
    );
    const expected = typeof found === 'string' || typeof found === 'number' ? found : '';
    expect(`${key} ${value}`).toBe(`${key} ${expected}`);
  }
  for (const key of Object.keys(config[step])) expect([...told.keys()]).toContain(`${step}.${key}`);
});

type Measured = Readonly<Record<string, Readonly<Record<string, number>>>>;

function pageOf(step: string): string {
  return pageText(`${step}.md`);
}

function pageText(name: string): string {
  return readFileSync(join(root, 'docs/kintsugi', name), 'utf8');
}
