import { expect, test } from 'vitest';
import { failed, MachineDrive } from '../../rigs/machine-drive.ts';
import { newDigest, oldDigest, SMALL, type World, worldOf } from '../../rigs/run-rig.ts';

const KEEP_GOING = { limits: { isKeepGoing: true } };

test('a job starts when all that it needs has ended', () => {
  const drive = new MachineDrive(worldOf(['a <- s', 'b <- s', 'c <- a b'])).start();
  expect(drive.news()).toEqual(['launch a', 'launch b']);
  drive.succeed('b');
  expect(drive.news()).toEqual(['record b', 'b succeeded = b']);
  drive.succeed('a', ['a']);
  expect(drive.news()).toEqual(['record a', 'a succeeded', 'launch c']);
  drive.succeed('c');
  expect(drive.news()).toEqual(['record c', 'c succeeded = c', 'finish']);
  expect(drive.counts).toEqual({
    succeeded: 3,
    failed: 0,
    cancelled: 0,
    skipped: 0,
    pruned: 0,
    held: 0,
  });
});

test('with nothing to do the run ends at once', () => {
  const world = worldOf(['a <- s', 'all: <- a'], { verdicts: { a: 'keep' } });
  const drive = new MachineDrive(world).start();
  expect(drive.effects).toEqual([
    {
      kind: 'tell',
      event: {
        kind: 'run-started',
        runId: 'run',
        rules: [],
        counts: { run: 0, conditional: 0, kept: 1 },
        cores: 2,
        gpus: [],
      },
    },
    {
      kind: 'finish',
      counts: { succeeded: 0, failed: 0, cancelled: 0, skipped: 0, pruned: 0, held: 0 },
    },
  ]);
});

test('the start tells how many jobs of which rule may run', () => {
  const world = worldOf(['a <- s', 'temp(b) <- s', 'c <- a b', 'd <- s', 'all: <- c d'], {
    verdicts: { a: 'run', b: 'dormant', c: 'conditional', d: 'keep', all: 'conditional' },
    absent: ['b'],
    gpus: ['GPU-1'],
  });
  const [started] = new MachineDrive(world).start().effects;
  expect(started).toEqual({
    kind: 'tell',
    event: {
      kind: 'run-started',
      runId: 'run',
      rules: [
        { rule: 'a', jobCount: 1 },
        { rule: 'b', jobCount: 1 },
        { rule: 'c', jobCount: 1 },
      ],
      counts: { run: 1, conditional: 2, kept: 1 },
      cores: 2,
      gpus: ['GPU-1'],
    },
  });
});

test('a launch says all that was decided about the attempt', () => {
  const request = { ...SMALL, threads: 2, gpus: 1 };
  const world = worldOf(['a <- s'], { requests: () => request, gpus: ['GPU-7'] });
  expect(new MachineDrive(world).start().effects.at(-1)).toEqual({
    kind: 'launch',
    job: 0,
    token: 'run.0.1',
    attempt: 1,
    failure: undefined,
    request,
    gpus: ['GPU-7'],
    reasons: [],
  });
});

test('an outcome of another attempt than the one that runs is no news', () => {
  const drive = new MachineDrive(worldOf(['a <- s'], { limits: { retries: 1 } })).start();
  drive.end('a', failed());
  const outcome = drive.success('a');
  const stale = { kind: 'job-ended', token: 'run.0.1', outcome, durationMs: 1 } as const;
  expect(drive.step(stale)).toEqual([]);
  expect(drive.step({ ...stale, token: 'another.0.2' })).toEqual([]);
  drive.succeed('a');
  expect(drive.counts).toMatchObject({ succeeded: 1, failed: 0 });
  expect(drive.step({ ...stale, token: 'run.0.2' })).toEqual([]);
});

// Early cut-off.

test('an input that comes out as recorded stops the wave', () => {
  const world = worldOf(['a <- s', 'b <- a', 'c <- b'], {
    verdicts: { b: 'conditional', c: 'conditional' },
  });
  const drive = new MachineDrive(world).start().succeed('a');
  expect(drive.news().slice(1)).toEqual([
    'record a',
    'a succeeded = a',
    'b pruned',
    'c pruned',
    'finish',
  ]);
});

test('what counts is the input file, not the job that makes it', () => {
  const world = worldOf(['m: a b <- s', 'c <- a', 'd <- b'], {
    verdicts: { c: 'conditional', d: 'conditional' },
  });
  const drive = new MachineDrive(world).start().succeed('m', ['b']);
  expect(drive.news().slice(1)).toEqual(['record m', 'm succeeded = a', 'c pruned', 'launch d']);
  const launch = drive.running.get('d');
  expect(launch?.reasons).toEqual([
    { kind: 'input-changed', path: 'b', old: oldDigest('b'), new: newDigest('b') },
  ]);
});

test('edges that only order jobs carry no change', () => {
  const world = worldOf(['a <- s', 'b <- order(a)', 'c <- ancient(a)', 'd <- final(a)'], {
    verdicts: { b: 'conditional', c: 'conditional', d: 'conditional' },
  });
  const drive = new MachineDrive(world).start().succeed('a', ['a']);
  expect(drive.news().slice(3)).toEqual(['b pruned', 'c pruned', 'launch d']);
});

test('a job waits for the decision about one that may run', () => {
  const world = worldOf(['a <- s', 'b <- a', 'c <- b s'], { verdicts: { b: 'conditional' } });
  const drive = new MachineDrive(world).start();
  expect([...drive.running.keys()]).toEqual(['a']);
  drive.succeed('a');
  expect(drive.news().slice(3)).toEqual(['b pruned', 'launch c']);
});

test('an input whose maker did not run after all may still be a reason', () => {
  const world = worldOf(['a <- s', 'b <- a', 'c <- b'], {
    verdicts: { b: 'conditional', c: 'conditional' },
    staleIfKept: ['c b'],
  });
  const drive = new MachineDrive(world).start().succeed('a');
  expect(drive.news().slice(3)).toEqual(['b pruned', 'launch c']);
  expect(drive.running.get('c')?.reasons).toEqual([
    { kind: 'input-changed', path: 'b', old: 'other', new: oldDigest('b') },
  ]);
});

test('only a job that may be pruned waits for a digest that comes late', () => {
  const world = worldOf(['a <- s', 'b <- a', 'c <- a'], {
    verdicts: { c: 'conditional' },
    cores: 3,
  });
  const drive = new MachineDrive(world).start();
  const late = { kind: 'succeeded', inputs: [], inputFiles: [] } as const;
  drive.end('a', { ...late, outputs: [{ ...rowWithoutDigest, path: 'a' }] });
  expect(drive.news().slice(1)).toEqual(['record a', 'a succeeded', 'fingerprint a', 'launch b']);
  drive.succeed('b');
  expect(drive.counts).toBeUndefined();
  drive.step({ kind: 'digest-known', file: world.file('a'), digest: newDigest('a') });
  expect(drive.news()).toEqual(['record b', 'b succeeded = b', 'launch c']);
  drive.succeed('c');
  expect(drive.counts).toMatchObject({ succeeded: 3 });
});

const rowWithoutDigest = {
  type: 'file',
  size: 1,
  mtimeMs: 1,
  digest: undefined,
  isYoung: false,
} as const;

test('a late digest that is the recorded one prunes; one that cannot be known does not', () => {
  const lines = ['a <- s', 'b <- a'];
  const afterDigest = (digest: string | undefined): string[] => {
    const world = worldOf(lines, { verdicts: { b: 'conditional' } });
    const drive = new MachineDrive(world).start();
    const outputs = [{ ...rowWithoutDigest, path: 'a' }];
    drive.end('a', { kind: 'succeeded', inputs: [], inputFiles: [], outputs });
    drive.news();
    drive.step({ kind: 'digest-known', file: world.file('a'), digest });
    return drive.news();
  };
  expect(afterDigest(oldDigest('a'))).toEqual(['b pruned', 'finish']);
  expect(afterDigest(undefined)).toEqual(['launch b']);
});

test('a run that only waits for digests is not over, unless the user gives up', () => {
  const drive = new MachineDrive(worldOf(['a <- s'])).start();
  const outputs = [{ ...rowWithoutDigest, path: 'a' }];
  drive.end('a', { kind: 'succeeded', inputs: [], inputFiles: [], outputs });
  expect(drive.counts).toBeUndefined();
  drive.step({ kind: 'cancelled', signal: 'SIGINT' });
  expect(drive.counts).toMatchObject({ succeeded: 1 });
});

// Removed temporary files.

function withRemovedTemp(verdict: 'run' | 'conditional'): World {
  return worldOf(['a <- s', 'temp(t) <- s', 'b <- a t'], {
    verdicts: { t: 'dormant', b: verdict },
    absent: ['t'],
  });
}

test('a removed temporary file is made again when a job that reads it comes to run', () => {
  const drive = new MachineDrive(withRemovedTemp('conditional')).start();
  expect(drive.news()).toEqual(['launch a']);
  drive.succeed('a', ['a']);
  expect(drive.news()).toEqual(['record a', 'a succeeded', 'launch t']);
  expect(drive.running.get('t')?.reasons).toEqual([{ kind: 'temp-needed', path: 't' }]);
  drive.succeed('t');
  expect(drive.news()).toEqual(['record t', 't succeeded = t', 'launch b']);
  drive.succeed('b');
  expect(drive.news()).toEqual(['record b', 'b succeeded = b', 'remove t', 'finish']);
});

test('a job that sleeps is not needed when nobody comes to need it', () => {
  const drive = new MachineDrive(withRemovedTemp('conditional')).start().succeed('a');
  expect(drive.news().slice(3)).toEqual(['b pruned', 't pruned', 'finish']);
});

test('a chain of removed files is made again from its beginning', () => {
  const world = worldOf(['temp(t) <- s', 'temp(u) <- t', 'a <- s', 'b <- a u'], {
    verdicts: { t: 'dormant', u: 'dormant', b: 'conditional' },
    absent: ['t', 'u'],
  });
  const drive = new MachineDrive(world).start().succeed('a', ['a']);
  expect(drive.news().at(-1)).toBe('launch t');
  drive.succeed('t').succeed('u').succeed('b');
  expect(drive.counts).toMatchObject({ succeeded: 4 });
});

test('a job whose inputs came out as they were still runs if its removed file is needed', () => {
  const world = worldOf(['a <- s', 'temp(t) <- a', 'b <- t c', 'c <- s'], {
    verdicts: { t: 'conditional', b: 'conditional' },
    absent: ['t'],
    cores: 1,
  });
  const drive = new MachineDrive(world).start().succeed('a');
  expect(drive.news().at(-1)).toBe('launch c');
  drive.succeed('c', ['c']);
  expect(drive.news().at(-1)).toBe('launch t');
  drive.succeed('t').succeed('b');
  expect(drive.counts).toMatchObject({ succeeded: 4, pruned: 0 });
});

test('a job that is called waits until what it replaces is read no more', () => {
  // m makes t, which was removed, and log, which is there and is being read by w.
  const world = worldOf(['m: temp(t) log <- s', 'w <- log', 'a <- s', 'b <- a t'], {
    verdicts: { m: 'dormant', b: 'conditional' },
    absent: ['t'],
  });
  const drive = new MachineDrive(world).start();
  expect([...drive.running.keys()]).toEqual(['a', 'w']);
  drive.succeed('a', ['a']);
  expect([...drive.running.keys()]).toEqual(['w']);
  drive.succeed('w');
  expect([...drive.running.keys()]).toEqual(['m']);
});

test('a job that was about to start waits for the called one that replaces what it reads', () => {
  const world = worldOf(['m: temp(t) log <- s', 'a <- s', 'b <- a t', 'w <- log'], {
    verdicts: { m: 'dormant', b: 'conditional' },
    absent: ['t'],
    cores: 1,
    priorities: { a: 1 },
  });
  const drive = new MachineDrive(world).start();
  expect([...drive.running.keys()]).toEqual(['a']);
  drive.succeed('a', ['a']);
  expect([...drive.running.keys()]).toEqual(['m']);
  drive.succeed('m').succeed('b').succeed('w');
  expect(drive.counts).toMatchObject({ succeeded: 4 });
});

test('jobs that wait for one that can only be called go on when nothing else happens', () => {
  const world = worldOf(['temp(t) <- s', 'u <- t', 'v <- order(u)'], {
    verdicts: { t: 'dormant', u: 'conditional' },
    absent: ['t'],
  });
  const drive = new MachineDrive(world).start();
  expect(drive.news()).toEqual(['u pruned', 'launch v']);
});

// Edited by hand.

test('what the plan holds is told at the start, and kept', () => {
  const world = worldOf(['m: a b <- s', 'c <- a'], {
    verdicts: { m: 'held' },
    edited: ['b'],
  });
  const drive = new MachineDrive(world).start();
  expect(drive.news()).toEqual(['m held: b', 'launch c']);
  drive.succeed('c');
  expect(drive.counts).toMatchObject({ succeeded: 1, held: 1 });
});

test('a job that comes to run and was edited by hand is held, and others go on', () => {
  const world = worldOf(['a <- s', 'b <- a', 'c <- order(b)'], {
    verdicts: { b: 'conditional' },
    edited: ['b'],
  });
  const drive = new MachineDrive(world).start().succeed('a', ['a']);
  expect(drive.news().slice(1)).toEqual(['record a', 'a succeeded', 'b held: b', 'launch c']);
});

test('a removed file that cannot be brought back without overwriting an edit is not brought', () => {
  const world = worldOf(['m: temp(t) log <- s', 'a <- s', 'b <- a t', 'c <- b'], {
    verdicts: { m: 'dormant', b: 'conditional', c: 'conditional' },
    absent: ['t'],
    edited: ['log'],
  });
  const drive = new MachineDrive(world).start().succeed('a', ['a']);
  expect(drive.news().slice(3)).toEqual([
    'm held: log',
    'b skipped: needs m',
    'c skipped: needs b',
    'finish',
  ]);
});

// Failure.

test('without keep-going nothing more starts after a failure, and what runs may finish', () => {
  const world = worldOf(['a <- s', 'b <- s', 'c <- a', 'd <- s', 'e <- c']);
  const drive = new MachineDrive(world).start();
  expect(drive.news()).toEqual(['launch a', 'launch b']);
  drive.end('a', failed());
  expect(drive.news()).toEqual([
    'record end run.0.1',
    'a failed',
    'c skipped: needs a',
    'e skipped: needs c',
    'd skipped: run stopped',
  ]);
  drive.succeed('b');
  expect(drive.counts).toMatchObject({ succeeded: 1, failed: 1, skipped: 3 });
});

test('with keep-going only what needs the failed job is skipped', () => {
  const lines = ['a <- s', 'b <- a', 'c <- order(a)', 'd <- ancient(a)', 'e <- final(a)', 'f <- s'];
  const drive = new MachineDrive(worldOf(lines, { ...KEEP_GOING, cores: 1 })).start();
  drive.end('a', failed());
  expect(drive.news().slice(3)).toEqual([
    'b skipped: needs a',
    'c skipped: needs a',
    'd skipped: needs a',
    'launch e',
  ]);
  drive.succeed('e').succeed('f');
  expect(drive.counts).toMatchObject({ succeeded: 2, failed: 1, skipped: 3 });
});

test('a job that may run is skipped, too, when its need fails', () => {
  const world = worldOf(['a <- s', 'b <- a', 'c <- final(b)'], {
    ...KEEP_GOING,
    verdicts: { b: 'conditional', c: 'conditional' },
  });
  const drive = new MachineDrive(world).start().end('a', failed());
  expect(drive.news().slice(3)).toEqual(['b skipped: needs a', 'c pruned', 'finish']);
});

test('a job that was ended from outside counts as cancelled, and is not tried again', () => {
  const world = worldOf(['a <- s', 'b <- a'], { limits: { retries: 3 } });
  const drive = new MachineDrive(world).start().end('a', { kind: 'cancelled' });
  expect(drive.news().slice(1)).toEqual([
    'record end run.0.1',
    'a cancelled',
    'b skipped: needs a',
    'finish',
  ]);
  expect(drive.counts).toMatchObject({ cancelled: 1, skipped: 1 });
});

// Another attempt.

test('a failed job is tried again as often as its rule says, else as the run says', () => {
  const attempts = (own: number | undefined, run: number): number => {
    const world = worldOf(['a <- s'], { rules: { a: { retries: own } }, limits: { retries: run } });
    const drive = new MachineDrive(world).start();
    while (drive.counts === undefined) drive.end('a', failed());
    return drive.effects.filter(({ kind }) => kind === 'launch').length;
  };
  expect(attempts(undefined, 0)).toBe(1);
  expect(attempts(undefined, 2)).toBe(3);
  expect(attempts(0, 2)).toBe(1);
  expect(attempts(3, 1)).toBe(4);
});

test('the machine has a budget of its own, with pauses that double', () => {
  const world = worldOf(['a <- s'], { limits: { infrastructureRetries: 3, backOffMs: 1000 } });
  const drive = new MachineDrive(world).start();
  for (const cause of ['node', 'preempted', 'start'] as const) {
    drive.end('a', failed(cause));
    const timer = drive.timers.shift() ?? 0;
    drive.step({ kind: 'timer-fired', timer });
    // A timer fires once.
    drive.step({ kind: 'timer-fired', timer });
  }
  drive.end('a', { kind: 'lost', detail: 'gone', isDead: true });
  expect(drive.news()).toEqual([
    'launch a',
    'record end run.0.1',
    'a failed, again',
    'timer 1000',
    'launch a',
    'record end run.0.2',
    'a failed, again',
    'timer 2000',
    'launch a',
    'record end run.0.3',
    'a failed, again',
    'timer 4000',
    'launch a',
    'record end run.0.4',
    'a lost',
    'finish',
  ]);
});

test('a pause is no longer than five minutes', () => {
  const world = worldOf(['a <- s'], { limits: { infrastructureRetries: 9, backOffMs: 100_000 } });
  const drive = new MachineDrive(world).start();
  for (let count = 0; count < 3; count += 1) {
    drive.end('a', failed('node'));
    drive.step({ kind: 'timer-fired', timer: drive.timers.shift() ?? 0 });
  }
  expect(drive.news().filter((line) => line.startsWith('timer'))).toEqual([
    'timer 100000',
    'timer 200000',
    'timer 300000',
  ]);
});

test('the two budgets do not touch each other', () => {
  const world = worldOf(['a <- s'], {
    limits: { retries: 1, infrastructureRetries: 1, backOffMs: 0 },
  });
  const drive = new MachineDrive(world).start();
  drive.end('a', failed('exit')).end('a', failed('node')).end('a', failed('exit'));
  expect(drive.counts).toMatchObject({ failed: 1 });
  expect(drive.news().filter((line) => line.startsWith('a '))).toEqual([
    'a failed, again',
    'a failed, again',
    'a failed',
  ]);
});

test('a job that may still be alive is never started again, and its attempt stays open', () => {
  const world = worldOf(['a <- s', 'b <- a'], { limits: { infrastructureRetries: 3, retries: 3 } });
  const drive = new MachineDrive(world).start();
  drive.end('a', { kind: 'lost', detail: 'no answer', isDead: false });
  expect(drive.news()).toEqual(['launch a', 'a lost', 'b skipped: needs a', 'finish']);
});

test('each attempt asks anew, and knows why the last one ended', () => {
  const asked: unknown[] = [];
  const world = worldOf(['a <- s'], {
    limits: { retries: 2 },
    requests: (_, attempt, failure) => {
      asked.push([attempt, failure]);
      return { ...SMALL, memMib: failure === 'oom' ? 2000 : 1000 };
    },
  });
  const drive = new MachineDrive(world).start().end('a', failed('oom')).end('a', failed('exit'));
  const launches = drive.effects.flatMap((effect) => (effect.kind === 'launch' ? [effect] : []));
  expect(launches.map(({ request, failure }) => [request.memMib, failure])).toEqual([
    [1000, undefined],
    [2000, 'oom'],
    [1000, 'exit'],
  ]);
  expect(new Set(asked.map((each) => JSON.stringify(each)))).toEqual(
    new Set(['[1,null]', '[2,"oom"]', '[3,"exit"]']),
  );
});

test('an attempt that would ask for more than there is is not made, and that is said', () => {
  const world = worldOf(['a <- s'], {
    limits: { retries: 5 },
    cores: 2,
    requests: (_, attempt) => ({ ...SMALL, threads: attempt }),
  });
  const drive = new MachineDrive(world).start().end('a', failed()).end('a', failed());
  expect(drive.news()).toEqual([
    'launch a',
    'record end run.0.1',
    'a failed, again',
    'launch a',
    'record end run.0.2',
    'a failed',
    'warned retry-too-large',
    'finish',
  ]);
});

test('a run that clamps gives what there is instead', () => {
  const world = worldOf(['a <- s'], {
    limits: { retries: 5, isClamping: true },
    cores: 2,
    requests: (_, attempt) => ({ ...SMALL, threads: attempt + 1 }),
  });
  const drive = new MachineDrive(world).start().end('a', failed()).succeed('a');
  const launches = drive.effects.flatMap((effect) => (effect.kind === 'launch' ? [effect] : []));
  expect(launches.map(({ request }) => request.threads)).toEqual([2, 2]);
});

test('a job that waits for its pause is skipped when the run stops', () => {
  const world = worldOf(['a <- s', 'b <- s'], { limits: { infrastructureRetries: 1 } });
  const drive = new MachineDrive(world).start().end('a', failed('node')).end('b', failed());
  expect(drive.counts).toMatchObject({ failed: 1, skipped: 1 });
  expect(drive.step({ kind: 'timer-fired', timer: 1 })).toEqual([]);
});

// Giving up.

test('the first signal ends what runs gently, the second at once', () => {
  const drive = new MachineDrive(worldOf(['a <- s', 'b <- s', 'c <- a'])).start();
  drive.news();
  drive.step({ kind: 'cancelled', signal: 'SIGTERM' });
  expect(drive.news()).toEqual([
    'cancelled by SIGTERM',
    'c skipped: run stopped',
    'cancel 2 gently',
  ]);
  drive.end('a', { kind: 'cancelled' });
  drive.step({ kind: 'cancelled', signal: 'SIGTERM' });
  drive.step({ kind: 'cancelled', signal: 'SIGTERM' });
  drive.succeed('b');
  expect(drive.news()).toEqual([
    'record end run.0.1',
    'a cancelled',
    'cancel 1 at-once',
    'record b',
    'b succeeded = b',
    'finish',
  ]);
});

test('what fails while the run is ended is not tried again', () => {
  const drive = new MachineDrive(worldOf(['a <- s'], { limits: { retries: 3 } })).start();
  drive.step({ kind: 'cancelled', signal: 'SIGINT' });
  drive.end('a', failed('signal'));
  expect(drive.counts).toMatchObject({ failed: 1 });
});

test('what the journal or the executor refused is skipped, and what runs is ended', () => {
  const world = worldOf(['a <- s', 'b <- s', 'c <- a']);
  const drive = new MachineDrive(world).start();
  drive.news();
  drive.step({ kind: 'broke', unlaunched: ['run.1.1'] });
  expect(drive.news()).toEqual([
    'b skipped: run stopped',
    'c skipped: run stopped',
    'cancel 1 gently',
  ]);
  drive.step({ kind: 'outcomes-missing', tokens: ['run.0.1', 'run.9.9'], detail: 'closed' });
  // Without a word about its end: nobody knows how its outputs are.
  expect(drive.news()).toEqual(['a lost', 'finish']);
});

test('a chain of a hundred thousand jobs falls in one step', () => {
  const length = 100_000;
  const world = chainOf(length);
  const machine = new MachineDrive(world).machine;
  machine.step({ kind: 'started' });
  const effects = machine.step({
    kind: 'job-ended',
    token: 'run.0.1',
    outcome: failed(),
    durationMs: 1,
  });
  expect(effects.at(-1)).toMatchObject({ kind: 'finish', counts: { skipped: length - 1 } });
});

function chainOf(jobCount: number): World {
  const world = worldOf(['a <- s']);
  const { graph, request } = world;
  const jobs = Int32Array.from({ length: jobCount + 1 }, (_, job) => job);
  const inputStart = jobs.map((job) => Math.max(0, job - 1));
  const { paths } = graph;
  for (let file = paths.size; file < jobCount; file += 1) paths.intern(`f${file}`);
  const chain = {
    ...graph,
    jobCount,
    ruleIndex: new Int32Array(jobCount),
    inputStart,
    inputFile: jobs.subarray(0, jobCount),
    inputEdge: new Uint8Array(jobCount),
    outputStart: jobs,
    outputFile: jobs.subarray(0, jobCount),
    producer: jobs.subarray(0, jobCount),
    order: jobs.subarray(0, jobCount),
  };
  const plan = { ...request.plan, graph: chain, verdict: new Uint8Array(jobCount).fill(1) };
  return { ...world, graph: chain, request: { ...request, plan } };
}
