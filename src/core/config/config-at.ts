/** Names and places of list items, from the outside in; as text `cycles.0` and `a.b`. */
export type ConfigPath = readonly (string | number)[];

/** The value at `a.b` or `cycles.0`; undefined where there is none. Only own keys count. */
export function configAt(config: unknown, path: string | ConfigPath): unknown {
  let value = config;
  for (const step of stepsOf(path)) {
    if (!isContainer(value) || !Object.hasOwn(value, step)) return undefined;
    // A list has other properties than its items, such as its length.
    if (Array.isArray(value) && !/^\d+$/.test(String(step))) return undefined;
    value = value[step];
  }
  return value;
}

/** The keys at a place, as full paths, for near misses; none where there is no record or list. */
export function configKeysAt(config: unknown, path: string | ConfigPath): string[] {
  const steps = stepsOf(path);
  const value = configAt(config, steps);
  if (!isContainer(value)) return [];
  return Object.keys(value).map((key) => [...steps, key].join('.'));
}

function stepsOf(path: string | ConfigPath): ConfigPath {
  return typeof path === 'string' ? path.split('.') : path;
}

function isContainer(value: unknown): value is Readonly<Record<string | number, unknown>> {
  return typeof value === 'object' && value !== null;
}
