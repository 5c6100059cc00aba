import type { RunView, RunningJob } from '../view/run-view.ts';
import { durationText, roughText } from './duration-text.ts';
import { placeText } from './place-text.ts';
import { visible } from './visible.ts';

/** Running jobs that are named; more are counted. */
const JOBS_SHOWN = 6;
const BAR_WIDTH = 24;

export interface StatusMoment {
  readonly nowMs: number;
  readonly width: number;
  /** How long the run still takes, if that is known; 0 is not shown. */
  readonly remainingMs: number | undefined;
}

/**
 * The block that stays at the bottom of a terminal: a bar, the rules that are under way, the jobs
 * that run. Never wider than `width` columns, since a line that wraps cannot be wiped.
 */
export function statusBlock(view: RunView, moment: StatusMoment): string[] {
  const { nowMs, width } = moment;
  if (view.ended !== undefined || view.plannedCount === 0) return [];
  const lines = [barLine(view, moment), ...rulesLine(view)];
  const running = [...view.running.values()];
  lines.push(...running.slice(0, JOBS_SHOWN).map((job) => jobLine(job, nowMs)));
  if (running.length > JOBS_SHOWN) lines.push(`  … and ${running.length - JOBS_SHOWN} more`);
  return lines.map((line) => cut(line, width));
}

function barLine(view: RunView, { nowMs, remainingMs }: StatusMoment): string {
  const share = view.overCount / view.plannedCount;
  const filled = Math.floor(share * BAR_WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
  const elapsed = durationText(nowMs - view.startedAtMs);
  const state = view.isCancelled ? 'stopping' : `${view.running.size} running`;
  const isTold = remainingMs !== undefined && remainingMs > 0 && !view.isCancelled;
  const left = isTold ? `, about ${roughText(remainingMs)} left` : '';
  return `${bar} ${view.overCount}/${view.plannedCount}, ${state}, ${elapsed}${left}`;
}

function rulesLine(view: RunView): string[] {
  const underWay = [...view.rules.values()].filter((it) => it.overCount < it.jobCount);
  if (underWay.length === 0) return [];
  return [`  ${underWay.map((it) => `${it.rule} ${it.overCount}/${it.jobCount}`).join(' · ')}`];
}

function jobLine(running: RunningJob, nowMs: number): string {
  const { job, attempt, startedAtMs } = running;
  const where = placeText(running);
  const again = attempt === 1 ? '' : ` (attempt ${attempt})`;
  return `  ${visible(job.label)}${again}${where} ${durationText(nowMs - startedAtMs)}`;
}

function cut(line: string, width: number): string {
  const characters = Array.from(line);
  return characters.length < width
    ? line
    : `${characters.slice(0, Math.max(0, width - 2)).join('')}…`;
}
