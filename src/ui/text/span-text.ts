const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A span of a schedule in one unit: `90 s`, `8 min`, `21.5 min`, `4.7 h`. */
export function spanText(spanMs: number): string {
  if (spanMs < 2 * MINUTE_MS && spanMs % MINUTE_MS !== 0) return `${rounded(spanMs / 1000)} s`;
  if (spanMs < 2 * HOUR_MS) return `${rounded(spanMs / MINUTE_MS)} min`;
  return `${rounded(spanMs / HOUR_MS)} h`;
}

function rounded(value: number): string {
  return String(Math.round(value * 10) / 10);
}
