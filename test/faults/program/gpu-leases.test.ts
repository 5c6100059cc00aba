import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { killIfThere, startFlow, type StartedFlow, workFolder } from '../../rigs/program-flow.ts';
import { waitUntil } from '../../rigs/wait-until.ts';

// Goal: the cards that real jobs see are those that they leased, and no two jobs meet on one, also
// after a run was killed.
// Method: jobs write down what they see when they begin and that they end; that is read again.

const PROGRAMS = resolve(import.meta.dirname, '../../rigs/gpu-programs');
const CARDS = ['0, GPU-aaaa, 8000', '1, GPU-bbbb, 16000', '2, GPU-cccc, 16000'];
const FREE_MIB = new Map([
  ['0', 8000],
  ['1', 16_000],
  ['2', 16_000],
]);

interface AnyJob {
  readonly gpus: number;
  readonly memMib: number | undefined;
  readonly fails: boolean;
}

const anyJob: fc.Arbitrary<AnyJob> = fc.record({
  gpus: fc.constantFrom(0, 0.25, 0.5, 0.7, 1, 1, 2),
  memMib: fc.constantFrom(undefined, undefined, 3000, 7000, 12_000),
  fails: fc.constantFrom(false, false, false, true),
});

function workflowOf(jobs: readonly AnyJob[], hold: string): string {
  const rules = jobs.map(({ gpus, memMib, fails }, index) => {
    const memory = memMib === undefined ? '' : `, gpuMem: ${memMib} MiB`;
    const command = `echo "b ${index} $CUDA_VISIBLE_DEVICES" >> trace; ${hold}; echo "e ${index}" >> trace; ${fails ? 'false' : 'touch {output}'}`;
    return `  job${index}: { output: out/${index}, resources: { gpus: ${gpus}${memory} }, shell: ${JSON.stringify(command)} }`;
  });
  const all = jobs.map((_, index) => `out/${index}`).join(', ');
  return `rules:\n  all: { input: [${all}] }\n${rules.join('\n')}\n`;
}

function start(folder: string, words: readonly string[], more: object = {}): StartedFlow {
  const path = `${PROGRAMS}:${process.env['PATH'] ?? ''}`;
  const env = { PATH: path, FAKE_GPUS: CARDS.join('\n'), ...more };
  return startFlow(folder, ['-q', '-k', '-c6', ...words], { env });
}

/** Goes through what the jobs wrote down, and throws where two had no room beside one another. */
function checkTrace(lines: readonly string[], jobs: readonly AnyJob[], jobsPerGpu: number): void {
  const running = new Map<string, readonly string[]>();
  for (const line of lines) {
    const [what, index = '', cards = ''] = line.split(' ');
    if (what === 'e') running.delete(index);
    else running.set(index, cards === '' ? [] : cards.split(','));
    for (const [card, freeMib] of FREE_MIB) {
      const its = [...running].filter(([, seen]) => seen.includes(card));
      const asked = its.map(
        ([job]) => jobs[Number(job)] ?? { gpus: Number.NaN, memMib: undefined },
      );
      const share = asked.reduce((sum, it) => sum + (it.gpus < 1 ? it.gpus : 1 / jobsPerGpu), 0);
      const memMib = asked.reduce((sum, it) => sum + (it.memMib ?? 0), 0);
      assert.ok(share <= 1 + 1e-9, `${share} of card ${card}: ${its.join(' and ')}`);
      assert.ok(memMib <= freeMib, `${memMib} MiB of card ${card}`);
    }
    for (const [job, seen] of running) {
      assert.equal(new Set(seen).size, Math.ceil(jobs[Number(job)]?.gpus ?? Number.NaN));
    }
  }
}

function traceOf(folder: string): string[] {
  const path = join(folder, 'trace');
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
}

/** Of the last run. */
function eventsOf(folder: string) {
  const [last = ''] = readdirSync(join(folder, '.flow/runs')).toSorted().toReversed();
  const lines = readFileSync(join(folder, '.flow/runs', last, 'events.jsonl'), 'utf8').split('\n');
  return lines.slice(0, -1).map((line) => JSON.parse(line));
}

/** What the events of the last run say which cards a job was given. */
function leasesTold(folder: string): string[] {
  return eventsOf(folder)
    .filter(({ kind }) => kind === 'job-started')
    .map(({ job, gpus }) => `${job.rule} ${gpus.join(',')}`);
}

test('jobs see the cards that they leased, and no two meet on one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyJob, { minLength: 8, maxLength: 16 }),
      fc.constantFrom(1, 2),
      async (jobs, jobsPerGpu) => {
        const folder = workFolder({ 'flow.yaml': workflowOf(jobs, 'sleep 0.02') });
        const ended = await start(folder, ['--jobs-per-gpu', String(jobsPerGpu)]).ended;
        expect(ended.code).toBe(jobs.some(({ fails }) => fails) ? 1 : 0);
        const trace = traceOf(folder);
        checkTrace(trace, jobs, jobsPerGpu);
        const seen = trace.filter((line) => line.startsWith('b'));
        expect(seen.map((line) => `job${line.slice(2)}`).toSorted()).toEqual(
          leasesTold(folder).toSorted(),
        );
      },
    ),
    { numRuns: 8 },
  );
});

test('the memory that a job uses on its cards is recorded', async () => {
  const command = `echo "$$, 300" > apps; sleep 2.5; touch {output}`;
  const folder = workFolder({
    'flow.yaml': `rules:\n  train: { output: model, resources: { gpus: 1 }, shell: ${JSON.stringify(command)} }\n`,
    apps: '',
  });
  const ended = await start(folder, [], { FAKE_GPU_APPS: join(folder, 'apps') }).ended;
  expect(ended.code).toBe(0);
  const [end] = eventsOf(folder).filter(({ kind }) => kind === 'job-ended');
  expect(end.outcome.usage.gpuMemMib).toBe(300);
});

test('after a run was killed, the next one finds all cards free, and nobody on them', async () => {
  const jobs = [1, 1, 0.5, 0.5, 1, 2].map((gpus) => ({ gpus, memMib: undefined, fails: false }));
  const hold = 'test -e go || sleep 300';
  const folder = workFolder({ 'flow.yaml': workflowOf(jobs, hold) });
  const killed = start(folder, []);
  await waitUntil(() => traceOf(folder).length >= 4, 'four jobs hold all cards');
  killIfThere(killed.pid, 'SIGKILL');
  await killed.ended;
  const before = traceOf(folder);
  checkTrace(before, jobs, 1);

  const next = workflowOf(jobs, 'touch go');
  writeFileSync(join(folder, 'flow.yaml'), next);
  expect((await start(folder, []).ended).code).toBe(0);
  const after = traceOf(folder).slice(before.length);
  expect(after.filter((line) => line.startsWith('b'))).toHaveLength(jobs.length);
  expect(after.filter((line) => line.startsWith('e'))).toHaveLength(jobs.length);
  checkTrace(after, jobs, 1);
});
