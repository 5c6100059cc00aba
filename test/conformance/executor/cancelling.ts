import { describe, expect, test } from 'vitest';
import type { JobOutcome } from '../../../src/ports/executor.ts';
import { type ExecutorRig, fixture, isAlive, siblingOf, stopGroup, word } from './executor-rig.ts';
import { waitUntil } from '../../rigs/wait-until.ts';

/** Ending jobs before their time. */
export function describeCancelling(rig: () => ExecutorRig): void {
  describe('cancelling', () => {
    test('a cancel asks the job to end, and lets it', async () => {
      const shell = `${fixture('linger-polite.sh', 'pid.txt', 'bye.txt')}; echo unreachable > no`;
      const { token, pids, outcome } = await launchLingering(shell, ['pid.txt']);
      await rig().executor.cancel([token], 'gently');
      expect(await outcome).toEqual({ kind: 'cancelled' });
      expect(rig().read('bye.txt')).toBe('bye\n');
      expect(pids.filter(isAlive)).toEqual([]);
      expect(rig().has('no')).toBe(false);
    });

    test('a job that does not listen is killed after the time of grace', async () => {
      const { token, pids, outcome } = await launchLingering(fixture('linger-deaf.sh', 'pid.txt'), [
        'pid.txt',
      ]);
      await rig().executor.cancel([token], 'gently');
      expect(await outcome).toEqual({ kind: 'cancelled' });
      expect(pids.filter(isAlive)).toEqual([]);
    });

    test('a cancel at once is not held up by a job that does not listen', async () => {
      const { token, pids, outcome } = await launchLingering(fixture('linger-deaf.sh', 'pid.txt'), [
        'pid.txt',
      ]);
      const gently = rig().executor.cancel([token], 'gently');
      await rig().executor.cancel([token], 'at-once');
      await gently;
      expect(await outcome).toEqual({ kind: 'cancelled' });
      expect(pids.filter(isAlive)).toEqual([]);
    });

    test.each(['gently', 'at-once'] as const)(
      'a cancel (%s) ends all that the job has started, wherever it went',
      async (how) => {
        const { token, pids, outcome } = await launchLingering(
          [
            `${fixture('linger.sh', 'a.pid')} &`,
            `(sh -c ${word(`${fixture('linger-deaf.sh', 'b.pid')} & wait`)}) | cat &`,
            `setsid ${fixture('linger.sh', 'c.pid')} &`,
            `nohup setsid ${fixture('linger-deaf.sh', 'd.pid')} > /dev/null 2>&1 &`,
            `(setsid sh -c ${word(`(${fixture('linger.sh', 'e.pid')} &) & wait`)} &)`,
            'wait',
          ].join('\n'),
          ['a.pid', 'b.pid', 'c.pid', 'd.pid', 'e.pid'],
        );
        await rig().executor.cancel([token], how);
        expect(pids.filter(isAlive)).toEqual([]);
        expect(await outcome).toEqual({ kind: 'cancelled' });
      },
    );

    test('a stopped job can be cancelled', async () => {
      const { token, pids, outcome } = await launchLingering(fixture('linger.sh', 'pid.txt'), [
        'pid.txt',
      ]);
      await stopGroup(pids[0] ?? 0);
      await rig().executor.cancel([token], 'gently');
      expect(await outcome).toEqual({ kind: 'cancelled' });
      expect(pids.filter(isAlive)).toEqual([]);
    });

    test('a job that was stopped and goes on is waited for', async () => {
      const { pids, outcome } = await launchLingering(
        `${fixture('linger.sh', 'pid.txt')} & ${fixture('wait-for-file.sh', 'go')}; echo on > a`,
        ['pid.txt'],
        ['a'],
      );
      const group = await stopGroup(pids[0] ?? 0);
      process.kill(-group, 'SIGCONT');
      rig().write('go', '');
      expect((await outcome).kind).toBe('succeeded');
    });

    test('the old outputs of a cancelled job are back', async () => {
      rig().write('a', 'old');
      const { token, outcome } = await launchLingering(
        `echo part > a; echo part > b; ${fixture('linger.sh', 'pid.txt')}`,
        ['pid.txt'],
        ['a', 'b'],
      );
      await rig().executor.cancel([token], 'gently');
      expect(await outcome).toEqual({ kind: 'cancelled' });
      expect(rig().read('a')).toBe('old');
      expect(rig().has('b')).toBe(false);
      expect(rig().has(siblingOf('a', token))).toBe(false);
    });

    test('a job that is cancelled before it starts does nothing', async () => {
      rig().write('a', 'old');
      const { spec, outcome } = rig().launch({ shell: 'echo new > a', outputs: ['a', 'new/b'] });
      await rig().executor.cancel([spec.token], 'gently');
      expect(await outcome).toEqual({ kind: 'cancelled' });
      expect(rig().read('a')).toBe('old');
      expect(rig().has('new')).toBe(false);
      expect(rig().has(spec.logFile)).toBe(false);
      expect(rig().told(spec.token).starts).toBe(0);
    });

    test('a job that has ended, or never was, can be cancelled', async () => {
      const { spec, outcome } = rig().launch({ shell: 'true' });
      await outcome;
      await rig().executor.cancel([spec.token, 'no-such-token'], 'at-once');
      expect(rig().told(spec.token).outcomes).toHaveLength(1);
    });

    test('a cancel ends only the jobs it names', async () => {
      const one = await launchLingering(fixture('linger.sh', 'one.pid'), ['one.pid']);
      const other = rig().launch({ shell: `${fixture('wait-for-file.sh', 'go')}; echo > a` });
      await rig().executor.cancel([one.token], 'at-once');
      rig().write('go', '');
      expect(await one.outcome).toEqual({ kind: 'cancelled' });
      expect((await other.outcome).kind).toBe('succeeded');
    });

    test('a cancel at once does not wait for outputs to come into sight', async () => {
      const { spec, outcome } = rig().launch({
        shell: 'echo done',
        outputs: ['late'],
        latencyWaitMs: 3_600_000,
      });
      await waitUntil(() => rig().read(spec.logFile) === 'done\n', 'the command is over');
      await rig().executor.cancel([spec.token], 'at-once');
      expect(await outcome).toEqual({ kind: 'cancelled' });
    });

    test('closing ends everything, and tells it', async () => {
      const running = await launchLingering(fixture('linger.sh', 'pid.txt'), ['pid.txt']);
      const waiting = rig().launch({ shell: 'sleep 600' });
      await rig().executor.close();
      expect(running.pids.filter(isAlive)).toEqual([]);
      expect(rig().told(running.token).outcomes).toEqual([{ kind: 'cancelled' }]);
      expect(rig().told(waiting.spec.token).outcomes).toEqual([{ kind: 'cancelled' }]);
    });
  });

  /** Launches a job and waits until its processes have said who they are. */
  async function launchLingering(
    shell: string,
    pidFiles: readonly string[],
    outputs: readonly string[] = [],
  ): Promise<{
    readonly token: string;
    readonly pids: readonly number[];
    readonly outcome: Promise<JobOutcome>;
  }> {
    const { spec, outcome } = rig().launch({ shell, outputs });
    await waitUntil(
      () => pidFiles.every((it) => rig().has(it)),
      `${pidFiles.join(', ')} are there`,
    );
    const pids = pidFiles.map((it) => Number(rig().read(it)));
    expect(pids.every(isAlive), 'all of them run').toBe(true);
    return { token: spec.token, pids, outcome };
  }
}
