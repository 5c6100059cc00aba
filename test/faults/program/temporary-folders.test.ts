import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { flow, killIfThere, startFlow, workFolder } from '../../rigs/program-flow.ts';
import { waitUntil } from '../../rigs/wait-until.ts';

const WORKFLOW = `
rules:
  all: { input: [a.txt, b.txt] }
  hang:
    output: "{name}.txt"
    resources: { tmpdir: scratch }
    shell: |
      mkdir -p "$TMPDIR/deep"; echo "$TMPDIR" > {wildcards.name}.folder
      test -e go || sleep 300
      touch {output}
`;

test.each([
  ['the next run', ['list']],
  ['the next run, also where the lock was taken away before', ['unlock']],
])('what jobs of a killed run threw away is removed by %s', async (_, before) => {
  const folder = workFolder({ 'flow.yaml': WORKFLOW });
  const run = startFlow(folder, ['-q', '-c2']);
  const named = ['a', 'b'].map((name) => join(folder, `${name}.folder`));
  await waitUntil(() => named.every((path) => existsSync(path)), 'both jobs run');
  killIfThere(run.pid, 'SIGKILL');
  await run.ended;
  const left = named.map((path) => readFileSync(path, 'utf8').trim());
  expect(left.every((path) => existsSync(join(path, 'deep')))).toBe(true);

  mkdirSync(join(folder, 'go'));
  expect(flow(folder, before).code).toBe(0);
  expect(flow(folder, ['-q']).code).toBe(0);
  expect(readdirSync(join(folder, 'scratch'))).toEqual([]);
  expect(readdirSync(join(folder, '.flow'))).not.toContain('temp-folders');
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a run that is ended by %s leaves none',
  async (signal) => {
    const folder = workFolder({ 'flow.yaml': WORKFLOW });
    const run = startFlow(folder, ['-q', '-c2']);
    await waitUntil(() => existsSync(join(folder, 'b.folder')), 'the second job runs');
    killIfThere(run.pid, signal);
    killIfThere(run.pid, signal);
    expect((await run.ended).code).toBe(130);
    expect(readdirSync(join(folder, 'scratch'))).toEqual([]);
  },
);
