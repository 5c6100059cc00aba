import { badGlob } from '../../core/catalogue/language-helper.ts';
import { isRecord } from '../../core/config/deep-merge.ts';
import { globFault } from '../../core/pattern/glob-fault.ts';
import type { DraftInputs } from '../../core/rule/rule-draft.ts';
import type { EdgeKind, FunctionInputs } from '../../core/rule/rule.ts';
import { isFileReference } from '../values/file-reference.ts';
import { GLOB, isGlobPaths } from '../values/glob.ts';
import { isFlaggedInput, unflagged } from '../values/input-flags.ts';
import { inputFunction, isFunction } from './author-functions.ts';
import { globInputs } from './glob-inputs.ts';
import { asText, type Item, itemSpans, readItem, readPath, readPaths } from './read-input-paths.ts';
import { type PropertyPath, refuse, type RuleReading } from './rule-reading.ts';

type Group = DraftInputs | FunctionInputs;

/** The inputs of a rule: a group, a list, groups under names, or a function for all of it. */
export function readInputs(reading: RuleReading, input: unknown): Group[] {
  if (input === undefined) return [];
  const { value, edge } = unflagged(input);
  const place = { path: ['input'], name: undefined, edge };
  if (Array.isArray(value)) return readList(reading, place, value);
  const isGroup = !isRecord(value) || isFileReference(value) || isGlobPaths(value);
  // What is flagged is one group: names stand around flags.
  if (isGroup || isFlaggedInput(input)) return readGroup(reading, place, value);
  return Object.entries(value).flatMap(([name, group]) =>
    readGroup(reading, { path: [...place.path, name], name, edge }, group),
  );
}

interface GroupPlace {
  readonly path: PropertyPath;
  readonly name: string | undefined;
  readonly edge: EdgeKind;
}

function readGroup(reading: RuleReading, around: GroupPlace, given: unknown): Group[] {
  const { value, edge } = unflagged(given, around.edge);
  const place = { ...around, edge };
  const { path, name } = place;
  const computed = readComputed(reading, place, value);
  if (computed !== undefined) return [computed];
  const isList = Array.isArray(value);
  const items = isList
    ? readPaths(reading, place, value)
    : readPath(reading, value, { path, edge, span: reading.span(path, asText(value)) });
  return [{ kind: 'patterns', name, isList, items }];
}

/** In a list without names, functions and globs may stand between paths. */
function readList(reading: RuleReading, around: GroupPlace, list: readonly unknown[]): Group[] {
  const spanOf = itemSpans(reading, around.path, list);
  const groups: Group[] = [];
  let items: Item[] = [];
  const flush = (): void => {
    if (items.length > 0) groups.push({ kind: 'patterns', name: undefined, isList: true, items });
    items = [];
  };
  list.forEach((item, index) => {
    const { value, edge } = unflagged(item, around.edge);
    const path = [...around.path, index];
    const computed = readComputed(reading, { path, name: undefined, edge }, value);
    if (computed === undefined) {
      // One by one: a list may be too long to be the arguments of a call.
      for (const read of readItem(reading, value, { path, edge, span: spanOf(index) }))
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
  { path, name, edge }: GroupPlace,
  value: unknown,
): FunctionInputs | undefined {
  if (isGlobPaths(value)) {
    const { pattern } = value[GLOB];
    const span = reading.span(path, typeof pattern === 'string' ? pattern : undefined);
    if (typeof pattern !== 'string') {
      refuse(reading, path.join('.'), { value: pattern, wanted: 'one glob, a text', span });
    } else {
      const fault = globFault(pattern);
      if (fault !== undefined)
        reading.problems.push(badGlob(pattern, fault, { rule: reading.rule, span }));
    }
    const glob = { pattern: typeof pattern === 'string' ? pattern : '', span, what: 'a glob' };
    reading.globs.push(glob);
    return globInputs({ name, edge }, glob);
  }
  if (!isFunction(value)) return undefined;
  return {
    kind: 'function',
    name,
    span: reading.span(path),
    edge,
    call: inputFunction(value, reading.find),
  };
}
