import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import type { BridgeJob, WatchedJob } from '../../src/executors/dask/bridge-messages.ts';
import { BridgeRig } from '../rigs/bridge-rig.ts';
import { DASK_PYTHON, DaskCluster, NO_DASK, type WorkerOrder } from '../rigs/dask-cluster.ts';
import { tempFolder } from '../rigs/temp-folder.ts';
import { waitUntil } from '../rigs/wait-until.ts';
import { isAlive } from '../conformance/executor/executor-rig.ts';

/** The bridge and the supervisors, on real schedulers and workers, which are killed for real. */
describe.skipIf(NO_DASK !== undefined)('the bridge to Dask', () => {
  const open: { bridges: BridgeRig[]; cluster: DaskCluster | undefined } = {
    bridges: [],
    cluster: undefined,
  };

  afterEach(async () => {
    await Promise.all(open.bridges.map(({ bridge }) => bridge.close()));
    await open.cluster?.stop();
    open.bridges = [];
    open.cluster = undefined;
  });

  async function cluster(...workers: readonly WorkerOrder[]): Promise<DaskCluster> {
    open.cluster = await DaskCluster.start(workers);
    return open.cluster;
  }

  async function bridgeTo(address: string, folder?: string): Promise<BridgeRig> {
    const place = { kind: 'scheduler', address } as const;
    const rig = new BridgeRig(place, folder === undefined ? {} : { folder });
    open.bridges.push(rig);
    await rig.bridge.open();
    return rig;
  }

  test('a script runs on a worker, and its start and end are told once', async () => {
    const { address } = await cluster({});
    const rig = await bridgeTo(address);
    rig.submit(rig.job('a', 'echo here; pwd; exit 3'));
    expect(await rig.ended('a')).toMatchObject({ reason: 'exited', code: 3 });
    expect(rig.said('a')).toBe(`here\n${rig.folder}\n`);
    expect(rig.news.map(({ event }) => event)).toEqual(['accepted', 'started', 'ended']);
  });

  test('what no worker can ever run is refused, with what the best one has', async () => {
    const { address } = await cluster({ resources: 'GPU=1' });
    const rig = await bridgeTo(address);
    rig.submit(rig.job('a', 'true', { gpus: 2 }));
    await waitUntil(() => rig.news.length > 0, 'it is refused');
    const [refused] = rig.news;
    expect(refused).toEqual({
      event: 'refused',
      token: 'a',
      detail: expect.stringMatching(
        /^no worker has what it asks for; the best, tcp:\/\/127\.0\.0\.1:\d+, is short of 2 GPU \(it has 1\)$/u,
      ) as unknown,
    });
  });

  test('cores count where workers count them', async () => {
    const { address } = await cluster({ threads: 4, resources: 'cores=2' });
    const rig = await bridgeTo(address);
    const script = 'until [ -e go ]; do sleep 0.05; done';
    rig.submit(rig.job('wide', script, { threads: 2 }), rig.job('narrow', 'true'));
    await rig.started('wide');
    writeFileSync(join(rig.folder, 'go'), '');
    await rig.ended('narrow');
    const order = rig.news.map((it) => `${it.event} ${'token' in it ? it.token : ''}`);
    expect(order).toEqual([
      'accepted wide',
      'accepted narrow',
      'started wide',
      'ended wide',
      'started narrow',
      'ended narrow',
    ]);
  });

  test.each(['gently', 'at-once'] as const)(
    'a cancel (%s) ends a running job with all that it started',
    async (how) => {
      const { address } = await cluster({});
      const rig = await bridgeTo(address);
      rig.submit(
        rig.job('a', 'trap "" TERM; setsid sleep 600 & echo $! > pid; setsid sleep 600; sleep 600'),
      );
      await waitUntil(() => rig.read('pid') !== '', 'it runs');
      rig.cancel('a', how);
      expect(await rig.ended('a')).toMatchObject({ reason: 'cancelled' });
      expect(isAlive(Number(rig.read('pid')))).toBe(false);
    },
  );

  test('a job that waits in the queue never starts once it is cancelled', async () => {
    const { address } = await cluster({ threads: 1 });
    const rig = await bridgeTo(address);
    rig.submit(rig.job('a', 'sleep 600'), rig.job('b', 'echo ran > ran'), rig.job('c', 'true'));
    await rig.started('a');
    rig.cancel('b');
    expect(await rig.ended('b')).toMatchObject({ reason: 'cancelled' });
    rig.cancel('a');
    await rig.ended('c');
    expect(rig.read('ran')).toBe('');
  });

  test('a worker that is killed takes its job with it, and nothing runs twice', async () => {
    const dask = await cluster({ threads: 1 }, { threads: 1 });
    const rig = await bridgeTo(dask.address);
    rig.submit(rig.job('a', lingering('a')), rig.job('b', lingering('b')));
    await waitUntil(() => rig.read('a.pid') !== '' && rig.read('b.pid') !== '', 'both run');
    dask.killWorker(0);
    await waitUntil(() => rig.ends('a').length + rig.ends('b').length > 0, 'one has ended', 60_000);
    const dead = rig.ends('a').length > 0 ? 'a' : 'b';
    expect(await rig.ended(dead)).toMatchObject({ reason: 'worker-died', signal: 'SIGTERM' });
    expect(isAlive(Number(rig.read(`${dead}.pid`)))).toBe(false);
    const other = dead === 'a' ? 'b' : 'a';
    rig.cancel(other);
    expect(await rig.ended(other)).toMatchObject({ reason: 'cancelled' });
    expect(rig.read('starts').split('\n').toSorted()).toEqual(['', 'a', 'b']);
  });

  test('a scheduler that is killed ends all jobs, and each is told once', async () => {
    const dask = await cluster({ threads: 1 });
    const rig = await bridgeTo(dask.address);
    rig.submit(rig.job('a', 'echo $$ > pid; sleep 600'), rig.job('b', 'echo ran > ran'));
    await waitUntil(() => rig.read('pid') !== '', 'it runs');
    dask.killScheduler();
    expect(await rig.ended('b')).toMatchObject({ reason: 'never-started' });
    expect((await rig.ended('a')).reason).toBe('worker-died');
    expect(isAlive(Number(rig.read('pid')))).toBe(false);
    expect(rig.read('ran')).toBe('');
    await waitUntil(() => rig.news.some(({ event }) => event === 'scheduler-lost'), 'it is told');
    expect([rig.ends('a').length, rig.ends('b').length]).toEqual([1, 1]);
  });

  test('after a killed bridge, running jobs run on, and those in the queue never start', async () => {
    const dask = await cluster({ threads: 1 });
    const first = await bridgeTo(dask.address);
    const jobs = [
      first.job('a', 'echo a >> starts; until [ -e go ]; do sleep 0.05; done; exit 4'),
      first.job('b', 'echo b >> starts'),
    ];
    first.submit(...jobs);
    await first.started('a');
    process.kill(first.bridge.pid ?? 0, 'SIGKILL');
    await waitUntil(() => first.isGone, 'the bridge is gone');
    const second = await bridgeTo(dask.address, first.folder);
    second.bridge.send({ op: 'watch', jobs: jobs.map(watched) });
    expect(await second.ended('b')).toMatchObject({ reason: 'never-started' });
    writeFileSync(join(first.folder, 'go'), '');
    expect(await second.ended('a')).toMatchObject({ reason: 'exited', code: 4 });
    expect(second.read('starts')).toBe('a\n');
  });

  test('a job of a bridge that was killed can be cancelled by the next', async () => {
    const dask = await cluster({ threads: 1 });
    const first = await bridgeTo(dask.address);
    const job = first.job('a', 'setsid sleep 600 & echo $! > pid; wait');
    first.submit(job);
    await waitUntil(() => first.read('pid') !== '', 'it runs');
    process.kill(first.bridge.pid ?? 0, 'SIGKILL');
    const second = await bridgeTo(dask.address, first.folder);
    second.bridge.send({ op: 'watch', jobs: [watched(job)] });
    second.cancel('a');
    expect(await second.ended('a')).toMatchObject({ reason: 'cancelled' });
    expect(isAlive(Number(first.read('pid')))).toBe(false);
  });

  test('jobs on one worker get cards of their own, and jobs without see none', async () => {
    const { address } = await cluster({
      threads: 8,
      resources: 'GPU=3',
      environment: { CUDA_VISIBLE_DEVICES: '2,5,GPU-7a' },
    });
    const rig = await bridgeTo(address);
    const script = 'echo "$CUDA_VISIBLE_DEVICES"; until [ -e go ]; do sleep 0.05; done';
    const pair = rig.job('pair', script, { gpus: 2 });
    const one = rig.job('one', script, { gpus: 1 });
    rig.submit(pair, one, rig.job('late', script, { gpus: 1 }), rig.job('cpu', script));
    await waitUntil(() => ['pair', 'one', 'cpu'].every((it) => rig.said(it) !== ''), 'three run');
    expect(rig.said('late')).toBe('');
    expect(rig.said('cpu')).toBe('\n');
    const cards = `${rig.said('pair')},${rig.said('one')}`.replaceAll('\n', '').split(',');
    expect(cards.toSorted()).toEqual(['2', '5', 'GPU-7a']);
    writeFileSync(join(rig.folder, 'go'), '');
    await rig.ended('late');
    expect(cards).toContain(rig.said('late').trim());
  });

  test('workers of one host that know no cards give out different ones', async () => {
    const { address } = await cluster({ resources: 'GPU=1' }, { resources: 'GPU=1' });
    const rig = await bridgeTo(address);
    const script = 'echo "$CUDA_VISIBLE_DEVICES"; until [ -e go ]; do sleep 0.05; done';
    rig.submit(rig.job('a', script, { gpus: 1 }), rig.job('b', script, { gpus: 1 }));
    await waitUntil(() => rig.said('a') !== '' && rig.said('b') !== '', 'both run');
    expect(rig.said('a')).not.toBe(rig.said('b'));
    writeFileSync(join(rig.folder, 'go'), '');
    await Promise.all([rig.ended('a'), rig.ended('b')]);
  });

  test('a cluster of our own is started, and ended with all that runs there', async () => {
    const rig = new BridgeRig({ kind: 'local', cores: 2, gpus: [] });
    await rig.bridge.open();
    rig.submit(rig.job('a', 'echo $$ > pid; sleep 600'));
    await waitUntil(() => rig.read('pid') !== '', 'it runs');
    await rig.bridge.close();
    await waitUntil(() => !isAlive(Number(rig.read('pid'))), 'nothing runs');
    expect(rig.read('jobs/a.end')).toContain('"worker-died"');
  });

  test('a Python without distributed is named', async () => {
    const python = join(tempFolder(), 'python');
    writeFileSync(python, `#!/bin/sh\nexec ${DASK_PYTHON} -S "$@"\n`);
    chmodSync(python, 0o755);
    const place = { kind: 'scheduler', address: 'tcp://x' } as const;
    const title = await problemOf(new BridgeRig(place, { python }));
    expect(title.replace(python, 'PYTHON')).toMatchInlineSnapshot(
      `"\`PYTHON\` has no package \`distributed\`, which talks to Dask schedulers"`,
    );
  });

  test('a Python that is not there is named', async () => {
    const python = '/no/such/python';
    expect(
      await problemOf(new BridgeRig({ kind: 'scheduler', address: 'tcp://x' }, { python })),
    ).toMatchInlineSnapshot(`"\`/no/such/python\` cannot be started: it is not there"`);
  });

  test('a scheduler that does not answer is named', async () => {
    const address = 'tcp://127.0.0.1:1';
    expect(await problemOf(impatient(address))).toMatchInlineSnapshot(
      `"no Dask scheduler answers at \`tcp://127.0.0.1:1\`"`,
    );
  });

  test('a scheduler without workers is named', async () => {
    const { address } = await cluster();
    const title = await problemOf(impatient(address));
    expect(title.replace(address, 'ADDRESS')).toMatchInlineSnapshot(
      `"the Dask scheduler at \`ADDRESS\` has no workers"`,
    );
  });
});

function impatient(address: string): BridgeRig {
  return new BridgeRig({ kind: 'scheduler', address }, { patienceS: 2 });
}

/** Says that it has started, and leaves its session. */
function lingering(name: string): string {
  return `echo ${name} >> starts; setsid sleep 600 & echo $! > ${name}.pid; wait`;
}

/** What the next bridge gets to know of a job. */
function watched({ token, folder }: BridgeJob): WatchedJob {
  return { token, folder };
}

async function problemOf(rig: BridgeRig): Promise<string> {
  onTestFinished(() => rig.bridge.close());
  try {
    await rig.bridge.open();
    return 'it opened';
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return error.message;
  }
}
