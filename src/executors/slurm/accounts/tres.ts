// Trackable resources as SLURM writes them: `cpu=4,mem=1G,gres/gpu=2,gres/gpu:h100=2`.

const ANY_GPU = 'gres/gpu';

/**
 * GPUs in a list of resources; undefined if it has none. A number for all kinds together goes before
 * numbers for single kinds, which are added up.
 */
export function gpusIn(tres: string): number | undefined {
  return gpusAmong(
    tres.split(',').map((part) => {
      const [name = '', value = ''] = part.split('=');
      return [name, countOf(value)];
    }),
  );
}

/** The same of a list of limits and what is used of them: `gres/gpu=4(2)`, `cpu=N(1)`. */
export function gpuLimitIn(tres: string): {
  readonly limit: number | undefined;
  readonly used: number;
} {
  const parts = tres.split(',').map((part) => {
    const [, name = '', limit = '', used = ''] = /^([^=]+)=(\w+)\((\d+)\)$/u.exec(part) ?? [];
    return { name, limit: countOf(limit), used: countOf(used) };
  });
  return {
    limit: gpusAmong(parts.map(({ name, limit }) => [name, limit])),
    used: gpusAmong(parts.map(({ name, used }) => [name, used])) ?? 0,
  };
}

type NamedCount = readonly [name: string, count: number | undefined];

function gpusAmong(counts: readonly NamedCount[]): number | undefined {
  const all = counts.find(([name]) => name === ANY_GPU)?.[1];
  if (all !== undefined) return all;
  const kinds = counts.flatMap(([name, count]) =>
    name.startsWith(`${ANY_GPU}:`) && count !== undefined ? [count] : [],
  );
  return kinds.length === 0 ? undefined : kinds.reduce((sum, count) => sum + count, 0);
}

/** `N` is no limit. */
function countOf(text: string): number | undefined {
  return /^\d+$/u.test(text) ? Number(text) : undefined;
}
