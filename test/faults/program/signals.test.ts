import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesIn, linesIn } from '../../rigs/program-files.ts';
import {
  type Ended,
  flow,
  processesIn,
  startFlow,
  type StartedFlow,
  workFolder,
} from '../../rigs/program-flow.ts';
import { waitUntil } from '../../rigs/wait-until.ts';

// Goal: a signal ends a run in good order, whatever its jobs do about it.
// Method: a run over outputs of an earlier run, whose jobs hang in various ways with half an output
// written; once all of them hang, it gets its signal.

/** A job that is quick for the old source, and hangs in its own way for the new one. */
function job(name: string, hang: string): string {
  const command = `
    echo half > {output}
    if [ "$(cat {input})" = new ]; then
      ${hang.trim()}
    fi
    cat {input} > {output}`;
  return `
  ${name}: { input: source.txt, output: ${name}.txt, shell: ${JSON.stringify(command)} }`;
}

const UP = (name: string): string => `touch "$UP/${name}"`;

const HANGING = {
  grandchildren: `(sleep 300 & (sleep 300; true) & wait) & ${UP('grandchildren')}; wait`,
  away: `setsid sh -c 'trap "" HUP; ${UP('away')}; sleep 300; echo late > away.txt' & wait`,
  deaf: `trap '' TERM INT HUP; ${UP('deaf')}; while :; do sleep 0.05; done`,
};

const WORKFLOW = `
rules:
  all: { input: [quick.txt, grandchildren.txt, away.txt, deaf.txt, later.txt] }
  quick: { input: source.txt, output: quick.txt, shell: "cat {input} > {output}" }
  later: { input: grandchildren.txt, output: later.txt, shell: "touch \\"$UP/later\\"; cat {input} > {output}" }
${Object.entries(HANGING)
  .map(([name, hang]) => job(name, hang))
  .join('')}
`;

const FILES_OF_ALL = ['away.txt', 'deaf.txt', 'grandchildren.txt', 'later.txt', 'quick.txt'];

interface Hanging {
  readonly folder: string;
  readonly up: string;
  readonly run: StartedFlow;
}

/** A run with everything done that can be done, and all else hanging. */
async function hangingRun(isGroupLeader: boolean): Promise<Hanging> {
  const folder = workFolder({ 'flow.yaml': WORKFLOW, 'source.txt': 'old', '../up/first': '' });
  const up = join(folder, '../up');
  const env = { UP: up };
  expect(flow(folder, ['-c4'], { env }).code).toBe(0);
  writeFileSync(join(folder, 'source.txt'), 'new');
  writeFileSync(join(up, 'later'), '');
  const run = startFlow(folder, ['-c4'], { env, isGroupLeader });
  await waitUntil(
    () =>
      Object.keys(HANGING).every((name) => existsSync(join(up, name))) &&
      run.err().includes('done  quick'),
    `all jobs hang; flow said:\n${run.err()}`,
  );
  return { folder, up, run };
}

function expectGoodOrder({ folder, up }: Hanging, ended: Ended): void {
  expect(ended, ended.err).toMatchObject({ code: 130, signal: null, out: '' });
  expect(processesIn(folder)).toEqual([]);
  expect(filesIn(folder)).toEqual({
    'source.txt': 'new',
    'quick.txt': 'new',
    ...Object.fromEntries(FILES_OF_ALL.slice(0, 4).map((name) => [name, 'old'])),
  });
  expect(existsSync(join(folder, '.flow/lock'))).toBe(false);
  const plan = flow(folder, ['-n'], { env: { UP: up } });
  expect(plan.out).toContain('4 jobs to do');
  expect(plan.out).not.toContain('quick');
}

describe('while jobs run', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s to flow alone ends them all, and records what had finished',
    async (signal) => {
      const hanging = await hangingRun(false);
      process.kill(hanging.run.pid, signal);
      const ended = await hanging.run.ended;
      expectGoodOrder(hanging, ended);
      expect(shapeOf(ended.err)).toBe(SHOWN.replace('SIGNAL', signal));
    },
  );

  test('Ctrl-C, which reaches all that share the terminal, does the same', async () => {
    const hanging = await hangingRun(true);
    process.kill(-hanging.run.pid, 'SIGINT');
    const ended = await hanging.run.ended;
    expectGoodOrder(hanging, ended);
    expect(shapeOf(ended.err)).toBe(SHOWN.replace('SIGNAL', 'SIGINT'));
  });

  test('the run that follows does what is left, and leaves nothing aside', async () => {
    const hanging = await hangingRun(false);
    process.kill(hanging.run.pid, 'SIGINT');
    await hanging.run.ended;
    writeFileSync(join(hanging.folder, 'source.txt'), 'newer');
    const after = flow(hanging.folder, ['-c4'], { env: { UP: hanging.up } });
    expect(after.code, after.err).toBe(0);
    expect(filesIn(hanging.folder)).toEqual({
      'source.txt': 'newer',
      ...Object.fromEntries(FILES_OF_ALL.map((name) => [name, 'newer'])),
    });
  });
});

const SHOWN = `
ended away
ended deaf
ended grandchildren
skip  later: the run was stopped
stop  SIGNAL: nothing more starts, running jobs are being ended; again to kill them at once
ended 1 succeeded, 3 cancelled, 1 skipped in TIME`.trim();

/** What was said after the signal, the jobs in the order of their names. */
function shapeOf(err: string): string {
  const lines = err
    .trimEnd()
    .replace(/ in [^\n]* s$/u, ' in TIME')
    .split('\n')
    .filter((line) => !/^(?:run|start|done) /u.test(line));
  return [...lines.slice(0, -1).toSorted(), ...lines.slice(-1)].join('\n');
}

describe('a second signal', () => {
  const PATIENT = `
rules:
  patient:
    output: patient.txt
    shell: |
      trap 'touch "$UP/asked"; sleep 1.5; touch "$UP/finished"; exit 1' TERM
      echo half > {output}
      touch "$UP/patient"
      while :; do sleep 0.02; done
`;

  async function patientRun(): Promise<Hanging> {
    const folder = workFolder({ 'flow.yaml': PATIENT, '../up/first': '' });
    const up = join(folder, '../up');
    const run = startFlow(folder, [], { env: { UP: up } });
    await waitUntil(() => existsSync(join(up, 'patient')), 'the job runs');
    process.kill(run.pid, 'SIGINT');
    await waitUntil(() => existsSync(join(up, 'asked')), 'the job was asked to end');
    return { folder, up, run };
  }

  test('kills what a first one gives time to end', async () => {
    const { folder, up, run } = await patientRun();
    process.kill(run.pid, 'SIGTERM');
    expect(await run.ended).toMatchObject({ code: 130, signal: null });
    expect(existsSync(join(up, 'finished'))).toBe(false);
    expect(processesIn(folder)).toEqual([]);
    expect(filesIn(folder)).toEqual({});
    expect(existsSync(join(folder, '.flow/lock'))).toBe(false);
  });

  test('is not there by itself: without it, the job has its time', async () => {
    const { folder, up, run } = await patientRun();
    expect(await run.ended).toMatchObject({ code: 130, signal: null });
    expect(existsSync(join(up, 'finished'))).toBe(true);
    expect(filesIn(folder)).toEqual({});
  });
});

describe('before any job runs', () => {
  const WAITING = `
import { writeFileSync } from 'node:fs';
import { rule, workflow } from 'dagflow';
export default workflow({
  rules: () => [
    rule('all', {
      input: async () => {
        writeFileSync(process.env.UP + '/asking', '');
        await new Promise((resolve) => setTimeout(resolve, 600_000));
        return [];
      },
      output: 'all.txt',
      shell: 'touch {output}',
    }),
  ],
});
`;

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s ends flow while an input function waits',
    async (signal) => {
      const folder = workFolder({ 'flow.ts': WAITING, '../up/first': '' });
      const up = join(folder, '../up');
      const run = startFlow(folder, [], { env: { UP: up } });
      await waitUntil(() => existsSync(join(up, 'asking')), `it waits; it said: ${run.err()}`);
      expect(existsSync(join(folder, '.flow/lock'))).toBe(true);
      process.kill(run.pid, signal);
      const ended = await run.ended;
      expect(ended, ended.err).toMatchObject({ code: 130, signal: null });
      expect(existsSync(join(folder, '.flow/lock'))).toBe(false);
      expect(processesIn(folder)).toEqual([]);
    },
  );

  test.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'a signal at moment %i after the lock is there leaves no lock and no process',
    async (moment) => {
      const jobs = Array.from({ length: 300 }, (_, index) => `o${index}.txt`);
      const folder = workFolder({
        'flow.yaml': `
rules:
  all: { input: [${jobs.join(', ')}] }
  one: { output: "{name}.txt", shell: "echo {wildcards.name} > {output}" }
`,
      });
      const run = startFlow(folder, ['-c2']);
      await waitUntil(() => existsSync(join(folder, '.flow/lock')), 'the lock is there');
      for (let turn = 0; turn < moment; turn += 1) {
        await new Promise((resolve) => setTimeout(resolve, 7));
      }
      process.kill(run.pid, 'SIGINT');
      const ended = await run.ended;
      expect(ended, ended.err).toMatchObject({ code: 130, signal: null });
      expect(existsSync(join(folder, '.flow/lock'))).toBe(false);
      expect(processesIn(folder)).toEqual([]);
      const names = Object.entries(filesIn(folder));
      expect(names.filter(([name, text]) => name !== `${text.trim()}.txt`)).toEqual([]);
      const done = readFileSync(join(folder, '.flow/journal'), 'utf8').match(/"job":/gu) ?? [];
      expect(names).toHaveLength(done.length);
    },
  );
});

test('a run whose terminal went away ends as if it had been told to', async () => {
  const folder = workFolder({ 'flow.yaml': WORKFLOW, 'source.txt': 'old', '../up/first': '' });
  const up = join(folder, '../up');
  expect(flow(folder, ['-c4'], { env: { UP: up } }).code).toBe(0);
  expect(linesIn(join(up, 'first'))).toEqual([]);
});
