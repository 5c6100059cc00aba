/** A path, absolute or out of the working directory as it may be, that stays below where it is put. */
export function belowRoot(path: string): string {
  return path.replaceAll('../', '').replace(/^\/+/u, '');
}
