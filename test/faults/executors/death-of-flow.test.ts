import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { endOrphans } from '../../../src/adapters/orphans.ts';
import { fixture, isAlive } from '../../conformance/executor/executor-rig.ts';
import { bundleProgram } from '../../rigs/bundle-program.ts';
import { tempFolder } from '../../rigs/temp-folder.ts';
import { waitUntil } from '../../rigs/wait-until.ts';

const OUTCOME = z.object({ token: z.string(), kind: z.string(), cause: z.string().optional() });
const RUN_JOBS = new URL('../../rigs/fixture-programs/run-jobs.mjs', import.meta.url);

test('jobs of a flow that was killed are found by their run, and ended', async () => {
  const folder = tempFolder();
  const runId = `death-${process.pid}`;
  const flow = await startFlow(folder, runId, [
    fixture('linger.sh', 'a.pid'),
    // Needs a shell of its own.
    `echo $$; ${fixture('linger-deaf.sh', 'b.pid')}`,
    `setsid ${fixture('linger.sh', 'c.pid')}; true`,
    // Runs no program whose environment would tell the job.
    'while :; do echo > d.pid; done',
  ]);
  await waitUntil(
    () => ['a.pid', 'b.pid', 'c.pid', 'd.pid'].every((it) => existsSync(`${folder}/${it}`)),
    'all jobs run',
  );
  flow.kill('SIGKILL');
  await once(flow, 'exit');
  const pids = ['a.pid', 'b.pid', 'c.pid'].map((it) =>
    Number(readFileSync(`${folder}/${it}`, 'utf8')),
  );
  expect(pids.every(isAlive), 'they outlive the flow').toBe(true);
  await endOrphans({ runId, graceMs: 100 });
  expect(pids.filter(isAlive)).toEqual([]);
  expect(processesOf(runId)).toEqual([]);
});

test('a shell whose flow was killed ends with its job', async () => {
  const folder = tempFolder();
  const runId = `death-after-${process.pid}`;
  const flow = await startFlow(folder, runId, [
    `echo > up; ${fixture('wait-for-file.sh', 'go')}; echo > done`,
  ]);
  await waitUntil(() => existsSync(`${folder}/up`), 'the job runs');
  flow.kill('SIGKILL');
  await once(flow, 'exit');
  await startFlow(folder, 'other', ['echo > go']);
  await waitUntil(() => existsSync(`${folder}/done`), 'the job is over');
  await waitUntil(() => processesOf(runId).length === 0, 'nothing of the run lives on');
  expect(existsSync(`${folder}/done`)).toBe(true);
});

test('where there are hardly any descriptors, all jobs run, and none is told twice', async () => {
  const folder = tempFolder();
  const commands = Array.from({ length: 60 }, (_, index) => `sleep 0.3; exit ${index % 2}`);
  const flow = await startFlow(folder, `few-${process.pid}`, commands, 'ulimit -n 45;');
  let told = '';
  flow.stdout?.on('data', (chunk: Buffer) => {
    told += chunk.toString();
  });
  const [code] = await once(flow, 'close');
  const outcomes = told
    .trim()
    .split('\n')
    .map((line) => OUTCOME.parse(JSON.parse(line)));
  expect(code).toBe(0);
  expect(outcomes.map(({ token }) => token).toSorted()).toEqual(
    commands.map((_, index) => `few-${process.pid}-${index}`).toSorted(),
  );
  expect(outcomes.filter(({ kind }) => kind === 'succeeded')).toHaveLength(30);
  expect(outcomes.filter(({ cause }) => cause === 'exit')).toHaveLength(30);
});

/** Runs jobs in a process of its own, which may be killed. */
async function startFlow(
  folder: string,
  runId: string,
  commands: readonly string[],
  before = '',
): Promise<ChildProcess> {
  const program = await bundleProgram(RUN_JOBS, folder);
  return spawn(
    'bash',
    ['-c', `${before} exec "$@"`, 'x', process.execPath, program, folder, runId, ...commands],
    { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
  );
}

function processesOf(runId: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name) && isAlive(Number(name)))
    .filter((name) => environmentOf(name).includes(`\0FLOW_RUN_ID=${runId}\0`));
}

function environmentOf(pid: string): string {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, 'latin1')}\0`;
  } catch {
    return '';
  }
}
