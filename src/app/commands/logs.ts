import { readFileSync } from 'node:fs';
import { FLOW_FOLDER } from '../../adapters/flow-folder.ts';
import { recordedEvents, runIds } from '../../adapters/run-history.ts';
import { severalJobs, unknownJob, usageError } from '../../core/catalogue/usage.ts';
import { EXIT_CODE, FlowError } from '../../core/diagnostic.ts';
import { nearest } from '../../core/did-you-mean.ts';
import { normalisePath } from '../../core/pattern/normalise-path.ts';
import { jsonText } from '../../ui/text/json-text.ts';
import { type Attempt, attemptsOf } from '../../ui/view/attempts.ts';
import { localWord } from '../local-word.ts';
import type { Arguments } from '../parse-arguments.ts';
import type { Terminal } from '../terminal.ts';
import { openWorkspace } from '../workspace.ts';

/** `flow logs`: the attempts of the last run that ran any; `flow logs JOB|FILE`: a log in full. */
export function logsCommand(args: Arguments, terminal: Terminal): number {
  openWorkspace(args, terminal.directory);
  const runs = runIds(FLOW_FOLDER);
  if (args.words.length === 0) return listLast(runs, terminal);
  const found = args.words.map((word) => attemptOf(word, runs));
  const logs = found.map((attempt) => ({ ...attemptJson(attempt), text: readLog(attempt) }));
  if (terminal.isJson) terminal.out.write(jsonText({ logs }));
  else for (const { text } of logs) terminal.out.write(text);
  return EXIT_CODE.done;
}

function listLast(runs: readonly string[], { out, err, isJson }: Terminal): number {
  const attempts = runs.map(attemptsIn).find((all) => all.length > 0) ?? [];
  if (isJson) {
    out.write(jsonText({ attempts: attempts.map(attemptJson) }));
    return EXIT_CODE.done;
  }
  if (attempts.length === 0) err.write('no job has run here yet\n');
  for (const { job, attempt, logFile, end } of attempts) {
    out.write(
      `${end?.kind ?? 'started'}  ${job.label}${attempt === 1 ? '' : `, attempt ${attempt}`}  ${logFile}\n`,
    );
  }
  return EXIT_CODE.done;
}

/** In the words of docs/json.md. */
function attemptJson({ job, attempt, logFile, outputs, end }: Attempt): object {
  const { label, rule } = job;
  return { label, rule, attempt, logFile, outputs, end: end?.kind ?? 'started' };
}

/**
 * The newest attempt at a job by its label, at the maker of a file, or at the only job of a rule.
 * Throws a usage error.
 */
function attemptOf(word: string, runs: readonly string[]): Attempt {
  const paths = [word, localWord(word)].map(normalisePath);
  const labels = new Set<string>();
  for (const run of runs) {
    const attempts = attemptsIn(run);
    const found = attempts.findLast(
      (it) => it.job.label === word || paths.some((path) => it.outputs.includes(path)),
    );
    if (found !== undefined) return found;
    const ofRule = attempts.filter(({ job }) => job.rule === word);
    const several = new Set(ofRule.map(({ job }) => job.label));
    if (several.size > 1) throw new FlowError(severalJobs(word, [...several]));
    const only = ofRule.at(-1);
    if (only !== undefined) return only;
    for (const { job } of attempts) labels.add(job.label);
  }
  throw new FlowError(unknownJob(word, nearest(word, labels)));
}

function readLog({ logFile, job }: Attempt): string {
  try {
    return readFileSync(logFile, 'utf8');
  } catch {
    const title = `the log of \`${job.label}\` is gone: \`${logFile}\``;
    throw new FlowError(
      usageError({ title, hint: 'it was removed; run the job again for another' }),
    );
  }
}

function attemptsIn(runId: string): readonly Attempt[] {
  return attemptsOf(recordedEvents(FLOW_FOLDER, runId));
}
