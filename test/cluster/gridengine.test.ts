import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ExecutorRig, fixture, isAlive } from '../conformance/executor/executor-rig.ts';
import { systemClock } from '../../src/adapters/system-clock.ts';
import { CommandSystem } from '../../src/executors/command/command-system.ts';
import { openCommand, readLines } from '../conformance/open-command.ts';
import { clusterEnvironment, sayIfSkipped } from '../rigs/cluster.ts';
import { waitUntil } from '../rigs/wait-until.ts';

const cluster = clusterEnvironment('gridengine');

/** The whole suite takes ten minutes there: `conformance/` has it, with a stand-in for PBS. */
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
    const orders = Array.from({ length: 8 }, (_, index) => ({
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
    const { spec, outcome } = rig.launch({ shell: 'true' });
    await outcome;
    const system = new CommandSystem({ lines: readLines('sge.yaml'), clock: systemClock });
    const other = { ...spec, token: `${spec.token}-other` };
    expect(await system.submit([{ spec: other, script: '/no/such/script' }])).toEqual([
      {
        kind: 'refused',
        detail:
          'Unable to read script file because of error: error opening /no/such/script: No such file or directory',
      },
    ]);
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
    expect(await outcome).toMatchObject({ kind: 'failed', cause: 'signal', exitCode: 143 });
  });
});
