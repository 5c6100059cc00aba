import type { JobOutcome } from '../../ports/executor.ts';
import type { RunEvent } from '../../ports/run-event.ts';
import { countText } from './duration-text.ts';
import { styled, type Style } from './style.ts';
import { usageText } from './usage-text.ts';
import { visible, visibleLines } from './visible.ts';

/** What is kept of a job that failed for good, to be shown at the end of the run. */
interface Failure {
  readonly event: RunEvent & { kind: 'job-ended' };
  readonly command: string;
  readonly logFile: string;
  readonly outputs: readonly string[];
  skippedCount: number;
}

/**
 * Gathers what failed while a run goes on, and tells it at the end, where people look: command,
 * last lines of the log, what was removed, what was skipped for it, and the next step.
 */
export class FailureSummary {
  readonly #started = new Map<number, RunEvent & { kind: 'job-started' }>();
  readonly #failures = new Map<number, Failure>();

  apply(event: RunEvent): void {
    if (event.kind === 'job-started') this.#started.set(event.job.id, event);
    if (event.kind === 'job-ended') this.#ended(event);
    if (event.kind === 'job-skipped' && event.because.kind === 'need-failed') {
      const failure = this.#failures.get(event.because.job.id);
      if (failure !== undefined) failure.skippedCount += 1;
    }
  }

  /** One block a failure, or nothing; of a great many the first, and how many more. */
  blocks(style: Style): string[] {
    const all = [...this.#failures.values()];
    const shown = all.slice(0, BLOCKS_AT_MOST).map((failure) => blockText(failure, style));
    const hidden = all.length - shown.length;
    return hidden === 0 ? shown : [...shown, moreText(hidden, style)];
  }

  #ended(event: RunEvent & { kind: 'job-ended' }): void {
    const started = this.#started.get(event.job.id);
    this.#started.delete(event.job.id);
    const { kind } = event.outcome;
    if (event.willRetry || kind === 'succeeded' || kind === 'cancelled') return;
    const { command = '', logFile = '', outputs = [] } = started ?? {};
    this.#failures.set(event.job.id, { event, command, logFile, outputs, skippedCount: 0 });
  }
}

/** More than anybody reads before mending the first. */
const BLOCKS_AT_MOST = 20;
/** Characters of a command. */
const COMMAND_SHOWN = 4_000;

function moreText(count: number, style: Style): string {
  const head = styled(style, 'red', 'error[job-failed]');
  return `${head}: ${styled(style, 'bold', `${countText(count, 'more job')} failed`)}\n\n${styled(style, 'cyan', 'hint')}: \`flow logs\` lists them all`;
}

function blockText(failure: Failure, style: Style): string {
  const { job, attempt, outcome } = failure.event;
  const tries = attempt === 1 ? '' : `, after ${attempt} attempts`;
  const detail = 'detail' in outcome ? outcome.detail : '';
  const head = styled(style, 'red', 'error[job-failed]');
  const lines = [
    `${head}: ${styled(style, 'bold', visible(`\`${job.label}\` failed: ${detail}${tries}`))}`,
  ];
  if (failure.command !== '') lines.push(...fact('command', commandLines(failure.command)));
  if (!neverStarted(outcome)) lines.push(...logLines(failure, outcome));
  const used = explainingUsage(outcome);
  if (used !== undefined) lines.push(...fact('used', [used]));
  if (failure.outputs.length > 0 && !neverStarted(outcome)) {
    lines.push(...fact('outputs', [outputsText(outcome)]));
  }
  if (failure.skippedCount > 0) {
    const verb = failure.skippedCount === 1 ? 'needs' : 'need';
    lines.push(...fact('skipped', [`${countText(failure.skippedCount, 'job')} that ${verb} it`]));
  }
  lines.push('', `${styled(style, 'cyan', 'hint')}: ${hint(failure.event)}`);
  return lines.join('\n');
}

function outputsText(outcome: JobOutcome): string {
  const folder = outcome.kind === 'failed' ? outcome.remainsIn : undefined;
  const left = folder === undefined ? 'was removed' : `is kept in \`${visible(folder)}\``;
  return `what it left ${left}, what was there before is back`;
}

/** It was refused before its command, so that no log says more. */
function neverStarted(outcome: JobOutcome): boolean {
  return outcome.kind === 'failed' && outcome.cause === 'start' && outcome.lastLines.length === 0;
}

function logLines({ logFile }: Failure, outcome: JobOutcome): string[] {
  const last = outcome.kind === 'failed' ? outcome.lastLines : [];
  const tail = last.length === 0 ? ', empty' : `, last ${countText(last.length, 'line')}:`;
  return fact('log', [`${logFile}${tail}`, ...last.map(visible)]);
}

/** A job that was ended from outside may have taken too much of something. */
function explainingUsage(outcome: JobOutcome): string | undefined {
  const isEndedFromOutside =
    outcome.kind === 'failed' && ['oom', 'signal', 'timeout'].includes(outcome.cause);
  return isEndedFromOutside && outcome.usage !== undefined ? usageText(outcome.usage) : undefined;
}

function commandLines(command: string): string[] {
  const rest = command.length - COMMAND_SHOWN;
  const shown = visibleLines(rest > 0 ? command.slice(0, COMMAND_SHOWN) : command);
  return `${shown}${rest > 0 ? `… and ${rest} characters more` : ''}`.split('\n');
}

function fact(name: string, [first = '', ...rest]: readonly string[]): string[] {
  return [`  ${`${name}:`.padEnd(10)}${first}`, ...rest.map((line) => `            ${line}`)];
}

/** As a shell tells it that a program was killed because nobody reads what it writes. */
const BROKEN_PIPE = 141;

function hint({ job, outcome }: Failure['event']): string {
  if (outcome.kind === 'failed' && outcome.exitCode === BROKEN_PIPE) {
    return 'what `| head` leaves unread kills what writes it: write `set +o pipefail` before such a pipe';
  }
  if (outcome.kind === 'failed' && outcome.cause === 'oom') {
    return 'state its `mem`, so that jobs which do not fit beside one another wait; it may grow with `attempt`';
  }
  if (neverStarted(outcome)) return 'run again when the cause is mended';
  return `\`flow logs '${visible(job.label)}'\` shows the whole log; run again when the cause is mended`;
}
