import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { CHECKS } from '../../rules/qc/gates.ts';
import { demoConfig } from '../rigs/imaging-demo.ts';

// The pages of the steps: what they say of checks and gates is what the config and the code say.

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/kintsugi/qc.md'), 'utf8');

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
  const rows = page.matchAll(
    /^\| `(\w+\.\w+)` +\|(?:[^|]|\\\|)*\| (at \w+) +\| (\S+) +\| (\S+) +\|$/gmu,
  );
  const told = Array.from(rows, ([, name, good, warn, fail]) => `${name} ${good} ${warn} ${fail}`);
  expect(told).toEqual(expected);
});

interface Gate {
  readonly warn: number;
  readonly fail: number | null;
}
