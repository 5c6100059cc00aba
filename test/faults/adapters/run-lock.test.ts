import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { describe, expect, test } from 'vitest';
import { newHolding, replaceHolding } from '../../../src/adapters/lock-file.ts';
import { ownIdentity } from '../../../src/adapters/process-identity.ts';
import { processEntry } from '../../../src/adapters/process-list.ts';
import { acquireLock, breakLock } from '../../../src/adapters/run-lock.ts';
import { FlowError } from '../../../src/core/diagnostic.ts';
import { bundleProgram } from '../../rigs/bundle-program.ts';
import { tempFolder } from '../../rigs/temp-folder.ts';
import { waitUntil } from '../../rigs/wait-until.ts';

const OWN = ownIdentity();
/** No process has this number: it is beyond what the kernel gives out. */
const NOBODY = { ...OWN, pid: 2 ** 22 + 1 };

test('a free lock is taken, and is gone when it is released', async () => {
  const flowFolder = flowFolderIn(tempFolder());
  const lock = await acquireLock(requestOf(flowFolder));
  expect(lock.takenFrom).toBeUndefined();
  expect(readdirSync(flowFolder)).toEqual(['lock']);
  lock.release();
  expect(readdirSync(flowFolder)).toEqual([]);
});

test('a lock that was taken away meanwhile is not released again', async () => {
  const flowFolder = flowFolderIn(tempFolder());
  const lock = await acquireLock(requestOf(flowFolder));
  const other = newHolding(OWN, { runId: 'other', startedAtMs: 0 });
  replaceHolding(`${flowFolder}/lock`, other);
  lock.release();
  expect(JSON.parse(readFileSync(`${flowFolder}/lock`, 'utf8'))).toEqual(other);
});

describe('the lock of', () => {
  test('a living process is respected, and the message says whose it is', async () => {
    const flowFolder = flowFolderIn(tempFolder());
    const lock = await acquireLock({ ...requestOf(flowFolder), nowMs: 0 });
    const problem = await problemOf(acquireLock(requestOf(flowFolder)));
    lock.release();
    expect(problem).toMatchObject({
      code: 'locked',
      kind: 'environment',
      title: `another flow works in \`${flowFolder.slice(0, -'/.flow'.length)}\``,
      facts: [
        ['host', hostname()],
        ['process', `${process.pid}`],
        ['since', '1970-01-01T00:00:00.000Z'],
        ['last sign of life', expect.stringMatching(/^20.*Z$/)],
      ],
      hint: `wait for it, or stop it with \`kill ${process.pid}\``,
    });
  });

  test.each([
    ['a process that is gone', NOBODY],
    ['one whose number another bears now', { ...OWN, startTime: '1' }],
    ['one that ran before the host was started anew', { ...OWN, bootId: 'before' }],
  ])('%s is taken over', async (_, owner) => {
    const flowFolder = flowFolderIn(tempFolder());
    replaceHolding(`${flowFolder}/lock`, newHolding(owner, { runId: 'old', startedAtMs: 0 }));
    const lock = await acquireLock(requestOf(flowFolder));
    expect(lock.takenFrom).toBe('old');
    lock.release();
    expect(readdirSync(flowFolder)).toEqual([]);
  });

  test.each([
    ['another host', { ...NOBODY, host: 'elsewhere' }],
    ['another system of the same name', { ...NOBODY, machineId: 'other' }],
    ['another container', { ...NOBODY, pidNamespace: 'pid:[1]' }],
  ])('a process on %s is never taken over', async (_, owner) => {
    const flowFolder = flowFolderIn(tempFolder());
    replaceHolding(`${flowFolder}/lock`, newHolding(owner, { runId: 'old', startedAtMs: 0 }));
    expect(await problemOf(acquireLock(requestOf(flowFolder)))).toMatchObject({
      code: 'locked-elsewhere',
      kind: 'environment',
      hint: `if it no longer runs there (\`ps ${owner.pid}\`), take its lock away with \`flow unlock\``,
    });
    expect(await breakLock(requestOf(flowFolder))).toMatchObject({ host: owner.host });
    (await acquireLock(requestOf(flowFolder))).release();
  });

  test('a process that has ended but was not asked how is taken over', async () => {
    const flowFolder = flowFolderIn(tempFolder());
    // The inner shell is a zombie as long as the outer one, now `sleep`, does not wait for it.
    const parent = spawn('sh', ['-c', 'sh -c "echo \\$\\$; exec true" & exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let text = '';
    parent.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    await waitUntil(() => text.endsWith('\n'), 'the shell tells its number');
    const pid = Number(text);
    await waitUntil(() => processEntry(pid)?.isDead === true, 'the shell is a zombie');
    const zombie = { ...OWN, pid, startTime: processEntry(pid)?.startTime ?? '' };
    replaceHolding(`${flowFolder}/lock`, newHolding(zombie, { runId: 'old', startedAtMs: 0 }));
    const lock = await acquireLock(requestOf(flowFolder));
    expect(lock.takenFrom).toBe('old');
    lock.release();
    parent.kill('SIGKILL');
  });
});

test('what a dead owner left running is ended before its lock is taken over', async () => {
  const flowFolder = flowFolderIn(tempFolder());
  const runId = `run-${process.pid}-left`;
  const orphan = spawn('sleep', ['300'], { env: { ...process.env, FLOW_RUN_ID: runId } });
  replaceHolding(`${flowFolder}/lock`, newHolding(NOBODY, { runId, startedAtMs: 0 }));
  const ended = once(orphan, 'exit');
  (await acquireLock(requestOf(flowFolder))).release();
  expect(await ended).toEqual([null, 'SIGTERM']);
});

test('what is no lock is refused, and unlock takes it away', async () => {
  const flowFolder = flowFolderIn(tempFolder());
  writeFileSync(`${flowFolder}/lock`, 'not JSON');
  expect(await problemOf(acquireLock(requestOf(flowFolder)))).toMatchObject({
    code: 'lock-unreadable',
  });
  await breakLock(requestOf(flowFolder));
  expect(readdirSync(flowFolder)).toEqual([]);
});

test('unlock leaves a living process its lock', async () => {
  const flowFolder = flowFolderIn(tempFolder());
  const lock = await acquireLock(requestOf(flowFolder));
  expect(await problemOf(breakLock(requestOf(flowFolder)))).toMatchObject({ code: 'locked' });
  lock.release();
  expect(await breakLock(requestOf(flowFolder))).toBeUndefined();
});

test('of many takers of a dead lock exactly one gets it', async () => {
  const program = await takerProgram();
  for (let round = 1; round <= 3; round++) {
    const flowFolder = flowFolderIn(tempFolder());
    replaceHolding(`${flowFolder}/lock`, newHolding(NOBODY, { runId: 'old', startedAtMs: 0 }));
    const takers = Array.from({ length: 12 }, (_, index) =>
      startTaker(program, [flowFolder, `run-${index}`, 'go']),
    );
    await waitUntil(() => takers.every(({ text }) => text() !== ''), 'all takers answer', 60_000);
    writeFileSync(`${flowFolder}/go`, '');
    const answers = await Promise.all(takers.map(answerOf));
    expect(answers.toSorted()).toEqual([...Array(11).fill('locked'), 'taken from old']);
    expect(readdirSync(flowFolder)).toEqual(['go']);
  }
});

test('wherever takers are killed, never two are inside, and the lock can be taken again', async () => {
  const program = await takerProgram();
  const flowFolder = flowFolderIn(tempFolder());
  for (let round = 1; round <= 12; round++) {
    const takers = ['dies', 'soon', 'soon', 'soon', 'soon'].map((end, index) =>
      startTaker(program, [flowFolder, `run-${round}-${index}`, end]),
    );
    const answers = takers.map(answerOf);
    // The last two live on, so that killed ones meet living ones.
    for (const [index, { child }] of takers.slice(0, 3).entries()) {
      setTimeout(() => child.kill('SIGKILL'), 60 + ((round * 13 + index * 29) % 80));
    }
    for (const answer of await Promise.all(answers)) {
      expect(answer, `round ${round}`).toMatch(/^(|locked|taken from .*)$/);
    }
  }
  const lock = await acquireLock(requestOf(flowFolder));
  lock.release();
  const left = readdirSync(flowFolder).filter((name) => !name.includes('.draft-'));
  expect(left.filter((name) => name !== 'inside')).toEqual([]);
});

interface Taker {
  readonly child: ChildProcess;
  readonly closed: Promise<unknown>;
  readonly text: () => string;
}

function takerProgram(): Promise<string> {
  return bundleProgram(new URL('programs/lock-taker.mjs', import.meta.url), tempFolder());
}

function startTaker(program: string, options: readonly string[]): Taker {
  const child = spawn(process.execPath, [program, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return { child, closed: once(child, 'close'), text: () => text };
}

/** Empty if it was killed before it could tell. */
async function answerOf({ closed, text }: Taker): Promise<string> {
  await closed;
  return text().trim();
}

function flowFolderIn(folder: string): string {
  mkdirSync(`${folder}/.flow`);
  return `${folder}/.flow`;
}

function requestOf(flowFolder: string) {
  return { flowFolder, runId: 'test', nowMs: Date.now(), graceMs: 1_000 };
}

async function problemOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof FlowError) return error.diagnostics[0];
    throw error;
  }
  return undefined;
}
