import { isOwn } from '../../core/plan/reason-order.ts';
import type { JobOutcome } from '../../ports/executor.ts';
import type { RunCounts, RunEvent } from '../../ports/run-event.ts';
import type { RunView } from '../view/run-view.ts';
import { countText, durationText } from './duration-text.ts';
import { adoptedText, nothingText, restTexts } from './plan-text.ts';
import { placesText, placeText } from './place-text.ts';
import { reasonsText } from './reason-text.ts';
import { styled, type Style } from './style.ts';
import { visible, visibleLines } from './visible.ts';

export interface EventTextOptions {
  readonly style: Style;
  /** `-p`: the command below a job that starts. */
  readonly showsCommands: boolean;
  /** `-q`: only what went wrong. */
  readonly isQuiet: boolean;
  /** Above this many jobs, those that go well are counted and no longer named. */
  readonly namedJobsAtMost: number;
}

/**
 * What an event prints above the status block, or undefined. `view` has taken the event in already.
 */
export function eventText(
  event: RunEvent,
  view: RunView,
  options: EventTextOptions,
): string | undefined {
  const { style } = options;
  const isNamed = !options.isQuiet && view.plannedCount <= options.namedJobsAtMost;
  switch (event.kind) {
    case 'run-started':
      return options.isQuiet ? undefined : startText(event);
    case 'jobs-adopted':
      return `${adoptedText(event.count)}: recorded as they are`;
    case 'job-started':
      return isNamed ? jobStartText(event, options) : undefined;
    case 'job-ended':
      if (event.outcome.kind === 'succeeded')
        return isNamed ? doneText(event, view, style) : undefined;
      return failureText(event, style);
    case 'job-pruned':
      return isNamed
        ? `${styled(style, 'dim', 'same ')} ${visible(event.job.label)}: its inputs came out as they were`
        : undefined;
    case 'job-held':
      return `${styled(style, 'yellow', 'held ')} ${visible(event.job.label)}: ${paths(event.edited)} was edited by hand and is kept; \`-R ${event.job.rule}\` overwrites it`;
    case 'job-skipped':
      return isNamed ? skipText(event, style) : undefined;
    case 'temp-removed':
      return isNamed ? `${styled(style, 'dim', 'temp ')} removed ${paths(event.paths)}` : undefined;
    case 'warned':
      return undefined;
    case 'run-cancelled':
      return `${styled(style, 'yellow', 'stop ')} ${event.signal}: ending ${countText(view.running.size, 'running job')}; once more kills at once`;
    case 'run-ended':
      if (view.plannedCount === 0) return undefined;
      return options.isQuiet && event.counts.failed === 0 ? undefined : endText(event, style);
  }
}

function startText(event: RunEvent & { kind: 'run-started' }): string {
  const { run, conditional, held = 0, kept } = event.counts;
  if (run + conditional === 0) return nothingText(held, kept);
  const rules = event.rules.filter(({ jobCount }) => jobCount > 0);
  const byRule = rules.map(({ rule, jobCount }) => `${rule} ${jobCount}`).join(', ');
  const parts = [
    `run   ${countText(run, 'job')} to do`,
    ...restTexts({ maybe: conditional, held, kept }),
  ];
  return `${parts.join(', ')} (${byRule})${placesText(event)}`;
}

function jobStartText(
  event: RunEvent & { kind: 'job-started' },
  { style, showsCommands }: EventTextOptions,
): string {
  const { job, attempt, reasons, command, message } = event;
  const again = attempt === 1 ? '' : `, attempt ${attempt}`;
  // What was open in the plan is decided by now, so only what decided it is said.
  const said = reasons.some(isOwn) ? reasons.filter(isOwn) : reasons;
  const where = placeText(event);
  const word = event.isAdopted === true ? 'adopt' : 'start';
  const line = `${styled(style, 'cyan', word)} ${visible(job.label)}${again}${where}: ${visible(reasonsText(said))}`;
  const lines = [line];
  if (message !== undefined) lines.push(indented(visibleLines(message)));
  if (showsCommands && command !== '') lines.push(indented(visibleLines(command)));
  return lines.join('\n');
}

function doneText(event: RunEvent & { kind: 'job-ended' }, view: RunView, style: Style): string {
  const { job, durationMs, unchanged, outcome } = event;
  const outputs = outcome.kind === 'succeeded' ? outcome.outputs.length : 0;
  const same = outputs > 0 && unchanged.length === outputs ? ', outputs as before' : '';
  const progress = styled(style, 'dim', `[${view.overCount}/${view.plannedCount}]`);
  return `${styled(style, 'green', 'done ')} ${visible(job.label)} in ${durationText(durationMs)}${same} ${progress}`;
}

function failureText(event: RunEvent & { kind: 'job-ended' }, style: Style): string {
  const { job, attempt, outcome, willRetry } = event;
  if (outcome.kind === 'cancelled')
    return `${styled(style, 'yellow', 'ended')} ${visible(job.label)}`;
  const tries = attempt === 1 ? '' : ` after ${attempt} attempts`;
  const again = willRetry ? '; will try again' : '';
  return `${styled(style, 'red', 'fail ')} ${visible(job.label)}: ${visible(detail(outcome))}${tries}${again}`;
}

function detail(outcome: JobOutcome): string {
  return outcome.kind === 'failed' || outcome.kind === 'lost' ? outcome.detail : outcome.kind;
}

function skipText({ job, because }: RunEvent & { kind: 'job-skipped' }, style: Style): string {
  const cause =
    because.kind === 'need-failed'
      ? `it needs ${visible(because.job.label)}`
      : 'the run was stopped';
  return `${styled(style, 'yellow', 'skip ')} ${visible(job.label)}: ${cause}`;
}

function endText({ counts, durationMs }: RunEvent & { kind: 'run-ended' }, style: Style): string {
  const isGood = counts.failed + counts.cancelled + counts.skipped + counts.held === 0;
  const head = isGood ? styled(style, 'green', 'done ') : styled(style, 'red', 'ended');
  return `${head} ${countsText(counts)} in ${durationText(durationMs)}`;
}

function countsText(counts: RunCounts): string {
  const { succeeded, ...others } = counts;
  const rest = Object.entries(others).filter(([, count]) => count > 0);
  return [`${succeeded} succeeded`, ...rest.map(([name, count]) => `${count} ${name}`)].join(', ');
}

function paths(all: readonly string[]): string {
  return all.map((path) => `\`${visible(path)}\``).join(', ');
}

function indented(text: string): string {
  return text.replaceAll(/^/gmu, '      ');
}
