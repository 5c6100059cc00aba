/** Rounded to whole numbers and limited to what a uint16 can hold, with how many were limited. */
export function toUint16(values: Float32Array): {
  readonly samples: Uint16Array<ArrayBuffer>;
  readonly clipped: number;
} {
  const samples = new Uint16Array(values.length);
  let clipped = 0;
  for (let i = 0; i < values.length; i++) {
    const value = Math.round(values[i] ?? 0);
    if (value > 65535) clipped++;
    samples[i] = Math.min(65535, Math.max(0, value));
  }
  return { samples, clipped };
}
