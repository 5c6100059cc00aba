import { FLOW_FOLDER } from '../../adapters/flow-folder.ts';
import { recordedEvents } from '../../adapters/run-history.ts';
import { EXIT_CODE } from '../../core/diagnostic.ts';
import { TRACE_HEAD, traceCsv, traceJson } from '../../ui/text/trace-text.ts';
import { type Attempt, attemptsOf } from '../../ui/view/attempts.ts';
import { liveFlow, runsNamed } from '../find-run.ts';
import type { Arguments } from '../parse-arguments.ts';
import type { Terminal } from '../terminal.ts';
import { openWorkspace } from '../workspace.ts';

/** Lines a write; large enough that the cost of a write does not count. */
const LINES_A_PIECE = 1_000;

/** `flow trace [RUN]`: a line an attempt of the last run that made any, as CSV or JSON. */
export function traceCommand(args: Arguments, terminal: Terminal): number {
  openWorkspace(args, terminal.directory);
  const { out, err } = terminal;
  const isJson = args.has('json');
  // Before the events: a run that has ended meanwhile has said so in them by then.
  const live = liveFlow();
  let attempts: readonly Attempt[] = [];
  let isLive = false;
  for (const runId of runsNamed(args.words)) {
    attempts = attemptsOf(recordedEvents(FLOW_FOLDER, runId));
    isLive = live?.runId === runId;
    if (attempts.length > 0) break;
  }
  if (attempts.length === 0) err.write('no job has run here yet\n');
  if (!isJson) out.write(`${TRACE_HEAD}\n`);
  for (let from = 0; from < attempts.length; from += LINES_A_PIECE) {
    const piece = attempts.slice(from, from + LINES_A_PIECE);
    out.write(
      piece.map((it) => `${isJson ? traceJson(it, isLive) : traceCsv(it, isLive)}\n`).join(''),
    );
  }
  return EXIT_CODE.done;
}
