/**
 * Indices in ascending order as `sbatch --array` takes them: `0-3,7%2`, with `most` of them at once at
 * most.
 */
export function arrayText(indices: readonly number[], most?: number): string {
  const ranges: { first: number; last: number }[] = [];
  for (const index of indices) {
    const range = ranges.at(-1);
    if (range !== undefined && index === range.last + 1) range.last = index;
    else ranges.push({ first: index, last: index });
  }
  const texts = ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`));
  return `${texts.join(',')}${most === undefined ? '' : `%${most}`}`;
}
