/** Numbers that follow from a seed alone, the same on every machine. */
export interface Random {
  /** Uniform in [0, 1). */
  uniform(): number;
  /** Gaussian of mean 0 and standard deviation 1. */
  normal(): number;
  /** Poisson counts of the given mean; above 64 a rounded Gaussian of that mean and variance. */
  poisson(mean: number): number;
}

/**
 * A generator for one purpose: equal parts give equal numbers, other parts unrelated ones.
 *
 * State: xorshift128 with the 32-bit outputs of Marsaglia (Xorshift RNGs, J. Stat. Softw. 8(14),
 * 2003), whose seed is a mixed FNV-1a hash of the parts. Normal deviates by Marsaglia's polar method.
 */
export function randomFrom(...parts: readonly (string | number)[]): Random {
  const next = xorshift(parts.join('/'));
  let spare: number | undefined;
  const uniform = (): number => next() / 2 ** 32;
  const normal = (): number => {
    if (spare !== undefined) {
      const value = spare;
      spare = undefined;
      return value;
    }
    for (;;) {
      const u = 2 * uniform() - 1;
      const v = 2 * uniform() - 1;
      const s = u * u + v * v;
      if (s >= 1 || s === 0) continue;
      const factor = Math.sqrt((-2 * Math.log(s)) / s);
      spare = v * factor;
      return u * factor;
    }
  };
  const poisson = (mean: number): number => {
    if (mean > 64) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
    const limit = Math.exp(-mean);
    let count = 0;
    for (let product = uniform(); product > limit; product *= uniform()) count++;
    return count;
  };
  return { uniform, normal, poisson };
}

function xorshift(seed: string): () => number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < seed.length; i++) {
    hash = Math.imul(hash ^ seed.charCodeAt(i), 0x01000193);
  }
  const word = (): number => {
    // The finaliser of MurmurHash3 spreads a counter over all bits.
    hash = (hash + 0x9e3779b9) | 0;
    let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return mixed ^ (mixed >>> 16);
  };
  let [x, y, z, w] = [word(), word(), word(), word() | 1];
  return () => {
    const t = x ^ (x << 11);
    [x, y, z] = [y, z, w];
    w = w ^ (w >>> 19) ^ t ^ (t >>> 8);
    return w >>> 0;
  };
}
