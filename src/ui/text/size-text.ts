/** In the decimal units in which requests are written: `0.4 GB`, `12 MB`. */
export function sizeText(mib: number): string {
  const megabytes = (mib * 2 ** 20) / 1e6;
  return megabytes < 99.5 ? `${Math.round(megabytes)} MB` : `${(megabytes / 1000).toFixed(1)} GB`;
}
