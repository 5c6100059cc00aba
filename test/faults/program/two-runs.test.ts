import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn, linesIn } from '../../rigs/program-files.ts';
import {
  type Ended,
  flow,
  killIfThere,
  processesIn,
  startFlow,
  type StartedFlow,
  workFolder,
} from '../../rigs/program-flow.ts';
import { waitUntil } from '../../rigs/wait-until.ts';

// Goal: of flows in one folder one works at a time, whoever died there before, and no job works
// beside an older attempt at it.
// Method: real runs side by side, whose jobs note in a log that no run can undo what they do.

/** Its job works until it is let go, and notes that it is at it. */
const WAITING = `
rules:
  slow:
    input: source.txt
    output: out.txt
    shell: |
      echo "start $BASHPID" >> "$LOG"
      until [ -e "$GO" ]; do sleep 0.01; done
      cat {input} > {output}
      echo "end $BASHPID" >> "$LOG"
`;

const ROUNDS = 8;

interface Place {
  readonly folder: string;
  readonly log: string;
  readonly go: string;
  readonly env: Readonly<Record<string, string>>;
}

function place(workflow: string): Place {
  const folder = workFolder({ 'flow.yaml': workflow, 'source.txt': 'one\n', '../notes/first': '' });
  const log = join(folder, '../notes/log');
  const go = join(folder, '../notes/go');
  return { folder, log, go, env: { LOG: log, GO: go } };
}

test.each(['is free', 'is that of a flow that was killed'])(
  'of three flows that start at the same moment one runs, when the lock %s',
  async (how) => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const { folder, log, go, env } = place(WAITING);
      if (how !== 'is free') await leaveDeadLock({ folder, log, env });
      const startsBefore = startsIn(log);
      const flows = [0, 1, 2].map(() => startFlow(folder, [], { env }));
      const ends = new Map<StartedFlow, Ended>();
      for (const each of flows) void each.ended.then((ended) => ends.set(each, ended));
      await waitUntil(() => ends.size === 2, 'two of them end');
      const [winner] = flows.filter((each) => !ends.has(each));
      for (const { code, err } of ends.values()) {
        expect(code, err).toBe(3);
        expect(err).toMatch(/^error\[locked\]: another flow (?:works in|is just taking) `/u);
        expect(err).toMatch(
          new RegExp(`process: +(?:${flows.map(({ pid }) => pid).join('|')})\n`, 'u'),
        );
      }
      await waitUntil(() => startsIn(log) > startsBefore, 'the job of the winner runs');
      writeFileSync(go, '');
      expect(await winner?.ended).toMatchObject({ code: 0 });
      expect(startsIn(log) - startsBefore, 'how often the job started').toBe(1);
      expect(filesIn(folder)).toEqual({ 'source.txt': 'one\n', 'out.txt': 'one\n' });
      expect(existsSync(join(folder, '.flow/lock'))).toBe(false);
    }
  },
);

async function leaveDeadLock({ folder, log, env }: Omit<Place, 'go'>): Promise<void> {
  const dead = startFlow(folder, [], { env });
  await waitUntil(() => startsIn(log) === 1, 'the job of the first flow runs');
  process.kill(dead.pid, 'SIGKILL');
  await dead.ended;
}

function startsIn(log: string): number {
  return linesIn(log).filter((line) => line.startsWith('start')).length;
}

test('who is refused is told who holds the lock, and what to do', async () => {
  const { folder, log, go, env } = place(WAITING);
  const holder = startFlow(folder, [], { env });
  await waitUntil(() => startsIn(log) === 1, 'the job runs');
  const { code, out, err } = flow(folder, [], { env });
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(anonymous(err, folder, holder.pid)).toMatchInlineSnapshot(`
    "error[locked]: another flow works in \`[folder]\`
      host:              [host]
      process:           [process]
      since:             [time]
      last sign of life: [time]

    hint: wait for it, or stop it with \`kill [process]\`
    "
  `);
  const unlock = flow(folder, ['unlock'], { env });
  expect({ code: unlock.code, err: unlock.err }).toEqual({ code: 3, err });
  writeFileSync(go, '');
  expect(await holder.ended).toMatchObject({ code: 0 });
  expect(flow(folder, ['unlock'], { env })).toMatchObject({ code: 0, err: 'there is no lock\n' });
});

test('looking is not refused while another flow works', async () => {
  const { folder, log, go, env } = place(WAITING);
  const holder = startFlow(folder, [], { env });
  await waitUntil(() => startsIn(log) === 1, 'the job runs');
  for (const words of [['-n'], ['why'], ['list'], ['graph'], ['plan'], ['status'], ['trace']]) {
    expect(flow(folder, words, { env }).code, words.join(' ')).toBe(0);
  }
  const { err } = flow(folder, ['-n'], { env });
  expect(err.replace(/process \d+ on \S+/u, 'process [pid] on [host]')).toBe(
    'process [pid] on [host] works here now: what it is making counts as left incomplete\n',
  );
  writeFileSync(go, '');
  expect(await holder.ended).toMatchObject({ code: 0 });
  expect(flow(folder, ['-n'], { env }).err).toBe('');
});

test('a lock of another host is never taken over, until `flow unlock` takes it away', async () => {
  const { folder, log, go, env } = place(WAITING);
  await leaveDeadLock({ folder, log, env });
  for (const pid of processesIn(folder)) killIfThere(pid, 'SIGKILL');
  const lock = join(folder, '.flow/lock');
  const holding: { host: string; machineId: string; pid: number } = JSON.parse(
    readFileSync(lock, 'utf8'),
  );
  const elsewhere = { ...holding, host: 'node17', machineId: 'f00' };
  writeFileSync(lock, JSON.stringify(elsewhere));
  writeFileSync(go, '');
  const refused = flow(folder, [], { env });
  expect(refused.code).toBe(3);
  expect(anonymous(refused.err, folder, holding.pid)).toMatchInlineSnapshot(`
    "error[locked-elsewhere]: \`[folder]\` is locked by a flow on \`node17\`, which cannot be looked at from here
      host:              [host]
      process:           [process]
      since:             [time]
      last sign of life: [time]

    hint: if it no longer runs there (\`ps [process]\`), take its lock away with \`flow unlock\`
    "
  `);
  expect(startsIn(log)).toBe(1);
  const unlocked = flow(folder, ['unlock'], { env });
  expect(unlocked).toMatchObject({
    code: 0,
    err: `removed the lock of process ${holding.pid} on node17\n`,
  });
  expect(flow(folder, [], { env })).toMatchObject({ code: 0 });
  expect(filesIn(folder)).toEqual({ 'source.txt': 'one\n', 'out.txt': 'one\n' });
});

/** Without what differs from run to run. */
function anonymous(text: string, folder: string, pid: number): string {
  return text
    .replaceAll(folder, '[folder]')
    .replaceAll(`${pid}`, '[process]')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, '[time]')
    .replaceAll(/(?<=host: +)\S+/gu, '[host]');
}

/**
 * Each writes to its output again and again, for as long as it lives, and notes each time in the
 * log that it does; for the second flow it ends.
 */
const WRITERS = {
  'an ordinary job': (write: string) => write,
  'a job that does not listen to TERM': (write: string) => `trap '' TERM; ${write}`,
  'a job that left its group': (write: string) =>
    `export -f note; setsid bash -c '${write}' & wait`,
};

test.each(Object.entries(WRITERS))(
  '%s of a flow that was killed is ended before it runs again',
  async (_name, wrapped) => {
    const write =
      'while [ ! -e "$GO" ]; do echo "write $ME" | tee -a "$LOG" > out.txt; sleep 0.01; done';
    const command = `
      export ME=$BASHPID
      note() { echo "$1 $ME" >> "$LOG"; }
      note start
      ${wrapped(write)}
      cat {input} > {output}
      note end`;
    const { folder, log, go, env } = place(
      `rules: { slow: { input: source.txt, output: out.txt, shell: ${JSON.stringify(command)} } }`,
    );
    const dead = startFlow(folder, [], { env });
    await waitUntil(
      () => linesIn(log).filter((line) => line.startsWith('write')).length > 2,
      'it writes',
    );
    process.kill(dead.pid, 'SIGKILL');
    await dead.ended;
    const count = linesIn(log).length;
    await waitUntil(() => linesIn(log).length > count + 2, 'the job works on, though flow is dead');

    const next = startFlow(folder, [], { env });
    await waitUntil(() => startsIn(log) === 2, `the job runs again; flow said: ${next.err()}`);
    const newest = linesIn(log).findLast((line) => line.startsWith('start'));
    await waitUntil(() => linesIn(log).at(-1)?.startsWith('write') === true, 'the new one writes');
    const mark = linesIn(log).length;
    await waitUntil(() => linesIn(log).length > mark + 5, 'it goes on writing');
    writeFileSync(go, '');
    expect(await next.ended).toMatchObject({ code: 0 });
    const later = linesIn(log).slice(linesIn(log).lastIndexOf(newest ?? ''));
    expect(new Set(later.map((line) => line.split(' ')[1])).size, later.join('\n')).toBe(1);
    expect(filesIn(folder)).toEqual({ 'source.txt': 'one\n', 'out.txt': 'one\n' });
    expect(processesIn(folder)).toEqual([]);
  },
);
