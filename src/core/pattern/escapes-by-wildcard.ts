import { leavesWorkingDirectory, normalisePath } from './normalise-path.ts';
import type { PathPattern } from './path-pattern.ts';

/**
 * Does an output leave the working directory though its pattern's literal text does not say so?
 *
 * `/data/{x}` and `../shared/{x}` may be written, but only below `/data` and `../shared`; a value
 * such as `../..` or `/etc` never takes an output elsewhere. `path` is the pattern filled and
 * normalised.
 */
export function escapesByWildcard(pattern: PathPattern, path: string): boolean {
  if (!leavesWorkingDirectory(path) || pattern.wildcardNames.length === 0) return false;
  const slash = pattern.prefix.lastIndexOf('/');
  const base = slash < 0 ? '.' : normalisePath(pattern.prefix.slice(0, slash + 1));
  return !leavesWorkingDirectory(base) || !isBelow(path, base);
}

function isBelow(path: string, base: string): boolean {
  const start = base === '/' ? base : `${base}/`;
  if (!path.startsWith(start)) return false;
  const rest = path.slice(start.length);
  return rest !== '..' && !rest.startsWith('../');
}
