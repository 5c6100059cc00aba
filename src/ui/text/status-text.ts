import type { Attempt } from '../view/attempts.ts';
import type { RunState, RunStatus } from '../view/run-status.ts';
import type { RuleTally } from '../view/run-tally.ts';
import { countText, durationText } from './duration-text.ts';
import { styled, type Style } from './style.ts';
import { visible } from './visible.ts';

/** Jobs that are named in a list; more are counted. */
const NAMED_JOBS = 20;

const STATES: Readonly<
  Record<RunState, readonly [word: string, how: 'green' | 'red' | 'yellow' | 'cyan']>
> = {
  running: ['running', 'cyan'],
  stopping: ['stopping', 'yellow'],
  'out-of-sight': ['running, as far as can be seen from here', 'yellow'],
  done: ['done', 'green'],
  failed: ['failed', 'red'],
  interrupted: ['interrupted', 'yellow'],
  died: ['died: it was killed, or its host went down; `flow` goes on where it was', 'red'],
};

/** A run for people: what it is, its rules in numbers, what runs, what failed. */
export function statusText(status: RunStatus, nowMs: number, style: Style): string {
  const { runId, state, tally, workflow, targets, host, pid } = status;
  const [word, how] = STATES[state];
  const lines = [`${styled(style, 'bold', `run ${runId}`)}: ${styled(style, how, word)}`];
  const { startedAtMs, endedAtMs } = tally;
  if (startedAtMs !== undefined) {
    const took = endedAtMs === undefined ? '' : `, took ${durationText(endedAtMs - startedAtMs)}`;
    lines.push(
      `  started   ${dateText(startedAtMs)}, ${durationText(nowMs - startedAtMs)} ago${took}`,
    );
  }
  if (host !== undefined) lines.push(`  by        process ${pid} on ${visible(host)}`);
  if (workflow !== undefined) lines.push(`  workflow  ${visible(workflow)}`);
  if (targets.length > 0) lines.push(`  targets   ${targets.map(visible).join(' ')}`);
  if (tally.rules.length > 0) lines.push('', ...tableLines(tally.rules));
  const isOver = tally.counts !== undefined || state === 'died';
  if (tally.running.length > 0) {
    lines.push('', isOver ? 'had not ended' : 'running', ...jobLines(tally.running, runningText));
  }
  if (tally.failed.length > 0) lines.push('', 'failed', ...jobLines(tally.failed, failedText));
  return `${lines.join('\n')}\n`;

  function runningText({ startedAtMs: from, gpus, pool }: Attempt): string {
    const cards = gpus.length === 0 ? '' : `, GPU ${gpus.join(',')}`;
    const place = pool === undefined ? '' : `, in ${visible(pool)}`;
    return isOver ? '' : ` for ${durationText(nowMs - from)}${cards}${place}`;
  }
}

/** A flow has the lock, and no run yet. */
export function planningText(
  flow: { readonly host: string; readonly pid: number; readonly startedAtMs: number },
  nowMs: number,
): string {
  const since = durationText(nowMs - flow.startedAtMs);
  return `process ${flow.pid} on ${visible(flow.host)} has been planning for ${since}`;
}

/** Said by whoever looks at jobs while a run makes them. */
export function besideText({ host, pid }: { readonly host: string; readonly pid: number }): string {
  return `process ${pid} on ${visible(host)} works here now: what it is making counts as left incomplete`;
}

/** `2026-11-30 15:11:00`, in the local time zone. */
function dateText(atMs: number): string {
  const date = new Date(atMs);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

const COLUMNS = [
  ['jobs', 'jobs'],
  ['done', 'succeeded'],
  ['running', 'running'],
  ['failed', 'failed'],
  ['cancelled', 'cancelled'],
  ['skipped', 'skipped'],
  ['unneeded', 'pruned'],
  ['held', 'held'],
  ['waiting', 'waiting'],
] as const;
const ALWAYS = new Set(['jobs', 'done', 'running', 'failed', 'waiting']);

function tableLines(rules: readonly RuleTally[]): string[] {
  const columns = COLUMNS.filter(
    ([head, field]) => ALWAYS.has(head) || rules.some((rule) => rule[field] > 0),
  );
  const rows = rules.map((rule) => [
    visible(rule.rule),
    ...columns.map(([, field]) => `${rule[field]}`),
  ]);
  if (rules.length > 1) {
    const sums = columns.map(([, field]) => `${rules.reduce((sum, rule) => sum + rule[field], 0)}`);
    rows.push(['total', ...sums]);
  }
  const table = [['rule', ...columns.map(([head]) => head)], ...rows];
  const widths = table[0]?.map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  return table.map((row) =>
    row
      .map((cell, column) => {
        const width = widths?.[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  '),
  );
}

function jobLines(attempts: readonly Attempt[], more: (attempt: Attempt) => string): string[] {
  const lines = attempts.slice(0, NAMED_JOBS).map((attempt) => {
    const again = attempt.attempt === 1 ? '' : `, attempt ${attempt.attempt}`;
    return `  ${visible(attempt.job.label)}${again}${more(attempt)}  ${attempt.logFile}`;
  });
  const hidden = attempts.length - NAMED_JOBS;
  return hidden > 0 ? [...lines, `  … and ${countText(hidden, 'more job')}`] : lines;
}

function failedText({ end }: Attempt): string {
  return `: ${visible(end?.detail ?? end?.kind ?? '')}`;
}
