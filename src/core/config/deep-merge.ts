import { noConfigPlace } from '../catalogue/language-config.ts';
import { FlowError } from '../diagnostic.ts';
import { isStep, markStep } from './config-steps.ts';

const PLACE = /^(?:0|[1-9]\d*)$/u;

/**
 * `base` with what `over` says: records are merged key by key, anything else, lists too, replaces
 * what was there. A record of places, as `a.0=1` gives it, sets items of a list that is there.
 * Neither is changed. Keys keep the order of `base`, new ones follow.
 *
 * Throws a usage error for a place beyond the end of a list, and for a step into a list that is no
 * place.
 */
export function deepMerge(base: unknown, over: unknown): unknown {
  return mergeAt([], base, over);
}

function mergeAt(path: readonly string[], base: unknown, over: unknown): unknown {
  if (!isRecord(over)) return over;
  if (Array.isArray(base) && (isStep(over) || arePlaces(over))) return setItems(path, base, over);
  if (!isRecord(base)) return over;
  const merged = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(over)) {
    merged.set(key, merged.has(key) ? mergeAt([...path, key], merged.get(key), value) : value);
  }
  // Makes own properties, whatever the keys are called.
  const both = Object.fromEntries(merged);
  return isStep(base) && isStep(over) ? markStep(both) : both;
}

function arePlaces(over: Readonly<Record<string, unknown>>): boolean {
  const keys = Object.keys(over);
  return keys.length > 0 && keys.every((key) => PLACE.test(key));
}

/** The place after the last adds an item. Keys that are places come in ascending order. */
function setItems(
  path: readonly string[],
  base: readonly unknown[],
  over: Readonly<Record<string, unknown>>,
): unknown[] {
  const items = [...base];
  for (const [key, value] of Object.entries(over)) {
    const place = Number(key);
    const here = [...path, key];
    if (!PLACE.test(key) || place > items.length)
      throw new FlowError(noConfigPlace(here, items.length));
    items[place] = place < items.length ? mergeAt(here, items[place], value) : value;
  }
  return items;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
