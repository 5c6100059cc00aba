/** A duration as people say it: `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`. */
export function durationText(durationMs: number): string {
  const seconds = durationMs / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A duration that is an estimate: `12 s`, `4 min`, `2 h 5 min`, rounded up. */
export function roughText(durationMs: number): string {
  const seconds = Math.ceil(durationMs / 1000);
  if (seconds <= 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `1 job`, `2 jobs`. */
export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
