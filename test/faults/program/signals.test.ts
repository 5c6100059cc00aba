import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesIn, type FileTexts, linesIn } from '../../rigs/program-files.ts';
import {
  flow,
  flowEnvironment,
  type FlowOptions,
  processesIn,
  PROGRAM,
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
  // Is killed only once its time of grace is over, which takes long, so not every run has it.
  deaf: `trap '' TERM INT HUP; ${UP('deaf')}; while :; do sleep 0.05; done`,
};

type Kind = keyof typeof HANGING;

const MANNERLY: readonly Kind[] = ['grandchildren', 'away'];

function workflowOf(kinds: readonly Kind[]): string {
  const wanted = ['quick', 'later', ...kinds].map((name) => `${name}.txt`);
  return `
rules:
  all: { input: [${wanted.join(', ')}] }
  quick: { input: source.txt, output: quick.txt, shell: "cat {input} > {output}" }
  later: { input: grandchildren.txt, output: later.txt, shell: "cat {input} > {output}" }
${kinds.map((kind) => job(kind, HANGING[kind])).join('')}
`;
}

interface Hanging {
  readonly kinds: readonly Kind[];
  readonly folder: string;
  readonly up: string;
  readonly run: StartedFlow;
}

/** A run with everything done that can be done, and all else hanging. */
async function hangingRun(
  kinds: readonly Kind[] = MANNERLY,
  options: FlowOptions = {},
): Promise<Hanging> {
  const { folder, up } = preparedFolder(kinds);
  const run = startFlow(folder, ['-c4'], { env: { UP: up }, ...options });
  const isHanging = (): boolean =>
    kinds.every((kind) => existsSync(join(up, kind))) && run.err().includes('done  quick');
  await waitUntil(isHanging, `all jobs hang; flow said:\n${run.err()}`);
  return { kinds, folder, up, run };
}

/** Everything was made of an old source, and there is a new one. */
function preparedFolder(kinds: readonly Kind[]): { folder: string; up: string } {
  const files = { 'flow.yaml': workflowOf(kinds), 'source.txt': 'old', '../up/first': '' };
  const folder = workFolder(files);
  const up = join(folder, '../up');
  expect(flow(folder, ['-c4'], { env: { UP: up } }).code).toBe(0);
  writeFileSync(join(folder, 'source.txt'), 'new');
  return { folder, up };
}

function expectGoodOrder({ kinds, folder, up }: Omit<Hanging, 'run'>): void {
  expect(processesIn(folder)).toEqual([]);
  expect(filesIn(folder)).toEqual({
    ...filesWith(kinds, 'old'),
    'source.txt': 'new',
    'quick.txt': 'new',
  });
  expect(existsSync(join(folder, '.flow/lock'))).toBe(false);
  const plan = flow(folder, ['-n'], { env: { UP: up } });
  const rules = kinds.map((kind) => `${kind} 1`).join(', ');
  const summary = `${kinds.length} jobs to do (${rules}), 1 more if inputs change, 1 up to date`;
  expect(plan.out.trimEnd().split('\n').at(-1)).toBe(summary);
}

function filesWith(kinds: readonly Kind[], text: string): FileTexts {
  const names = ['source', 'quick', 'later', ...kinds];
  return Object.fromEntries(names.map((name) => [`${name}.txt`, text]));
}

/** What was said of the end, the jobs in the order of their names. */
function saidOfEnd(err: string): string {
  const lines = err
    .trimEnd()
    .replace(/ in [^\n]* s$/u, ' in TIME')
    .split('\n')
    .filter((line) => !/^(?:run|start|done) /u.test(line));
  return [...lines.slice(0, -1).toSorted(), ...lines.slice(-1)].join('\n');
}

describe('while jobs run', () => {
  test('SIGINT ends all jobs, even one that does not listen', async () => {
    const hanging = await hangingRun(['grandchildren', 'away', 'deaf']);
    process.kill(hanging.run.pid, 'SIGINT');
    const ended = await hanging.run.ended;
    expect(ended, ended.err).toMatchObject({ code: 130, signal: null, out: '' });
    expectGoodOrder(hanging);
    expect(saidOfEnd(ended.err)).toMatchInlineSnapshot(`
      "ended away
      ended deaf
      ended grandchildren
      skip  later: the run was stopped
      stop  SIGINT: ending 3 running jobs; once more kills at once
      ended 1 succeeded, 3 cancelled, 1 skipped in TIME"
    `);
  });

  test.each(['SIGTERM', 'SIGHUP'] as const)('%s does the same', async (signal) => {
    const hanging = await hangingRun();
    process.kill(hanging.run.pid, signal);
    const ended = await hanging.run.ended;
    expect(ended, ended.err).toMatchObject({ code: 130, signal: null, out: '' });
    expectGoodOrder(hanging);
    expect(ended.err).toContain(`stop  ${signal}`);
  });

  test('Ctrl-C, which reaches all that share the terminal, does the same', async () => {
    const hanging = await hangingRun(MANNERLY, { isGroupLeader: true });
    process.kill(-hanging.run.pid, 'SIGINT');
    const ended = await hanging.run.ended;
    expect(ended, ended.err).toMatchObject({ code: 130, signal: null, out: '' });
    expectGoodOrder(hanging);
  });

  test('a terminal that is closed does the same, though nothing can be said any more', async () => {
    const { folder, up } = preparedFolder(MANNERLY);
    const terminal = startInTerminal(folder, up);
    await waitUntil(() => MANNERLY.every((kind) => existsSync(join(up, kind))), 'all jobs hang');
    await waitUntil(() => linesIn(join(folder, '.flow/journal')).some(isOfQuick), 'quick is done');
    terminal.kill('SIGKILL');
    await waitUntil(() => processesIn(folder).length === 0, 'flow has ended, and all its jobs');
    expect(existsSync(join(folder, '.flow/lock'))).toBe(false);
    expectGoodOrder({ kinds: MANNERLY, folder, up });
  });

  test('the run that follows does what is left, and leaves nothing aside', async () => {
    const { kinds, folder, up, run } = await hangingRun();
    process.kill(run.pid, 'SIGINT');
    await run.ended;
    writeFileSync(join(folder, 'source.txt'), 'newer');
    const after = flow(folder, ['-c4'], { env: { UP: up } });
    expect(after.code, after.err).toBe(0);
    expect(filesIn(folder)).toEqual(filesWith(kinds, 'newer'));
  });
});

/** A success with the new source. */
function isOfQuick(line: string): boolean {
  return line.includes('"job":') && line.includes('"rule":"quick"') && line.includes(NEW_DIGEST);
}

const NEW_DIGEST = createHash('sha256').update('new').digest('hex');

/** `flow -c4` in a terminal of its own, which goes away when what is answered is killed. */
function startInTerminal(folder: string, up: string): ChildProcess {
  const argv = JSON.stringify([process.execPath, PROGRAM, '-c4']);
  return spawn('python3', ['-c', `import pty; pty.spawn(${argv})`], {
    cwd: folder,
    env: { ...flowEnvironment(folder), UP: up, TERM: 'xterm' },
    stdio: 'ignore',
  });
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

  async function patientRun(): Promise<Omit<Hanging, 'kinds'>> {
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

  test.each([0, 0, 0, 1, 2, 3, 4, 5, 7, 9])(
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

test('a reader of its messages who goes away does not stop a run', async () => {
  const folder = workFolder({
    'flow.yaml': `
rules:
  all: { input: [first.txt, second.txt] }
  first: { output: first.txt, shell: 'touch "$UP/first"; until [ -e "$UP/go" ]; do sleep 0.02; done; touch {output}' }
  second: { input: first.txt, output: second.txt, shell: "touch {output}" }
`,
    '../up/made': '',
  });
  const up = join(folder, '../up');
  const run = startFlow(folder, [], { env: { UP: up } });
  await waitUntil(() => existsSync(join(up, 'first')), 'the first job runs');
  run.stopReading();
  writeFileSync(join(up, 'go'), '');
  expect(await run.ended).toMatchObject({ code: 0, signal: null });
  expect(filesIn(folder)).toEqual({ 'first.txt': '', 'second.txt': '' });
});
