/**
 * `base` with what `over` says: records are merged key by key, anything else, lists too, replaces
 * what was there. Neither is changed. Keys keep the order of `base`, new ones follow.
 */
export function deepMerge(base: unknown, over: unknown): unknown {
  if (!isRecord(base) || !isRecord(over)) return over;
  const merged = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(over)) {
    merged.set(key, merged.has(key) ? deepMerge(merged.get(key), value) : value);
  }
  // Makes own properties, whatever the keys are called.
  return Object.fromEntries(merged);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
