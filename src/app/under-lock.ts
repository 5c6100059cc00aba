import { clockTickMs } from '../adapters/clock-tick.ts';
import { openJournal } from '../adapters/file-journal.ts';
import { makeFlowFolder } from '../adapters/flow-folder.ts';
import { recover } from '../adapters/recover.ts';
import { newRunId } from '../adapters/run-folder.ts';
import { acquireLock, type RunLock } from '../adapters/run-lock.ts';
import { removeTempRoots } from '../adapters/temp-roots.ts';
import { PathTable } from '../core/graph/path-table.ts';
import { GRACE_MS, type LockedContext, type LookContext, type RunContext } from './run-context.ts';
import { signalsAroundRun } from './signals-around-run.ts';

/**
 * Does something as the only flow in this folder: with the lock, and the records, after what a
 * killed run left behind was put in order. Answers what `body` answers.
 */
export async function underLock(
  context: LookContext,
  body: (context: LockedContext) => Promise<number>,
): Promise<number> {
  const { terminal, workspace } = context;
  const runId = newRunId(Date.now());
  const flowFolder = makeFlowFolder(workspace.workingDirectory);
  let lock: RunLock | undefined;
  const signals = signalsAroundRun(terminal, () => lock?.release());
  try {
    lock = await acquireLock({ flowFolder, runId, nowMs: Date.now(), graceMs: GRACE_MS });
    removeTempRoots(flowFolder);
    const run = { ...context, terminal: signals.terminal, runId, flowFolder };
    return await withRecords(run, body);
  } finally {
    lock?.release();
    signals.close();
  }
}

async function withRecords(
  context: RunContext,
  body: (context: LockedContext) => Promise<number>,
): Promise<number> {
  const { workspace, flowFolder } = context;
  const { records, journal } = openJournal({ directory: flowFolder }, new PathTable());
  const hasher = workspace.hasher(clockTickMs(flowFolder));
  try {
    recover({ records, disk: workspace.disk, journal });
    return await body({ ...context, records, journal, hasher });
  } finally {
    await hasher.close();
    journal.close();
  }
}
