import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ExecutorRig, fixture, isAlive } from '../conformance/executor/executor-rig.ts';
import { openCommand } from '../conformance/open-command.ts';
import { clusterEnvironment, sayIfSkipped } from '../rigs/cluster.ts';
import { waitUntil } from '../rigs/wait-until.ts';

const cluster = clusterEnvironment('gridengine');

/** The whole suite takes minutes there, as a job takes a second: `conformance/` has it with a stand-in. */
describe.skipIf(cluster === undefined)(`Grid Engine, by commands${sayIfSkipped(cluster)}`, () => {
  let rig: ExecutorRig;

  beforeAll(() => {
    Object.assign(process.env, cluster);
  });

  beforeEach(async () => {
    rig = new ExecutorRig(await openCommand('sge.yaml'));
    await rig.open();
  });

  afterEach(async () => {
    await rig.close();
  });

  test('many jobs run, each with its own end', async () => {
    const orders = Array.from({ length: 20 }, (_, index) => ({
      shell: `echo ${index} > out/${index}; exit ${index % 3}`,
      outputs: [`out/${index}`],
    }));
    const outcomes = await Promise.all(rig.launchAll(orders).map(({ outcome }) => outcome));
    const ends = outcomes.map((it) => (it.kind === 'failed' ? it.exitCode : it.kind));
    expect(ends).toEqual(orders.map((_, index) => ['succeeded', 1, 2][index % 3]));
  });

  test('a job has the slots that it asks for', async () => {
    const { spec, outcome } = rig.launch({ shell: 'echo $NSLOTS $OMP_NUM_THREADS', threads: 3 });
    expect((await outcome).kind).toBe('succeeded');
    expect(rig.read(spec.logFile)).toBe('3 3\n');
  });

  test('a job that the system refuses is told so, in its words', async () => {
    const outcome = await rig.run({ shell: 'true', timeS: -5 });
    expect(outcome).toMatchObject({ kind: 'failed', cause: 'start' });
    expect(outcome).toHaveProperty('detail', expect.stringMatching(/^command refused it: /u));
  });

  test.each(['gently', 'at-once'] as const)(
    'a cancel (%s) ends all that a job has started, and old outputs come back',
    async (how) => {
      rig.write('a', 'old');
      const { spec, outcome } = rig.launch({
        shell: `echo part > a; nohup setsid ${fixture('linger-deaf.sh', 'pid.txt')} & wait`,
        outputs: ['a'],
      });
      await waitUntil(() => rig.has('pid.txt'), 'it runs');
      await rig.executor.cancel([spec.token], how);
      expect(await outcome).toEqual({ kind: 'cancelled' });
      expect(isAlive(Number(rig.read('pid.txt')))).toBe(false);
      expect(rig.read('a')).toBe('old');
    },
  );

  test('a job that is ended by somebody else is told to have failed', async () => {
    const { outcome } = rig.launch({ shell: 'qdel "$JOB_ID"; sleep 600' });
    expect(await outcome).toMatchObject({ kind: 'lost', isDead: true });
  });
});
