/** A config for a script, and which places of it the script has read so far. */
export interface WatchedConfig {
  readonly config: unknown;
  /** Sorted; the empty path is the whole config. */
  readonly paths: () => string[];
}

/**
 * Watches which places of a config, which is JSON, are read. A value that is no container is read
 * where it is asked for: `optics.na`, there or not. A record or list is read as a whole by whatever
 * depends on all of it (its keys, its length), and by being handed out and not looked into.
 */
export function watchConfig(config: unknown): WatchedConfig {
  const log = new ReadLog();
  return { config: watched(config, { path: '', isExact: true, log }), paths: () => log.paths() };
}

/**
 * A value as another thread can take it. What it has of a watched config is replaced by the plain
 * values, and counts as read as a whole.
 */
export function unwatched<Value>(value: Value): Value {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- equal but for the watching
  return plain(value, new Map()) as Value;
}

/** Where a container lies. One below a key that no path can name has the place of what has it. */
interface Place {
  readonly path: string;
  readonly isExact: boolean;
  readonly log: ReadLog;
}

class ReadLog {
  readonly #read = new Set<string>();
  readonly #handedOut = new Set<string>();

  read(path: string): void {
    this.#read.add(path);
  }

  handOut(path: string): void {
    this.#handedOut.add(path);
  }

  paths(): string[] {
    const lookedInto = new Set<string>();
    for (const path of [...this.#read, ...this.#handedOut]) {
      for (let end = path.indexOf('.'); end >= 0; end = path.indexOf('.', end + 1)) {
        lookedInto.add(path.slice(0, end));
      }
    }
    const whole = [...this.#handedOut].filter((path) => !lookedInto.has(path));
    return [...new Set([...this.#read, ...whole])].toSorted();
  }
}

/** What is behind the proxies. */
const sources = new WeakMap<object, { readonly target: object; readonly place: Place }>();

/** Children are watched before it is asked for them, so that each is always the same object. */
function watched(value: unknown, place: Place): unknown {
  if (!isContainer(value)) return value;
  const entries = Object.entries(value).map(
    ([key, inside]) => [key, watched(inside, below(place, key))] as const,
  );
  const container = Array.isArray(value)
    ? entries.map(([, inside]) => inside)
    : Object.fromEntries(entries);
  const proxy = new Proxy(container, {
    get: (target, key, receiver): unknown => {
      note(target, key, place);
      return Reflect.get(target, key, receiver);
    },
    has: (target, key) => {
      note(target, key, place);
      return Reflect.has(target, key);
    },
    getOwnPropertyDescriptor: (target, key) => {
      note(target, key, place);
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
    ownKeys: (target) => {
      place.log.read(place.path);
      return Reflect.ownKeys(target);
    },
  });
  sources.set(proxy, { target: container, place });
  return proxy;
}

function note(target: object, key: string | symbol, place: Place): void {
  if (typeof key === 'symbol') return;
  const isOwn = Object.hasOwn(target, key);
  if (!isOwn && (key in target || PROBED.has(key))) return;
  const { path, isExact } = below(place, key);
  if (!isExact || (Array.isArray(target) && key === 'length')) place.log.read(place.path);
  else if (isContainer(Reflect.get(target, key))) place.log.handOut(path);
  else place.log.read(path);
}

/** What JavaScript itself asks objects for. */
const PROBED = new Set(['then', 'toJSON']);

/** In a path, dots are between the keys. */
function below({ path, isExact, log }: Place, key: string): Place {
  if (!isExact || key === '' || key.includes('.')) return { path, isExact: false, log };
  return { path: path === '' ? key : `${path}.${key}`, isExact, log };
}

function plain(value: unknown, known: Map<object, unknown>): unknown {
  if (!isContainer(value)) return value;
  if (known.has(value)) return known.get(value);
  known.set(value, value);
  const source = sources.get(value);
  if (source !== undefined) source.place.log.read(source.place.path);
  const made = withPlainParts(source?.target ?? value, known);
  known.set(value, made);
  return made;
}

/** The value itself if nothing in it is watched. */
function withPlainParts(value: object, known: Map<object, unknown>): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => plain(item, known));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const before: readonly (readonly [string, unknown])[] = Object.entries(value);
  const after = before.map(([key, inside]) => [key, plain(inside, known)] as const);
  const isSame = after.every(([, inside], index) => inside === before[index]?.[1]);
  return isSame ? value : Object.fromEntries(after);
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
