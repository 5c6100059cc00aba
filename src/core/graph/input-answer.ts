import { EdgedPath } from '../rule/edged-path.ts';
import type { GroupShape } from '../rule/file-groups.ts';
import type { EdgeKind, FunctionInputs, InputAnswer } from '../rule/rule.ts';

/** The files that an input function named, in order, and how they are grouped. */
export interface AnsweredInputs {
  readonly paths: readonly string[];
  /** One a path. */
  readonly edges: readonly EdgeKind[];
  readonly shape: readonly GroupShape[];
}

/**
 * Takes an input function's answer apart: a path, a list of paths, or, where the input has no
 * name, groups of them by name. A text that is returned says, for people, what it is instead.
 */
export function readInputAnswer(
  answer: InputAnswer,
  { name, edge }: Pick<FunctionInputs, 'name' | 'edge'>,
): AnsweredInputs | string {
  const group = readGroup(answer, { name, edge });
  if (typeof group !== 'string') return group;
  if (!isRecord(answer)) return group;
  if (name !== undefined) return `an object, though the input has the name \`${name}\``;
  const groups: AnsweredInputs[] = [];
  for (const [each, value] of Object.entries(answer)) {
    const named = readGroup(value, { name: each, edge });
    if (typeof named === 'string') return `an object with ${named} under \`${each}\``;
    groups.push(named);
  }
  return {
    paths: groups.flatMap(({ paths }) => paths),
    edges: groups.flatMap(({ edges }) => edges),
    shape: groups.flatMap(({ shape }) => shape),
  };
}

function readGroup(
  value: unknown,
  { name, edge }: Pick<FunctionInputs, 'name' | 'edge'>,
): AnsweredInputs | string {
  const isList = Array.isArray(value);
  const items: unknown[] = isList ? value : [value];
  const paths: string[] = [];
  const edges: EdgeKind[] = [];
  for (const item of items) {
    const path = item instanceof EdgedPath ? item.path : item;
    if (typeof path !== 'string' || path === '' || path.includes('\0')) {
      return isList ? `a list with ${describe(path)} in it` : describe(path);
    }
    paths.push(path);
    edges.push(item instanceof EdgedPath ? item.edge : edge);
  }
  return { paths, edges, shape: [{ name, isList, count: paths.length }] };
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
