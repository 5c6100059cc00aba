/**
 * The one way to write a path: no `.`, no empty segments, no trailing slash, `a/..` resolved by
 * text. A relative path stays relative, and keeps the `..` that it starts with; `~` means nothing.
 * The working directory itself is `.`.
 */
export function normalisePath(path: string): string {
  return isNormal(path) ? path : rebuild(path);
}

/** Takes a normalised path. */
export function leavesWorkingDirectory(path: string): boolean {
  return path.startsWith('/') || path === '..' || path.startsWith('../');
}

/** Never wrong when it says yes; text such as `a./b` is looked at more closely. */
export function isNormal(path: string): boolean {
  return (
    path !== '' &&
    !path.endsWith('/') &&
    !path.endsWith('.') &&
    !path.includes('//') &&
    !path.includes('./')
  );
}

function rebuild(path: string): string {
  const isAbsolute = path.startsWith('/');
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    const last = segments.at(-1);
    if (segment !== '..') segments.push(segment);
    else if (last !== undefined && last !== '..') segments.pop();
    else if (!isAbsolute) segments.push('..');
  }
  const joined = segments.join('/');
  if (isAbsolute) return `/${joined}`;
  return joined === '' ? '.' : joined;
}
