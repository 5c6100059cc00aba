/**
 * The Bessel function J₀, to about 1e-8: its power series up to 8, beyond that the asymptotic
 * expansion (Abramowitz and Stegun, Handbook of Mathematical Functions, 9.1.10 and 9.2.5).
 */
export function besselJ0(x: number): number {
  const size = Math.abs(x);
  return size < 12 ? series(size) : asymptotic(size);
}

function series(x: number): number {
  const quarter = (-x * x) / 4;
  let term = 1;
  let sum = 1;
  for (let k = 1; Math.abs(term) > 1e-12; k++) {
    term *= quarter / (k * k);
    sum += term;
  }
  return sum;
}

/** √(2/πx)·(P·cos(x − π/4) − Q·sin(x − π/4)); terms (−1)ᵏ·aₖ with aₖ = ∏(2j−1)²/(k!·(8x)ᵏ). */
function asymptotic(x: number): number {
  let [p, q] = [0, 0];
  let term = 1;
  for (let k = 0; k < 12; k++) {
    const sign = k % 4 < 2 ? 1 : -1;
    if (k % 2 === 0) p += sign * term;
    else q -= sign * term;
    const next = (term * (2 * k + 1) ** 2) / ((k + 1) * 8 * x);
    if (next > term) break;
    term = next;
  }
  const angle = x - Math.PI / 4;
  return Math.sqrt(2 / (Math.PI * x)) * (p * Math.cos(angle) - q * Math.sin(angle));
}
