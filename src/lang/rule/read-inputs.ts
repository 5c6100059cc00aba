import { isRecord } from '../../core/config/deep-merge.ts';
import type { SourceSpan } from '../../core/diagnostic.ts';
import type { DraftInputs } from '../../core/rule/rule-draft.ts';
import type { FunctionInputs } from '../../core/rule/rule.ts';
import { globInputs } from './glob-inputs.ts';
import { patternOf } from '../values/expand.ts';
import { isFileReference, REFERENCE } from '../values/file-reference.ts';
import { GLOB, isGlobPaths } from '../values/glob.ts';
import { inputFunction, isFunction } from './author-functions.ts';
import { type PropertyPath, refuse, type RuleReading } from './rule-reading.ts';

type Group = DraftInputs | FunctionInputs;
type Item = DraftInputs['items'][number];

const WANTED = {
  typescript: 'a path, an output such as `stitch.output.image`, `glob(…)`, or a function',
  yaml: 'a path, `{ rule: …, output: … }`, `{ expand: … }` or `{ glob: … }`',
};

/** The inputs of a rule: a group, a list, groups under names, or a function for all of it. */
export function readInputs(reading: RuleReading, value: unknown): Group[] {
  if (value === undefined) return [];
  const path = ['input'];
  if (Array.isArray(value)) return readList(reading, path, value);
  if (!isRecord(value) || isFileReference(value) || isGlobPaths(value)) {
    return readGroup(reading, { path, name: undefined }, value);
  }
  return Object.entries(value).flatMap(([name, group]) =>
    readGroup(reading, { path: [...path, name], name }, group),
  );
}

interface GroupPlace {
  readonly path: PropertyPath;
  readonly name: string | undefined;
}

function readGroup(reading: RuleReading, place: GroupPlace, value: unknown): Group[] {
  const { path, name } = place;
  const computed = readComputed(reading, place, value);
  if (computed !== undefined) return [computed];
  const isList = Array.isArray(value);
  const items = isList
    ? readPaths(reading, path, value)
    : readPath(reading, value, { path, span: reading.span(path, asText(value)) });
  return [{ kind: 'patterns', name, isList, items }];
}

/** In a list without names, functions and globs may stand between paths. */
function readList(reading: RuleReading, path: PropertyPath, list: readonly unknown[]): Group[] {
  const spanOf = itemSpans(reading, path, list);
  const groups: Group[] = [];
  let items: Item[] = [];
  const flush = (): void => {
    if (items.length > 0) groups.push({ kind: 'patterns', name: undefined, isList: true, items });
    items = [];
  };
  list.forEach((item, index) => {
    const at = [...path, index];
    const computed = readComputed(reading, { path: at, name: undefined }, item);
    if (computed === undefined) {
      // One by one: a list may be too long to be the arguments of a call.
      for (const read of readItem(reading, item, { path: at, span: spanOf(index) }))
        items.push(read);
    } else {
      flush();
      groups.push(computed);
    }
  });
  flush();
  // An empty list is a list all the same.
  if (groups.length === 0) groups.push({ kind: 'patterns', name: undefined, isList: true, items });
  return groups;
}

function readComputed(
  reading: RuleReading,
  { path, name }: GroupPlace,
  value: unknown,
): FunctionInputs | undefined {
  if (isGlobPaths(value)) {
    const { pattern } = value[GLOB];
    const span = reading.span(path, typeof pattern === 'string' ? pattern : undefined);
    if (typeof pattern !== 'string') {
      refuse(reading, path.join('.'), { value: pattern, wanted: 'one glob, a text', span });
    }
    const glob = { pattern: typeof pattern === 'string' ? pattern : '', span };
    reading.globs.push(glob);
    return globInputs(name, glob);
  }
  if (!isFunction(value)) return undefined;
  return {
    kind: 'function',
    name,
    span: reading.span(path),
    call: inputFunction(value, reading.find),
  };
}

function readPaths(reading: RuleReading, path: PropertyPath, list: readonly unknown[]): Item[] {
  const spanOf = itemSpans(reading, path, list);
  return list.flatMap((item, index) =>
    readItem(reading, item, { path: [...path, index], span: spanOf(index) }),
  );
}

/** Where the items of a list stand; all at one place if `expand` made them of one pattern. */
function itemSpans(
  reading: RuleReading,
  path: PropertyPath,
  list: readonly unknown[],
): (index: number) => SourceSpan {
  const pattern = patternOf(list);
  if (pattern === undefined) {
    return (index) => reading.span([...path, index], itemText(list[index]));
  }
  const shared = reading.span(path, pattern);
  return () => shared;
}

function itemText(item: unknown): string | undefined {
  return Array.isArray(item) ? patternOf(item) : asText(item);
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

interface ItemPlace {
  readonly path: PropertyPath;
  readonly span: SourceSpan;
}

/** An item of a list may be a list of its own, such as `expand` answers. */
function readItem(reading: RuleReading, item: unknown, place: ItemPlace): Item[] {
  if (!Array.isArray(item)) return readPath(reading, item, place);
  const list: readonly unknown[] = item;
  return list.flatMap((path) => readPath(reading, path, place));
}

function readPath(reading: RuleReading, value: unknown, { path, span }: ItemPlace): Item[] {
  if (isFileReference(value)) {
    const { rule: producer, path: text } = value[REFERENCE];
    return [{ text, span, edge: 'data', producer }];
  }
  if (typeof value === 'string') return [{ text: value, span, edge: 'data', producer: undefined }];
  refuse(reading, path.join('.'), { value, wanted: WANTED, span });
  return [];
}
