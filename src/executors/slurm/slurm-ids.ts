/** Tasks of an array by number; or the one job that is no array. */
export type TaskSet = 'one' | ReadonlySet<number>;

/**
 * The parts of an id: `57`, `57_3`, or a row for several, `57_[2-4,9%2]`. Undefined: it is none of
 * SLURM's.
 */
export function idsOf(id: string): readonly [array: string, tasks: TaskSet] | undefined {
  const [, array, single, several] = ID.exec(id) ?? [];
  if (array === undefined) return undefined;
  if (single !== undefined) return [array, new Set([Number(single)])];
  if (several === undefined) return [array, 'one'];
  const tasks = new Set<number>();
  for (const part of several.split(',')) {
    const [from = 0, to = from] = part.split('-').map(Number);
    for (let task = from; task <= to; task += 1) tasks.add(task);
  }
  return [array, tasks];
}

export function taskId(array: string, task: number): string {
  return `${array}_${task}`;
}

export function chunksOf<T>(all: readonly T[], longest: number): readonly (readonly T[])[] {
  const chunks: (readonly T[])[] = [];
  for (let start = 0; start < all.length; start += longest) {
    chunks.push(all.slice(start, start + longest));
  }
  return chunks;
}

const ID = /^(\d+)(?:_(\d+)|_\[([\d,-]+)(?:%\d+)?\])?$/u;
