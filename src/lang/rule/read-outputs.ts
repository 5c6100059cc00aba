import { isRecord } from '../../core/config/deep-merge.ts';
import type { DraftOutputs, DraftPath } from '../../core/rule/rule-draft.ts';
import { flagsOf, isFlaggedPath } from '../values/output-flags.ts';
import { readFlags } from './read-output-flags.ts';
import { type PropertyPath, refuse, type RuleReading } from './rule-reading.ts';

const WANTED = {
  typescript: 'a path, a list, or paths under names; flags such as `temp(…)` stand around one',
  yaml: 'a path, a list, or paths under names; flags such as `{ temp: … }` stand around one',
};

/** The outputs of a rule: a path, a list, or paths and lists under names. */
export function readOutputs(reading: RuleReading, value: unknown): DraftOutputs[] {
  if (value === undefined) return [];
  const path = ['output'];
  if (!isRecord(value) || isFlaggedPath(value)) {
    return [{ name: undefined, ...readGroup(reading, path, value) }];
  }
  return Object.entries(value).map(([name, group]) => ({
    name,
    ...readGroup(reading, [...path, name], group),
  }));
}

type Items = Omit<DraftOutputs, 'name'>;

function readGroup(reading: RuleReading, path: PropertyPath, value: unknown): Items {
  if (!Array.isArray(value)) return { isList: false, items: readItem(reading, path, value) };
  const items: readonly unknown[] = value;
  return {
    isList: true,
    items: items.flatMap((item, index) => readItem(reading, [...path, index], item)),
  };
}

function readItem(reading: RuleReading, path: PropertyPath, value: unknown): Items['items'] {
  if (typeof value !== 'string' && !isFlaggedPath(value)) {
    refuse(reading, path.join('.'), { value, wanted: WANTED, span: reading.span(path) });
    return [];
  }
  const flagged = flagsOf(value);
  const { path: text } = flagged;
  if (typeof text !== 'string') {
    refuse(reading, path.join('.'), { value: text, wanted: WANTED, span: reading.span(path) });
    return [];
  }
  return [{ text, span: reading.span(path, text), ...readFlags(reading, path, flagged) }];
}

/** The log files of a rule: a path or a list of paths. */
export function readLog(reading: RuleReading, value: unknown): DraftPath[] {
  if (value === undefined) return [];
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.flatMap((text, index) => {
    const path = Array.isArray(value) ? ['log', index] : ['log'];
    if (typeof text === 'string') return [{ text, span: reading.span(path, text) }];
    const wanted = 'a path or a list of paths';
    refuse(reading, path.join('.'), { value: text, wanted, span: reading.span(path) });
    return [];
  });
}
