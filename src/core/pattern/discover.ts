import { compilePattern } from './compile-pattern.ts';
import { normaliseParts, segmentsOf } from './normalise-parts.ts';
import { isNormal, normalisePath } from './normalise-path.ts';
import { escapeBraces, parsePattern, type PatternPart, wildcardsOf } from './parse-pattern.ts';
import { PatternError } from './pattern-error.ts';
import { SEGMENT } from './segment-pattern.ts';

/** What lies in a folder, as `discover` asks for it. */
export interface FolderEntry {
  readonly name: string;
  /** A folder itself; a link to one is none, since links may lead in circles. */
  readonly isFolder: boolean;
}

/** Unsorted; of what is no folder, nothing. Relative paths, `.` is the working directory. */
export type ListFolder = (folder: string) => readonly FolderEntry[];

/** Values that wildcards have together: a row has one for each name, in the order of the names. */
export interface WildcardRows {
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * The values of wildcards with which a pattern names a file or folder that is there, in the order
 * of the paths. As in a shell, names with a dot before them are found only by a pattern that
 * writes the dot. Throws a `PatternError`, also for a pattern without wildcards.
 */
export function discoverRows(source: string, list: ListFolder): WildcardRows {
  const parsed = parsePattern(source);
  const parts = isNormal(source) ? parsed : normaliseParts(parsed);
  if (wildcardsOf(parts).length === 0) {
    const place = { source, offset: 0, length: source.length };
    throw new PatternError({ kind: 'no-wildcards' }, place);
  }
  const pattern = compilePattern(source, { wildcardDefault: SEGMENT });
  const { prefix, wildcardNames: names } = pattern;
  const root = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  const segments = segmentsOf(parts).filter((segment) => segment.length > 0);
  const below = segments.slice(root.split('/').filter((it) => it !== '').length);
  const paths = wildcardsOf(parts).every(staysInSegment)
    ? pathsByLevel(root, below, list)
    : pathsBelow(root, below.some(isDotted), list);
  const rows = paths.toSorted().flatMap((path) => {
    const values = pattern.match(path);
    return values === undefined ? [] : [values];
  });
  return { names, rows };
}

type Segment = readonly PatternPart[];

/** Folder by folder, so that only those are looked into whose names match. */
function pathsByLevel(root: string, segments: readonly Segment[], list: ListFolder): string[] {
  let paths = [root];
  segments.forEach((segment, level) => {
    const isLast = level === segments.length - 1;
    const [only] = segment;
    const next: string[] = [];
    for (const folder of paths) {
      if (!isLast && segment.length === 1 && typeof only === 'string') {
        next.push(`${folder}${only}/`);
        continue;
      }
      for (const name of matchingNames(segment, list(folderName(folder)))) {
        next.push(isLast ? folder + name : `${folder}${name}/`);
      }
    }
    paths = next;
  });
  return paths;
}

function matchingNames(segment: Segment, entries: readonly FolderEntry[]): string[] {
  const pattern = compilePattern(segment.map(partText).join(''), { wildcardDefault: SEGMENT });
  const names = entries.map(({ name }) => name);
  return names.filter((name) => {
    if (name.startsWith('.') && !isDotted(segment)) return false;
    return pattern.match(name) !== undefined;
  });
}

/** All that lies below a folder, for patterns whose wildcards may span folders. */
function pathsBelow(root: string, withDots: boolean, list: ListFolder): string[] {
  const paths: string[] = [];
  const pending = [root];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const { name, isFolder } of list(folderName(folder))) {
      if (name.startsWith('.') && !withDots) continue;
      paths.push(folder + name);
      if (isFolder) pending.push(`${folder}${name}/`);
    }
  }
  return paths;
}

function folderName(prefix: string): string {
  return prefix === '' ? '.' : normalisePath(prefix);
}

/** A constraint that surely matches no `/`; one that is not understood may match anything. */
function staysInSegment({ constraint }: { readonly constraint: string | undefined }): boolean {
  if (constraint === undefined) return true;
  // Ranges between letters, digits and `_` do not reach down to `/`.
  const rest = constraint.replaceAll(/\[-?\w+(?:-\w+)*-?\]|\\[dw.]/gu, '');
  return !/[./[\\]/u.test(rest);
}

function isDotted([first]: Segment): boolean {
  return typeof first === 'string' && first.startsWith('.');
}

function partText(part: PatternPart): string {
  if (typeof part === 'string') return escapeBraces(part);
  const { name, constraint } = part;
  return constraint === undefined ? `{${name}}` : `{${name},${constraint}}`;
}
