import { afterEach, beforeEach, describe } from 'vitest';
import { describeCancelling } from './executor/cancelling.ts';
import { describeCommands } from './executor/commands.ts';
import { ExecutorRig, type OpenedExecutor } from './executor/executor-rig.ts';
import { describeInputs } from './executor/inputs.ts';
import { describeManyJobs } from './executor/many-jobs.ts';
import { describeOutputs } from './executor/outputs.ts';
import { describePromises } from './executor/promises.ts';
import { describeSurroundings } from './executor/surroundings.ts';
import { describeUsage } from './executor/usage.ts';

export interface ExecutorUnderTest {
  readonly open: () => Promise<OpenedExecutor>;
  /** Tests that this executor cannot pass, each with the reason. Empty is the goal. */
  readonly skip?: Readonly<Record<string, string>>;
  /** Where a test takes long: only these are run, if they are given; the others say `why`. */
  readonly only?: { readonly names: readonly string[]; readonly why: string };
}

/** The contract in `src/ports/executor.ts`, as tests. A new executor passes these first. */
export function describeExecutor(name: string, { open, skip = {}, only }: ExecutorUnderTest): void {
  describe(`executor ${name}`, () => {
    let rig: ExecutorRig | undefined;

    beforeEach(async ({ task, skip: skipTest }) => {
      const isLeftOut = only?.names.includes(task.name) === false;
      const reason = isLeftOut ? only.why : skip[task.name];
      if (reason !== undefined) skipTest(reason);
      rig = new ExecutorRig(await open());
      await rig.open();
    });

    afterEach(async () => {
      await rig?.close();
      rig = undefined;
    });

    const opened = (): ExecutorRig => {
      if (rig === undefined) throw new Error('the executor is not open');
      return rig;
    };
    describeCommands(opened);
    describeOutputs(opened);
    describePromises(opened);
    describeInputs(opened);
    describeSurroundings(opened);
    describeCancelling(opened);
    describeManyJobs(opened);
    describeUsage(opened);
  });
}
