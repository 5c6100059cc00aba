import { gpusIn } from './tres.ts';

/** A job that runs or waits, as far as it counts against limits. */
export interface QueuedJob {
  readonly account: string;
  readonly qos: string;
  readonly user: string;
  readonly name: string;
  readonly isPending: boolean;
  readonly gpus: number;
}

/** Columns of fixed width, since nothing in `squeue` is escaped. The name may be cut off. */
const COLUMNS = [
  ['Account', 80],
  ['QOS', 80],
  ['UserName', 80],
  ['StateCompact', 8],
  ['NumNodes', 16],
  ['tres-alloc', 240],
  ['tres-per-job', 120],
  ['tres-per-node', 120],
  ['Name', 200],
] as const;

type Column = (typeof COLUMNS)[number][0];

/** What `squeue` is asked: all jobs of all users in these accounts, a line for each array task. */
export function queueQuery(accounts: readonly string[]): readonly string[] {
  const format = COLUMNS.map(([name, width]) => `${name}:${width}`).join(',');
  return ['squeue', '-h', '-a', '-r', '-A', accounts.join(','), '-O', format];
}

export function parseQueue(text: string): readonly QueuedJob[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const cell = cellsOf(line);
      return {
        account: cell('Account'),
        qos: cell('QOS'),
        user: cell('UserName'),
        name: cell('Name'),
        isPending: cell('StateCompact') === 'PD',
        gpus: gpusOf(cell),
      };
    });
}

/**
 * What it was given or, where that is not told before it starts, asked for: `gres:gpu:h100:2` a node,
 * or `gres:gpu:2` in all.
 */
function gpusOf(cell: (column: Column) => string): number {
  const given = gpusIn(cell('tres-alloc'));
  if (given !== undefined) return given;
  const inAll = askedIn(cell('tres-per-job'));
  if (inAll > 0) return inAll;
  return askedIn(cell('tres-per-node')) * Math.max(1, Number.parseInt(cell('NumNodes'), 10) || 1);
}

/** A number is left out where it is 1. */
function askedIn(text: string): number {
  return text.split(',').reduce((sum, part) => {
    const [, count] = /^gres[:/]gpu(?:[:=][A-Za-z][\w-]*)?(?:[:=](\d+))?$/u.exec(part.trim()) ?? [
      undefined,
      '0',
    ];
    return sum + Number(count ?? 1);
  }, 0);
}

function cellsOf(line: string): (column: Column) => string {
  const characters = Array.from(line);
  const cells = new Map<Column, string>();
  let from = 0;
  for (const [name, width] of COLUMNS) {
    cells.set(
      name,
      characters
        .slice(from, from + width)
        .join('')
        .trim(),
    );
    from += width;
  }
  return (column) => cells.get(column) ?? '';
}
