import { existsSync } from 'node:fs';
import { liveRun } from '../../adapters/live-run.ts';
import { askRun } from '../../adapters/run-questions.ts';
import { unknownJob, usageError } from '../../core/catalogue/usage.ts';
import { EXIT_CODE, FlowError } from '../../core/diagnostic.ts';
import { jsonText } from '../../ui/text/json-text.ts';
import { waitText } from '../../ui/text/wait-text.ts';
import type { Arguments } from '../parse-arguments.ts';
import type { Terminal } from '../terminal.ts';
import { openWorkspace } from '../workspace.ts';

const PATIENCE_MS = 5_000;

/** `flow why --waiting [JOB|FILE]`: asks the run that goes on in the working directory. */
export async function whyWaiting(args: Arguments, terminal: Terminal): Promise<number> {
  openWorkspace(args, terminal.directory);
  const [job, ...others] = args.words;
  if (others.length > 0) {
    throw refused('`flow why --waiting` takes one job at a time', 'name one, or none for all');
  }
  const run = liveRun();
  if (run === undefined) {
    throw refused('no run goes on here', '`flow why` says why jobs would run');
  }
  // It is being made when a run has just begun.
  const answer = existsSync(run.folder)
    ? await askRun(run.folder, job === undefined ? {} : { job }, PATIENCE_MS)
    : undefined;
  if (answer === undefined) {
    throw refused(
      'the run that goes on here does not answer',
      'it is still making its plan, about to end, or stopped; ask again',
    );
  }
  if (answer.kind === 'unknown-job') throw new FlowError(unknownJob(job ?? '', answer.near));
  const { out, isJson } = terminal;
  out.write(isJson ? jsonText(answer.view) : `${waitText(answer.view, out.style)}\n`);
  return EXIT_CODE.done;
}

function refused(title: string, hint: string): FlowError {
  return new FlowError(usageError({ title, hint }));
}
