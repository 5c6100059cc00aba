import { FLOW_FOLDER } from '../../adapters/flow-folder.ts';
import { recordedEvents, runFacts } from '../../adapters/run-history.ts';
import { EXIT_CODE } from '../../core/diagnostic.ts';
import { statusJson } from '../../ui/text/status-json.ts';
import { planningText, statusText } from '../../ui/text/status-text.ts';
import type { RunState, RunStatus } from '../../ui/view/run-status.ts';
import { type RunTally, tallyRun } from '../../ui/view/run-tally.ts';
import { type LiveFlow, liveFlow, runsNamed } from '../find-run.ts';
import type { Arguments } from '../parse-arguments.ts';
import type { Terminal } from '../terminal.ts';
import { openWorkspace } from '../workspace.ts';

/**
 * `flow status [RUN]`: how the last run stands, or stood when it ended. Reads what runs wrote, no
 * workflow, and may look beside a run.
 */
export function statusCommand(args: Arguments, terminal: Terminal): number {
  openWorkspace(args, terminal.directory);
  // Before the events: a run that has ended meanwhile has said so in them by then.
  const live = liveFlow();
  const [runId] = runsNamed(args.words);
  const { out, err, isJson } = terminal;
  const isPlanning = live !== undefined && args.words.length === 0 && live.runId !== runId;
  const planning = isPlanning ? live : undefined;
  const status = runId === undefined ? undefined : statusOf(runId, live);
  const nowMs = Date.now();
  if (isJson) {
    out.write(statusJson(status, planning, nowMs));
    return EXIT_CODE.done;
  }
  if (planning !== undefined) err.write(`${planningText(planning, nowMs)}\n`);
  if (status !== undefined) out.write(statusText(status, nowMs, out.style));
  else if (planning === undefined) err.write('nothing has run here yet\n');
  return EXIT_CODE.done;
}

function statusOf(runId: string, live: LiveFlow | undefined): RunStatus {
  const tally = tallyRun(recordedEvents(FLOW_FOLDER, runId));
  const facts = runFacts(FLOW_FOLDER, runId);
  return {
    runId,
    state: stateOf(tally, live?.runId === runId ? live : undefined),
    tally,
    workflow: facts?.workflow,
    targets: facts?.targets ?? [],
    host: facts?.host,
    pid: facts?.pid,
  };
}

function stateOf({ counts, isCancelled }: RunTally, live: LiveFlow | undefined): RunState {
  if (counts === undefined) {
    if (live === undefined) return 'died';
    if (!live.isSeen) return 'out-of-sight';
    return isCancelled ? 'stopping' : 'running';
  }
  if (isCancelled) return 'interrupted';
  return counts.failed + counts.cancelled > 0 ? 'failed' : 'done';
}
