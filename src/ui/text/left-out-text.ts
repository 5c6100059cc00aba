import type { LeftOut } from '../../core/graph/part/left-out.ts';
import { countText } from './duration-text.ts';
import { visible } from './visible.ts';

/** ``left out by `--until stitch`: 4 jobs (registration 1, qc 3)``, a line for each. */
export function leftOutText(all: readonly LeftOut[]): string {
  return all.map((each) => `${lineOf(each)}\n`).join('');
}

function lineOf({ flags, jobs, waiting }: LeftOut): string {
  const by = visible(flags.map((flag) => `\`${flag}\``).join(', '));
  const others = waiting.size === 0 ? '' : `, and for lack of their files ${countsText(waiting)}`;
  return `left out by ${by}: ${jobs.size === 0 ? 'nothing' : countsText(jobs)}${others}`;
}

function countsText(counts: ReadonlyMap<string, number>): string {
  const sum = [...counts.values()].reduce((total, count) => total + count, 0);
  return `${countText(sum, 'job')} (${[...counts].map(([rule, count]) => `${rule} ${count}`).join(', ')})`;
}
