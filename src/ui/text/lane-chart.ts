import type { Lane } from '../../core/schedule/lanes.ts';
import type { ScheduledJob } from '../../core/schedule/schedule.ts';
import { spanText } from './span-text.ts';
import { visible } from './visible.ts';

/** More lanes are counted. */
const LANES_SHOWN = 32;
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const IDLE = '·';
const OTHER = '#';

export interface LaneChartOptions {
  readonly lanes: readonly Lane[];
  readonly makespanMs: number;
  /** All rules, in the order in which they get their letters. */
  readonly rules: readonly string[];
  readonly ruleOf: (job: ScheduledJob) => string;
  /** Columns in all. */
  readonly width: number;
}

/**
 * A row a lane: each column shows the rule of the job that runs in the middle of its share of the
 * time, by a letter. Below stand the times and what the letters mean.
 */
export function laneChart(options: LaneChartOptions): string {
  const { lanes, makespanMs, rules, ruleOf, width } = options;
  const shown = lanes.slice(0, LANES_SHOWN);
  const nameWidth = Math.max(0, ...shown.map(({ name }) => visible(name).length));
  const columns = Math.max(10, width - nameWidth - 2);
  const letters = lettersOf(rules);
  const rows = shown.map(({ name, jobs }) => {
    const cells = cellsOf(jobs, columns, makespanMs).map((job) =>
      job === undefined ? IDLE : (letters.get(ruleOf(job)) ?? OTHER),
    );
    return `${visible(name).padEnd(nameWidth)}  ${cells.join('')}`;
  });
  const more = lanes.length - shown.length;
  const end = spanText(makespanMs);
  const indent = ' '.repeat(nameWidth + 2);
  const legend = [...letters].map(([rule, letter]) => `${letter} ${visible(rule)}`);
  return [
    ...rows,
    ...(more > 0 ? [`… and ${more} more`] : []),
    `${indent}0${end.padStart(columns - 1)}`,
    `${indent}${legend.join(', ')}`,
  ].join('\n');
}

function cellsOf(
  jobs: readonly ScheduledJob[],
  columns: number,
  makespanMs: number,
): (ScheduledJob | undefined)[] {
  let at = 0;
  return Array.from({ length: columns }, (_, column) => {
    const middleMs = ((column + 0.5) / columns) * makespanMs;
    while ((jobs[at]?.endMs ?? Number.POSITIVE_INFINITY) <= middleMs) at += 1;
    const job = jobs[at];
    return job !== undefined && job.startMs <= middleMs ? job : undefined;
  });
}

/** The first letter of a rule's name that is still free; else any that is. */
function lettersOf(rules: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    rules.map((rule) => {
      const own = rule.replaceAll(/[^A-Za-z0-9]/gu, '');
      const candidates = `${own.toLowerCase()}${own.toUpperCase()}${LETTERS}`.split('');
      const letter = candidates.find((each) => !taken.has(each)) ?? OTHER;
      taken.add(letter);
      return [rule, letter] as const;
    }),
  );
}
