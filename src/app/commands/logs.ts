import { readdirSync, readFileSync } from 'node:fs';
import { FLOW_FOLDER } from '../../adapters/flow-folder.ts';
import { unknownJob, usageError } from '../../core/catalogue/usage.ts';
import { EXIT_CODE, FlowError } from '../../core/diagnostic.ts';
import { nearest } from '../../core/did-you-mean.ts';
import { normalisePath } from '../../core/pattern/normalise-path.ts';
import type { RunEvent } from '../../ports/run-event.ts';
import type { Arguments } from '../parse-arguments.ts';
import type { Terminal } from '../terminal.ts';
import { openWorkspace } from '../workspace.ts';

/** One attempt of a job, as the events of a run tell it. */
interface Attempt {
  readonly label: string;
  readonly attempt: number;
  readonly logFile: string;
  readonly outputs: readonly string[];
  end: string;
}

/** `flow logs`: the attempts of the last run that ran any; `flow logs JOB|FILE`: a log in full. */
export function logsCommand(args: Arguments, terminal: Terminal): number {
  openWorkspace(args, terminal.directory);
  const runs = runFolders();
  if (args.words.length === 0) return listLast(runs, terminal);
  for (const word of args.words) terminal.out.write(logOf(word, runs));
  return EXIT_CODE.done;
}

function listLast(runs: readonly string[], { out, err }: Terminal): number {
  const attempts = runs.map(attemptsOf).find((all) => all.length > 0) ?? [];
  if (attempts.length === 0) err.write('no job has run here yet\n');
  for (const { label, attempt, logFile, end } of attempts) {
    out.write(`${end}  ${label}${attempt === 1 ? '' : `, attempt ${attempt}`}  ${logFile}\n`);
  }
  return EXIT_CODE.done;
}

/** The newest log of a job by its label, or of the maker of a file. Throws a usage error. */
function logOf(word: string, runs: readonly string[]): string {
  const path = normalisePath(word);
  const labels = new Set<string>();
  for (const run of runs) {
    const attempts = attemptsOf(run);
    const found = attempts.findLast((it) => it.label === word || it.outputs.includes(path));
    if (found !== undefined) return readLog(found);
    for (const { label } of attempts) labels.add(label);
  }
  throw new FlowError(unknownJob(word, nearest(word, labels)));
}

function readLog({ logFile, label }: Attempt): string {
  try {
    return readFileSync(logFile, 'utf8');
  } catch {
    const title = `the log of \`${label}\` is gone: \`${logFile}\``;
    throw new FlowError(
      usageError({ title, hint: 'it was removed; run the job again for another' }),
    );
  }
}

/** Newest first. */
function runFolders(): string[] {
  try {
    const runs = readdirSync(`${FLOW_FOLDER}/runs`);
    return runs
      .toSorted()
      .toReversed()
      .map((run) => `${FLOW_FOLDER}/runs/${run}`);
  } catch {
    return []; // Nothing has run here.
  }
}

function attemptsOf(run: string): readonly Attempt[] {
  const attempts = new Map<number, Attempt>();
  const all: Attempt[] = [];
  for (const event of eventsOf(run)) {
    if (event.kind === 'job-started') {
      const { job, attempt, logFile, outputs } = event;
      const started = { label: job.label, attempt, logFile, outputs, end: 'started' };
      attempts.set(job.id, started);
      all.push(started);
    } else if (event.kind === 'job-ended') {
      const attempt = attempts.get(event.job.id);
      if (attempt !== undefined) attempt.end = event.outcome.kind;
    }
  }
  return all;
}

/** What a run that died was writing when it died is no whole line, and is passed over. */
function eventsOf(run: string): RunEvent[] {
  let text: string;
  try {
    text = readFileSync(`${run}/events.jsonl`, 'utf8');
  } catch {
    return [];
  }
  return text
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => {
      // Lines that we wrote ourselves.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      return JSON.parse(line) as RunEvent;
    });
}
