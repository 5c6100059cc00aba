import type { SourceSpan } from '../../core/diagnostic.ts';
import type { DraftInputs } from '../../core/rule/rule-draft.ts';
import type { EdgeKind } from '../../core/rule/rule.ts';
import { patternOf } from '../values/expand.ts';
import { isFileReference, REFERENCE } from '../values/file-reference.ts';
import { FLAGGED_INPUT, isFlaggedInput, unflagged } from '../values/input-flags.ts';
import { type PropertyPath, refuse, type RuleReading } from './rule-reading.ts';

export type Item = DraftInputs['items'][number];

const WANTED = {
  typescript: 'a path, an output such as `stitch.output.image`, `glob(…)`, or a function',
  yaml: 'a path, `{ rule: …, output: … }`, `{ expand: … }`, `{ glob: … }` or `{ lookup: … }`',
};
const ONE_FLAG = 'one flag: a file is either `ancient` or `orderOnly`';

interface ListPlace {
  readonly path: PropertyPath;
  /** Of all that is not flagged itself. */
  readonly edge: EdgeKind;
}

export interface ItemPlace extends ListPlace {
  readonly span: SourceSpan;
}

export function readPaths(
  reading: RuleReading,
  { path, edge }: ListPlace,
  list: readonly unknown[],
): Item[] {
  const spanOf = itemSpans(reading, path, list);
  return list.flatMap((item, index) =>
    readItem(reading, item, { path: [...path, index], edge, span: spanOf(index) }),
  );
}

/** Where the items of a list stand; all at one place if `expand` made them of one pattern. */
export function itemSpans(
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
  if (isFlaggedInput(item)) return itemText(item[FLAGGED_INPUT].files);
  return Array.isArray(item) ? patternOf(item) : asText(item);
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** An item of a list may be a list of its own, such as `expand` answers. */
export function readItem(reading: RuleReading, item: unknown, around: ItemPlace): Item[] {
  const { value, edge } = unflagged(item, around.edge);
  const place = { ...around, edge };
  if (!Array.isArray(value)) return readPath(reading, value, place);
  const list: readonly unknown[] = value;
  return list.flatMap((path) => {
    const inner = unflagged(path, edge);
    return readPath(reading, inner.value, { ...place, edge: inner.edge });
  });
}

export function readPath(
  reading: RuleReading,
  value: unknown,
  { path, edge, span }: ItemPlace,
): Item[] {
  if (isFileReference(value)) {
    const { rule: producer, path: text } = value[REFERENCE];
    return [{ text, span, edge, producer }];
  }
  if (typeof value === 'string') return [{ text: value, span, edge, producer: undefined }];
  const wanted = isFlaggedInput(value) ? ONE_FLAG : WANTED;
  refuse(reading, path.join('.'), { value, wanted, span });
  return [];
}
