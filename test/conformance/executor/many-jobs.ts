import { describe, expect, test } from 'vitest';
import { type ExecutorRig, fixture } from './executor-rig.ts';

/** Jobs beside and after one another. */
export function describeManyJobs(rig: () => ExecutorRig): void {
  describe('many jobs', () => {
    test('two hundred at once are kept apart', async () => {
      const orders = Array.from({ length: 200 }, (_, index) => ({
        shell: `echo ${index} > out/${index}; exit ${index % 3}`,
        outputs: [`out/${index}`],
      }));
      const outcomes = await Promise.all(
        rig()
          .launchAll(orders)
          .map(({ outcome }) => outcome),
      );
      const codes = outcomes.map((it) => (it.kind === 'failed' ? it.exitCode : it.kind));
      expect(codes).toEqual(orders.map((_, index) => [`succeeded`, 1, 2][index % 3]));
      const made = orders.map((_, index) => rig().read(`out/${index}`));
      expect(made).toEqual(orders.map((_, index) => (index % 3 === 0 ? `${index}\n` : undefined)));
    });

    test('two hundred at once are cancelled together', async () => {
      const orders = Array.from({ length: 200 }, () => ({ shell: 'sleep 600' }));
      const launched = rig().launchAll(orders);
      const tokens = launched.map(({ spec }) => spec.token);
      await rig().run({ shell: 'true' });
      await rig().executor.cancel(tokens, 'gently');
      const outcomes = await Promise.all(launched.map(({ outcome }) => outcome));
      expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['cancelled']));
    });

    test('jobs that fail, and what they leave, do not touch the jobs that follow', async () => {
      const codes = Array.from({ length: 240 }, (_, index) => (index % 4 === 0 ? 9 : 0));
      const told: unknown[] = [];
      let next = 0;
      const work = async (): Promise<void> => {
        while (next < codes.length) {
          const index = next;
          next += 1;
          const shell = `(sleep 60 > /dev/null 2>&1 &); exit ${codes[index]}`;
          const outcome = await rig().run({
            shell: index % 8 === 0 ? shell : `exit ${codes[index]}`,
          });
          told[index] = outcome.kind === 'failed' ? outcome.exitCode : 0;
        }
      };
      await Promise.all([work(), work(), work(), work(), work(), work()]);
      expect(told).toEqual(codes);
    });

    test('jobs run beside one another', async () => {
      const orders = ['a', 'b', 'c'].map((name, index, all) => ({
        shell: `echo > ${name}; ${fixture('wait-for-file.sh', all[(index + 1) % 3] ?? '')}`,
      }));
      const outcomes = await Promise.all(
        rig()
          .launchAll(orders)
          .map(({ outcome }) => outcome),
      );
      expect(outcomes.map(({ kind }) => kind)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    });

    test('three hundred, one after another, each see their own', async () => {
      for (let index = 0; index < 300; index += 1) {
        const { spec, outcome } = rig().launch({
          shell: `test -z "\${seen-}"; seen=1; echo ${index}; exit ${index % 2}`,
        });
        expect(await outcome).toMatchObject({ kind: index % 2 === 0 ? 'succeeded' : 'failed' });
        expect(rig().read(spec.logFile)).toBe(`${index}\n`);
      }
    });
  });
}
