import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { endOrphans } from '../../../src/adapters/orphans.ts';
import { processEntry } from '../../../src/adapters/process-list.ts';
import { bundleProgram } from '../../rigs/bundle-program.ts';
import { tempFolder } from '../../rigs/temp-folder.ts';
import { waitUntil } from '../../rigs/wait-until.ts';

/** Leaders of process groups, negative, and processes. */
const started = new Set<number>();

afterEach(() => {
  for (const target of started) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // It ended, as it should.
    }
  }
  started.clear();
});

test('a run without processes has no orphans', async () => {
  expect(await endOrphans({ runId: 'nobody', graceMs: 1_000 })).toBe(0);
});

test('orphans are ended, wherever they went, and nobody else', async () => {
  const folder = tempFolder();
  const runId = `run-${process.pid}-tree`;
  const other = await startTree(folder, { runId: `${runId}-other`, script: 'sleep 300 & wait' });
  const pids = await startTree(folder, {
    runId,
    script: `
      sleep 300 & echo $! >> "$PIDS"
      setsid sleep 300 & echo $! >> "$PIDS"
      nohup sh -c 'echo $$ >> "$PIDS"; (sleep 300; true)' > /dev/null 2>&1 &
      setsid sh -c 'sh -c "echo \\$\\$ >> \\"$PIDS\\"; exec sleep 300" & exit'
      env -i sleep 300 & echo $! >> "$PIDS"
      wait`,
    count: 6,
  });
  const count = await endOrphans({ runId, graceMs: 5_000 });
  expect(count).toBeGreaterThanOrEqual(6);
  expect(pids.filter(isAlive)).toEqual([]);
  expect(other.filter(isAlive)).toEqual(other);
});

test('attempts that may go on are spared, with all that they have started', async () => {
  const runId = `run-${process.pid}-spared`;
  const begin = async (token: string): Promise<readonly number[]> =>
    await startTree(tempFolder(), {
      runId,
      script: `exec env FLOW_JOB_TOKEN=${token} sh -c 'sleep 300 & echo $! >> "$PIDS"; wait'`,
      count: 2,
    });
  const [kept, ended] = [await begin('t.1.1'), await begin('t.1.10')];
  await endOrphans({ runId, graceMs: 5_000, spared: new Set(['t.1.1']) });
  expect(kept.filter(isAlive)).toEqual(kept);
  expect(ended.filter(isAlive)).toEqual([]);
});

test('one that ignores TERM is killed once its time is over', async () => {
  const runId = `run-${process.pid}-stubborn`;
  const pids = await startTree(tempFolder(), {
    runId,
    script: 'trap "" TERM; while :; do sleep 0.05; done',
  });
  const beginMs = performance.now();
  await endOrphans({ runId, graceMs: 200 });
  expect(performance.now() - beginMs).toBeGreaterThanOrEqual(200);
  expect(pids.filter(isAlive)).toEqual([]);
});

test('one that is stopped is ended without waiting for KILL', async () => {
  const folder = tempFolder();
  const runId = `run-${process.pid}-stopped`;
  const script = `trap 'echo heard > "${folder}/heard"; exit' TERM; while :; do sleep 0.02; done`;
  const [pid = 0] = await startTree(folder, { runId, script });
  process.kill(pid, 'SIGSTOP');
  await endOrphans({ runId, graceMs: 60_000 });
  expect(existsSync(`${folder}/heard`)).toBe(true);
});

test('one that goes on starting others is ended with all of them', async () => {
  const runId = `run-${process.pid}-fork`;
  await startTree(tempFolder(), {
    runId,
    script: 'trap "" TERM; while :; do (trap "" TERM; sleep 1) & sleep 0.01; done',
  });
  await endOrphans({ runId, graceMs: 100 });
  expect(await endOrphans({ runId, graceMs: 100 })).toBe(0);
});

test('what has ended is not waited for, though its parent never asks', async () => {
  const file = `${tempFolder()}/pid`;
  const runId = `run-${process.pid}-zombie`;
  const child = `FLOW_RUN_ID=${runId} sh -c 'echo $$ > ${file}; exec sleep 300'`;
  startShell({}, `${child} & exec sleep 300`);
  const pid = (): number => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);
  await waitUntil(() => pid() > 0, 'the child runs');
  expect(await endOrphans({ runId, graceMs: 60_000 })).toBe(1);
  expect(processEntry(pid())?.isDead).toBe(true);
  expect(await endOrphans({ runId, graceMs: 60_000 })).toBe(0);
});

test('a flow that runs within the run that died spares itself and whoever started it', async () => {
  const runId = `run-${process.pid}-within`;
  const source = new URL('programs/orphan-ender.mjs', import.meta.url);
  const program = await bundleProgram(source, tempFolder());
  const script = `sleep 300 & "${process.execPath}" "${program}" ${runId}; echo spared`;
  const shell = spawn('sh', ['-c', script], {
    env: { ...process.env, FLOW_RUN_ID: runId },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  shell.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(shell, 'close');
  expect(text).toBe('1\nspared\n');
});

test('a mark that only begins like that of the run is another', async () => {
  const runId = `run-${process.pid}-begin`;
  const pids = await startTree(tempFolder(), { runId: `${runId}s`, script: 'sleep 300 & wait' });
  expect(await endOrphans({ runId, graceMs: 0 })).toBe(0);
  expect(pids.filter(isAlive)).toEqual(pids);
});

interface Tree {
  readonly runId: string;
  /** For `sh`; it appends the numbers of its processes to `$PIDS`. */
  readonly script: string;
  /** Of processes, the outermost counted. */
  readonly count?: number;
}

/** Starts processes that outlive whoever started them, and answers their numbers. */
async function startTree(folder: string, { runId, script, count = 1 }: Tree): Promise<number[]> {
  const file = `${folder}/pids-${runId}`;
  const environment = { FLOW_RUN_ID: runId, PIDS: file };
  const launcher = startShell(environment, `sh -c 'echo $$ >> "$PIDS"; ${quoted(script)}' &`);
  await once(launcher, 'exit');
  const pids = (): number[] =>
    existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1).map(Number) : [];
  await waitUntil(() => pids().length >= count, `${count} processes of ${runId} run`);
  for (const pid of pids()) started.add(pid);
  return pids();
}

function startShell(environment: NodeJS.ProcessEnv, script: string): ChildProcess {
  const child = spawn('sh', ['-c', script], {
    env: { ...process.env, ...environment },
    stdio: 'ignore',
    detached: true,
  });
  if (child.pid !== undefined) started.add(-child.pid);
  return child;
}

/** Inside single quotes. */
function quoted(script: string): string {
  return script.replaceAll("'", `'\\''`);
}

function isAlive(pid: number): boolean {
  return processEntry(pid)?.isDead === false;
}
