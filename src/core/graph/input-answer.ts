import type { GroupShape } from '../rule/file-groups.ts';
import type { InputAnswer } from '../rule/rule.ts';

/** The files that an input function named, in order, and how they are grouped. */
export interface AnsweredInputs {
  readonly paths: readonly string[];
  readonly shape: readonly GroupShape[];
}

/**
 * Takes an input function's answer apart: a path, a list of paths, or, where the input has no
 * name, groups of them by name. A text that is returned says, for people, what it is instead.
 */
export function readInputAnswer(
  answer: InputAnswer,
  name: string | undefined,
): AnsweredInputs | string {
  const group = readGroup(answer, name);
  if (typeof group !== 'string') return group;
  if (!isRecord(answer)) return group;
  if (name !== undefined) return `an object, though the input has the name \`${name}\``;
  const groups: AnsweredInputs[] = [];
  for (const [each, value] of Object.entries(answer)) {
    const named = readGroup(value, each);
    if (typeof named === 'string') return `an object with ${named} under \`${each}\``;
    groups.push(named);
  }
  return {
    paths: groups.flatMap(({ paths }) => paths),
    shape: groups.flatMap(({ shape }) => shape),
  };
}

function readGroup(value: unknown, name: string | undefined): AnsweredInputs | string {
  const isList = Array.isArray(value);
  const items: unknown[] = isList ? value : [value];
  const paths: string[] = [];
  for (const item of items) {
    if (typeof item === 'string' && item !== '' && !item.includes('\0')) paths.push(item);
    else return isList ? `a list with ${describe(item)} in it` : describe(item);
  }
  return { paths, shape: [{ name, isList, count: paths.length }] };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function describe(value: unknown): string {
  if (value === '') return 'an empty text';
  if (typeof value === 'string') return 'a path with a NUL character in it';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) {
    return isRecord(value) ? 'an object' : `a ${value.constructor.name}`;
  }
  return `\`${String(value)}\``;
}
