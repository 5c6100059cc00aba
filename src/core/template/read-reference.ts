import { nearest } from '../did-you-mean.ts';
import type { CommandNames } from './command-names.ts';
import { type Head, HEADS, type PlaceholderFault } from './template-problem.ts';

/** What stands between a placeholder's braces: `input.tiles[0]:raw`. */
export interface Reference {
  readonly head: Head;
  /** A name or a number each. */
  readonly steps: readonly (string | number)[];
  readonly isRaw: boolean;
}

/**
 * Reads the content of braces. Undefined if it is not for us and stays as it is: anything but
 * names, dots and brackets, and any name that is not nearly one of ours or of a wildcard.
 */
export function readReference(
  content: string,
  names: CommandNames,
): Reference | PlaceholderFault | undefined {
  const parts = REFERENCE.exec(content)?.groups;
  if (parts === undefined) return readWithBlanks(content);
  const { head = '', steps = '', modifier } = parts;
  if (!isHead(head)) return nearMiss(head, content.slice(head.length), names);
  const bare = `{${head}${steps}}`;
  if (modifier !== undefined && modifier !== 'raw') return { kind: 'modifier', modifier, bare };
  const read = readSteps(steps);
  if (read === undefined) return { kind: 'near-miss', suggestions: [dotted(head, steps)] };
  return { head, steps: read, isRaw: modifier === 'raw' };
}

function isHead(name: string): name is Head {
  return HEADS.some((head) => head === name);
}

const REFERENCE =
  /^(?<head>[A-Za-z_]\w*)(?<steps>(?:\.[\w-]+|\[[^\]\n]*\])*)(?::(?<modifier>[^\s{}"',]*))?$/;

/** `{ input }`, which is no group of commands: that would end in `;` or a new line. */
function readWithBlanks(content: string): PlaceholderFault | undefined {
  const trimmed = content.replace(/^[ \t]+|[ \t]+$/g, '');
  const head = REFERENCE.exec(trimmed)?.groups?.['head'] ?? '';
  if (trimmed === content || !isHead(head)) return undefined;
  return { kind: 'near-miss', suggestions: [`{${trimmed}}`] };
}

function nearMiss(head: string, rest: string, names: CommandNames): PlaceholderFault | undefined {
  const isWildcard = names.wildcards?.includes(head) ?? false;
  if (isWildcard && (rest === '' || rest.startsWith(':')))
    return { kind: 'near-miss', suggestions: [`{wildcards.${head}${rest}}`] };
  // Short words are near to many others: `{dog}` is not meant to be `{log}`.
  const heads = nearest(head, HEADS).filter((near) => startsAlike(head, near));
  if (heads.length === 0) return undefined;
  return { kind: 'near-miss', suggestions: heads.map((near) => `{${near}${rest}}`) };
}

/** The same first letter, or the first two letters swapped. */
function startsAlike(given: string, head: string): boolean {
  const [a, b] = given.toLowerCase();
  return a === head[0] || (a === head[1] && b === head[0]);
}

/** Undefined if a bracket holds anything but a number. */
function readSteps(text: string): (string | number)[] | undefined {
  const steps: (string | number)[] = [];
  for (const [step, name, place = ''] of text.matchAll(/\.([\w-]+)|\[([^\]]*)\]/g)) {
    if (step.startsWith('.')) steps.push(name ?? '');
    else if (/^\d+$/.test(place)) steps.push(Number(place));
    else return undefined;
  }
  return steps;
}

/** `{input[tiles]}` as we write it: `{input.tiles}`. */
function dotted(head: Head, steps: string): string {
  return `{${head}${steps.replace(/\[["']?([\w-]*?)["']?\]/g, (whole, name: string) =>
    /^\d+$/.test(name) ? whole : `.${name}`,
  )}}`;
}
