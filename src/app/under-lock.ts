import { clockTickMs } from '../adapters/clock-tick.ts';
import { openJournal } from '../adapters/file-journal.ts';
import { FLOW_FOLDER, makeFlowFolder } from '../adapters/flow-folder.ts';
import { recover } from '../adapters/recover.ts';
import { newRunId } from '../adapters/run-folder.ts';
import { acquireLock, type RunLock } from '../adapters/run-lock.ts';
import { removeTempRoots } from '../adapters/temp-roots.ts';
import { PathTable } from '../core/graph/path-table.ts';
import { keptAsideText } from '../ui/text/kept-aside-text.ts';
import { earlierAttempts, frozenTokens, tokensOf } from './earlier-attempts.ts';
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
  const { disk } = workspace;
  const runId = newRunId(Date.now());
  const flowFolder = makeFlowFolder(workspace.workingDirectory);
  let lock: RunLock | undefined;
  const signals = signalsAroundRun(terminal, () => lock?.release());
  try {
    lock = await acquireLock({
      flowFolder,
      runId,
      nowMs: Date.now(),
      graceMs: GRACE_MS,
      spared: (run) => frozenTokens(run, disk),
    });
    // What goes on of the run before us still works in its temporary folders.
    const goesOn = lock.takenFrom !== undefined && frozenTokens(lock.takenFrom, disk).size > 0;
    if (!goesOn) removeTempRoots(flowFolder);
    const run = { ...context, terminal: signals.terminal, runId, flowFolder };
    return await withRecords(run, lock, body);
  } finally {
    lock?.release();
    signals.close();
  }
}

async function withRecords(
  context: RunContext,
  lock: RunLock,
  body: (context: LockedContext) => Promise<number>,
): Promise<number> {
  const { workspace, flowFolder, terminal, runId } = context;
  const { records, journal } = openJournal({ directory: flowFolder }, new PathTable());
  const hasher = workspace.hasher(clockTickMs(flowFolder));
  try {
    const aside = { folder: `${FLOW_FOLDER}/trash/${runId}`, lastWriteMs: lock.lastWriteMs };
    const earlier = earlierAttempts(records, workspace.disk);
    const spared = tokensOf(earlier);
    const { kept } = recover({ records, disk: workspace.disk, journal, aside, spared });
    if (kept.length > 0) terminal.err.write(keptAsideText(kept));
    return await body({ ...context, records, journal, hasher, earlier });
  } finally {
    await hasher.close();
    journal.close();
  }
}
