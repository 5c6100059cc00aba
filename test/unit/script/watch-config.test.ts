import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { unwatched, watchConfig } from '../../../src/script/watch-config.ts';

const CONFIG = {
  a: 1,
  optics: { na: 0.5, deep: { x: 1 } },
  cycles: [1, 2, 3],
  tiles: [{ x: 1 }, { x: 2 }],
  empty: {},
  'a.b': { c: 1 },
};

type Config = typeof CONFIG & { readonly gone?: { readonly x: number } };

/** What a script reads that does this, and what it gets. */
function reading(script: (config: Config) => unknown): { paths: string[]; got: unknown } {
  const { config, paths } = watchConfig(structuredClone(CONFIG));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is equal to it
  const got = script(config as Config);
  return { paths: paths(), got };
}

test.each<[string, (config: Config) => unknown, string[], unknown]>([
  ['nothing', () => 0, [], 0],
  ['a value', ({ a }) => a, ['a'], 1],
  ['a value in a record', ({ optics }) => optics.na, ['optics.na'], 0.5],
  ['values in records in lists', ({ tiles }) => tiles[1]?.x, ['tiles.1.x'], 2],
  ['what is not there', ({ gone }) => gone?.x, ['gone'], undefined],
  ['whether a value is there', (config) => 'a' in config, ['a'], true],
  ['whether a record is there', ({ optics }) => optics !== undefined, ['optics'], true],
  ['whether it has a key', (config) => Object.hasOwn(config, 'gone'), ['gone'], false],
  ['an item', ({ cycles }) => cycles[1], ['cycles.1'], 2],
  ['an item behind the last', ({ cycles }) => cycles[7], ['cycles.7'], undefined],
  ['the last item', ({ cycles }) => cycles.at(-1), ['cycles', 'cycles.2'], 3],
  ['a length', ({ cycles }) => cycles.length, ['cycles'], 3],
  ['an empty record', ({ empty }) => Object.keys(empty), ['empty'], []],
  ['a key with a dot', (config) => config['a.b'].c, [''], 1],
  [
    'a value and keys',
    ({ optics }) => (optics.na, Reflect.ownKeys(optics)),
    ['optics', 'optics.na'],
    ['na', 'deep'],
  ],
])('reading %s', (_, script, paths, got) => {
  expect(reading(script)).toEqual({ paths, got });
});

test.each<[string, (config: Config) => unknown]>([
  ['JSON', (config) => JSON.parse(JSON.stringify(config))],
  ['spread', (config) => ({ ...config })],
  ['entries', (config) => Object.fromEntries(Object.entries(config))],
  ['assign', (config) => Object.assign({}, config)],
  ['unwatched', (config) => unwatched(config)],
])('a config is read as a whole by %s', (_, script) => {
  // A key with a dot would be reason enough.
  const { 'a.b': __, ...rest } = CONFIG;
  const { config, paths } = watchConfig(rest);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is equal to its part
  expect(script(config as Config)).toEqual(rest);
  expect(paths()[0]).toBe('');
});

test.each<[string, (cycles: number[]) => unknown]>([
  [
    'for',
    (cycles) => {
      const all = [];
      for (const each of cycles) all.push(each);
      return all;
    },
  ],
  ['spread', (cycles) => [...cycles]],
  ['map', (cycles) => cycles.map((each) => each)],
  ['concat', (cycles) => ([] as number[]).concat(cycles)],
  ['slice', (cycles) => cycles.slice()],
  ['sort', (cycles) => cycles.toSorted((one, other) => one - other)],
  ['JSON', (cycles) => JSON.parse(JSON.stringify(cycles))],
  ['Array.from', (cycles) => Array.from(cycles)],
])('a list is read as a whole by %s', (_, script) => {
  const { paths, got } = reading(({ cycles }) => script(cycles));
  expect(paths).toContain('cycles');
  expect(got).toEqual([1, 2, 3]);
});

test('it behaves as the plain config does', () => {
  reading((config) => {
    expect(Array.isArray(config.cycles)).toBe(true);
    expect(config.optics).toBe(config.optics);
    expect(inspect(config)).toBe(inspect(CONFIG));
    expect(Object.isFrozen(Object.freeze(config.optics))).toBe(true);
    expect(config.optics.deep.x).toBe(1);
    config.cycles.push(4);
    expect(config.cycles).toEqual([1, 2, 3, 4]);
    Reflect.deleteProperty(config, 'empty');
    return expect('empty' in config).toBe(false);
  });
});

test('to be awaited, or shown as text, is not to be read', async () => {
  const { config, paths } = watchConfig({ a: 1 });
  await Promise.resolve(config);
  expect([inspect(config), paths()]).toEqual(['{ a: 1 }', []]);
});

test('a value for another thread has plain parts, each once, as the script left them', () => {
  const { config, paths } = watchConfig(CONFIG);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is equal to it
  const { optics } = config as typeof CONFIG;
  optics.na = 0.9;
  const bytes = new Uint8Array(2);
  const item = { bytes, parts: [{ optics }, { optics }], none: null };
  const plain = unwatched(item);
  expect(structuredClone(plain)).toEqual({
    bytes,
    parts: Array.from({ length: 2 }, () => ({ optics: { na: 0.9, deep: { x: 1 } } })),
    none: null,
  });
  expect(plain.bytes).toBe(bytes);
  expect(plain.parts[0]?.optics).toBe(plain.parts[1]?.optics);
  expect(paths()).toContain('optics');
});

test('a value without watched parts stays the same, even if it contains itself', () => {
  const value: { list: unknown[]; self?: unknown } = { list: [1, { a: 1 }] };
  value.self = value;
  expect(unwatched(value)).toBe(value);
});
