import { resolve } from 'node:path';
import { systemClock } from '../../adapters/system-clock.ts';
import { usageError } from '../../core/catalogue/usage.ts';
import { FlowError } from '../../core/diagnostic.ts';
import { batchExecutor } from '../../executors/batch/batch-executor.ts';
import { CommandSystem } from '../../executors/command/command-system.ts';
import { readUserText } from '../read-text.ts';
import { GRACE_MS } from '../run-context.ts';
import { capacityElsewhere } from '../run-limits.ts';
import type { Place, PlaceRequest } from './place.ts';
import { readCommandConfig } from './read-command-config.ts';
import { withoutCards } from './without-cards.ts';

/** A batch system that is talked to by the commands in the file of `--executor-config`. */
export function commandPlace({ args, workspace, hasher }: PlaceRequest): Place {
  const name = args.value('executor-config');
  if (name === undefined) {
    throw new FlowError(
      usageError({
        title: '`--executor command` does not say which commands',
        hint: 'name a file that says how to submit, list and cancel jobs: `--executor-config sge.yaml`',
      }),
    );
  }
  const { calledFrom, workingDirectory, disk } = workspace;
  const { lines, cores, gpus } = readCommandConfig(
    readUserText(resolve(calledFrom, name), 'file of commands', name),
    name,
  );
  const executor = batchExecutor({
    system: new CommandSystem({ lines, clock: systemClock }),
    workingDirectory,
    disk,
    hasher,
    clock: systemClock,
    graceMs: GRACE_MS,
  });
  return { executor: withoutCards(executor), capacity: capacityElsewhere(args, { cores, gpus }) };
}
