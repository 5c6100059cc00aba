import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readPlanFolder, writePlanFolder } from '../../../src/adapters/plan-folder.ts';
import type { FrozenPlan } from '../../../src/core/plan/frozen-plan.ts';
import { tempFolder } from '../../rigs/temp-folder.ts';

const PLAN: FrozenPlan = {
  head: {
    version: 1,
    workflow: { file: 'flow.yaml', sha256: '0' },
    workingDirectory: '/w',
    targets: [],
    counts: { run: 1 },
  },
  config: { a: 1 },
  jobs: Array.from({ length: 2_500 }, (_, index) => ({
    id: `${index}`,
    label: `make ${index}`,
    verdict: 'run',
    rule: 'make',
    wildcards: { x: `a\n${index}` },
    outputs: [`é${index}`],
    inputs: [],
    shape: '',
    params: {},
    command: '',
    code: '',
    env: '',
    reasons: [],
    resources: {},
    needs: [],
  })),
};

test('a plan is read as it was written, and nobody may write in its files', () => {
  const folder = `${tempFolder()}/new/plan`;
  expect(readPlanFolder(folder)).toBe(undefined);
  writePlanFolder(folder, PLAN);
  expect(readPlanFolder(folder)).toEqual(PLAN);
  const names = readdirSync(folder).toSorted();
  expect(names).toEqual(['config.json', 'jobs.jsonl', 'plan.json']);
  for (const name of names) expect(statSync(`${folder}/${name}`).mode & 0o777, name).toBe(0o444);
  expect(readFileSync(`${folder}/jobs.jsonl`, 'utf8').split('\n')).toHaveLength(2_501);
});

test('an empty folder is taken, one with a plan in it is not, and nothing is left beside it', () => {
  const parent = tempFolder();
  mkdirSync(`${parent}/plan`);
  writePlanFolder(`${parent}/plan`, PLAN);
  expect(() => writePlanFolder(`${parent}/plan`, PLAN)).toThrow('is there already');
  expect(readdirSync(parent)).toEqual(['plan']);
});
