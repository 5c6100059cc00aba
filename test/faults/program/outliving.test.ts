import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { linesIn } from '../../rigs/program-files.ts';
import {
  flow,
  killIfThere,
  processesIn,
  startFlow,
  type StartedFlow,
  workFolder,
} from '../../rigs/program-flow.ts';
import { waitUntil } from '../../rigs/wait-until.ts';

// Goal: a job that flow was killed over is neither lost nor done twice, whether it goes on, has
// ended, or died as well.
// Method: real runs that are killed once their job is old enough to be taken on; the job works until
// the test lets it go, and notes each start where no run can undo it.

const COMMAND = `
echo start >> "$NOTES/starts"
cat source.txt > out.txt
until [ -e "$NOTES/go" ]; do sleep 0.05; done
exit "$(cat "$NOTES/go")"
`;

const WORKFLOWS = {
  'in a resident shell': `
rules:
  slow: { input: source.txt, output: out.txt, shell: ${JSON.stringify(COMMAND)} }
`,
  'as a program': `
rules:
  slow: { input: source.txt, output: out.txt, exec: [sh, job.sh] }
`,
} as const;

class Place {
  readonly folder: string;
  readonly notes: string;

  constructor(workflow: string) {
    this.folder = workFolder({
      'flow.yaml': workflow,
      'job.sh': COMMAND,
      'source.txt': 'one\n',
      '../notes/first': '',
    });
    this.notes = join(this.folder, '../notes');
  }

  get env(): Readonly<Record<string, string>> {
    return { NOTES: this.notes };
  }

  get starts(): number {
    return linesIn(join(this.notes, 'starts')).length;
  }

  get isFrozen(): boolean {
    return this.attempts.some((name) => name.endsWith('.json'));
  }

  /** Files that are kept of attempts which might outlive flow. */
  get attempts(): readonly string[] {
    const runs = join(this.folder, '.flow/runs');
    return readdirSync(runs).flatMap((run) => {
      const folder = join(runs, run, 'attempts/local');
      return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
    });
  }

  /** Lets the job end. */
  go(code: number): void {
    writeFileSync(join(this.notes, 'go'), `${code}\n`);
  }

  read(path: string): string | undefined {
    const file = join(this.folder, path);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  }

  start(): StartedFlow {
    return startFlow(this.folder, [], { env: this.env });
  }

  /** Kills a run over its job, which goes on. */
  async leaveJob(): Promise<void> {
    const run = this.start();
    await waitUntil(() => this.starts > 0 && this.isFrozen, 'the job can outlive flow');
    await kill(run);
  }
}

async function kill(run: StartedFlow): Promise<void> {
  killIfThere(run.pid, 'SIGKILL');
  await run.ended;
}

async function untilNothingRuns({ folder }: Place): Promise<void> {
  await waitUntil(() => processesIn(folder).length === 0, 'nothing of the run lives');
}

describe.each(Object.entries(WORKFLOWS))('a job %s', (_, workflow) => {
  test('that goes on is waited for', async () => {
    const place = new Place(workflow);
    await place.leaveJob();
    const run = place.start();
    await waitUntil(() => run.err().includes('adopt slow'), 'it is taken on');
    place.go(0);
    expect(await run.ended).toMatchObject({ code: 0 });
    expect([place.starts, place.read('out.txt')]).toEqual([1, 'one\n']);
    expect(place.attempts).toEqual([]);
    const { code, err } = flow(place.folder, [], place);
    expect([code, err]).toEqual([0, 'nothing to do: 1 job up to date\n']);
  });

  test('that ended well in the meantime is recorded, and not run again', async () => {
    const place = new Place(workflow);
    await place.leaveJob();
    place.go(0);
    await untilNothingRuns(place);
    expect(flow(place.folder, [], place)).toMatchObject({ code: 0 });
    expect([place.starts, place.read('out.txt')]).toEqual([1, 'one\n']);
    expect(place.attempts).toEqual([]);
  });

  test('that ended badly in the meantime has failed, and what was there before is back', async () => {
    const place = new Place(workflow);
    place.go(0);
    flow(place.folder, [], place);
    writeFileSync(join(place.folder, 'source.txt'), 'two\n');
    writeFileSync(join(place.notes, 'starts'), '');
    rmSync(join(place.notes, 'go'));
    await place.leaveJob();
    place.go(3);
    await untilNothingRuns(place);
    const { code, err } = flow(place.folder, [], place);
    expect(code).toBe(1);
    expect(err).toContain('fail  slow: exit code 3\n');
    expect([place.starts, place.read('out.txt')]).toEqual([1, 'one\n']);
    expect(place.attempts).toEqual([]);
  });

  test('that was killed as well runs again', async () => {
    const place = new Place(workflow);
    await place.leaveJob();
    for (const pid of processesIn(place.folder)) killIfThere(pid, 'SIGKILL');
    await untilNothingRuns(place);
    place.go(0);
    expect(flow(place.folder, [], place)).toMatchObject({ code: 0 });
    expect([place.starts, place.read('out.txt')]).toEqual([2, 'one\n']);
  });

  test('outlives a second flow that is killed over it', async () => {
    const place = new Place(workflow);
    await place.leaveJob();
    const second = place.start();
    await waitUntil(() => second.err().includes('adopt slow'), 'it is taken on');
    await kill(second);
    place.go(0);
    await untilNothingRuns(place);
    expect(flow(place.folder, [], place)).toMatchObject({ code: 0 });
    expect([place.starts, place.read('out.txt')]).toEqual([1, 'one\n']);
  });

  test('is ended and made anew where an input has changed since', async () => {
    const place = new Place(workflow);
    await place.leaveJob();
    writeFileSync(join(place.folder, 'source.txt'), 'other\n');
    const run = place.start();
    await waitUntil(() => place.starts === 2, 'it is started anew');
    place.go(0);
    expect(await run.ended).toMatchObject({ code: 0 });
    expect([place.starts, place.read('out.txt')]).toEqual([2, 'other\n']);
  });

  test('is ended by a signal to the flow that took it on', async () => {
    const place = new Place(workflow);
    await place.leaveJob();
    const run = place.start();
    await waitUntil(() => run.err().includes('adopt slow'), 'it is taken on');
    killIfThere(run.pid, 'SIGINT');
    expect(await run.ended).toMatchObject({ code: 130 });
    expect(processesIn(place.folder)).toEqual([]);
    expect([place.read('out.txt'), place.attempts]).toEqual([undefined, []]);
  });
});

test('a command that needs a shell of its own is waited for, too', async () => {
  const place = new Place(`
rules:
  slow: { input: source.txt, output: out.txt, shell: ${JSON.stringify(`: $$; ${COMMAND}`)} }
`);
  await place.leaveJob();
  const run = place.start();
  await waitUntil(() => run.err().includes('adopt slow'), 'it is taken on');
  place.go(0);
  expect(await run.ended).toMatchObject({ code: 0 });
  expect([place.starts, place.read('out.txt')]).toEqual([1, 'one\n']);
});

test('an exit record of another attempt is not believed', async () => {
  const place = new Place(WORKFLOWS['as a program']);
  await place.leaveJob();
  for (const pid of processesIn(place.folder)) killIfThere(pid, 'SIGKILL');
  await untilNothingRuns(place);
  const frozen = place.attempts.find((name) => name.endsWith('.json')) ?? '';
  const lines = ['flow-exit 1', 'token other.0.1', 'end 1', 'code 0', 'complete other.0.1', ''];
  writeFileSync(frozen.replace(/json$/u, 'exit.0'), lines.join('\n'));
  place.go(0);
  expect(flow(place.folder, [], place)).toMatchObject({ code: 0 });
  expect(place.starts).toBe(2);
});

test('a dry run and `accept` leave what goes on alone', async () => {
  const place = new Place(WORKFLOWS['in a resident shell']);
  await place.leaveJob();
  const { out } = flow(place.folder, ['-n'], place);
  expect(out.split('\n')[0]).toBe('slow: `out.txt` was left incomplete by an earlier run');
  expect(flow(place.folder, ['accept'], place).err).toBe(
    'leave  slow: `out.txt` was left incomplete by an earlier run\n' +
      'nothing to accept, 1 left as it is: it has to run\n',
  );
  place.go(0);
  expect(flow(place.folder, [], place)).toMatchObject({ code: 0 });
  expect(place.starts).toBe(1);
});

test('its temporary folder stays as long as it goes on', async () => {
  const place = new Place(`
rules:
  slow:
    output: out.txt
    shell: |
      echo start >> "$NOTES/starts"
      until [ -e "$NOTES/go" ]; do sleep 0.05; done
      echo made > "$TMPDIR/part"
      mv "$TMPDIR/part" {output}
`);
  await place.leaveJob();
  const run = place.start();
  await waitUntil(() => run.err().includes('adopt slow'), 'it is taken on');
  place.go(0);
  expect(await run.ended).toMatchObject({ code: 0 });
  expect([place.starts, place.read('out.txt')]).toEqual([1, 'made\n']);
});
