import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FLOW_FOLDER } from '../../adapters/flow-folder.ts';
import { breakLock } from '../../adapters/run-lock.ts';
import { EXIT_CODE } from '../../core/diagnostic.ts';
import { frozenTokens } from '../earlier-attempts.ts';
import type { Arguments } from '../parse-arguments.ts';
import { GRACE_MS } from '../run-context.ts';
import type { Terminal } from '../terminal.ts';
import { openWorkspace } from '../workspace.ts';

/** `flow unlock`: takes away a lock whose holder is gone or cannot be looked at from here. */
export async function unlockCommand(args: Arguments, terminal: Terminal): Promise<number> {
  const { workingDirectory, disk } = openWorkspace(args, terminal.directory);
  const flowFolder = join(workingDirectory, FLOW_FOLDER);
  const isThere = existsSync(join(flowFolder, 'lock'));
  const holder = await breakLock({
    flowFolder,
    nowMs: Date.now(),
    graceMs: GRACE_MS,
    spared: (run) => frozenTokens(run, disk),
  });
  const nobody = isThere ? 'removed a lock that said nothing of its holder' : 'there is no lock';
  terminal.err.write(
    holder === undefined
      ? `${nobody}\n`
      : `removed the lock of process ${holder.pid} on ${holder.host}\n`,
  );
  return EXIT_CODE.done;
}
