import { expect, test } from 'vitest';
import { FlowError } from '../../../src/core/diagnostic.ts';
import { givenConfig } from '../../../src/lang/given-config.ts';
import { readConfigFile, readYamlValue } from '../../../src/lang/yaml/yaml-data.ts';

const YAML = `# a config
cycles: [1, 2]
deep:
  folder: raw
  list:
    - { name: a }
    - { name: b }
`;

test('YAML and JSON are read to the same values and know their places', () => {
  const fromYaml = readConfigFile(YAML, '/c.yaml');
  const value = { cycles: [1, 2], deep: { folder: 'raw', list: [{ name: 'a' }, { name: 'b' }] } };
  expect(fromYaml.value).toEqual(value);
  const fromJson = readConfigFile(JSON.stringify(value, null, 2), '/c.json');
  expect(fromJson.value).toEqual(value);

  expect(fromYaml.locate(['deep', 'list', 1, 'name'])).toEqual({
    file: '/c.yaml',
    line: 7,
    column: 9,
    length: 4,
  });
  expect(fromYaml.locate(['cycles', 1])).toEqual({
    file: '/c.yaml',
    line: 2,
    column: 13,
    length: 1,
  });
  expect(fromJson.locate(['deep', 'folder'])).toEqual({
    file: '/c.json',
    line: 7,
    column: 6,
    length: 6,
  });
  expect(fromYaml.locate(['gone'])).toBeUndefined();
  expect(fromYaml.locate(['cycles', 7])).toBeUndefined();
});

test('an empty file is an empty config, YAML in braces is YAML', () => {
  expect(readConfigFile('# nothing\n', '/c.yaml').value).toEqual({});
  expect(readConfigFile('{ a: 1, b: [x] }', '/c.yaml').value).toEqual({ a: 1, b: ['x'] });
});

test('a file that holds no keys is refused', () => {
  for (const text of ['- a', 'text', '[1]']) {
    expect(() => readConfigFile(text, '/c.yaml')).toThrow(FlowError);
  }
});

test('later layers win, and a key is where it was given last', () => {
  const first = readConfigFile('a: 1\nb: { c: 1, d: 1 }\n', '/1.yaml');
  const second = readConfigFile('b: { c: 2 }\n', '/2.yaml');
  const typed = { value: { a: 3 }, locate: () => undefined };
  const given = givenConfig([first, second, typed]);
  expect(given.value).toEqual({ a: 3, b: { c: 2, d: 1 } });
  expect(given.locate(['b', 'c'])?.file).toBe('/2.yaml');
  expect(given.locate(['b', 'd'])?.file).toBe('/1.yaml');
  expect(given.locate(['a'])).toBeUndefined();
});

test('values on the command line are YAML values', () => {
  expect(
    ['1', 'true', 'text', '[1, a]', '{ a: 1 }', '', '1.50', '"1"', '"{x"', 'null'].map((text) =>
      readYamlValue(text, ''),
    ),
  ).toEqual([1, true, 'text', [1, 'a'], { a: 1 }, null, 1.5, '1', '{x', null]);
});

test.each([
  ['[1, 2', 'this is no YAML: '],
  ['*.tif', 'there is no anchor `&.tif` above its use'],
  ['9007199254740993', 'the integer `9007199254740993` has more digits than a number can hold'],
])('a value on the command line that is no YAML is refused: %s', (text, problem) => {
  expect(() => readYamlValue(text, `--config a=${text}`)).toThrow(
    `\`--config a=${text}\`: ${problem}`,
  );
});

test.each(['a: 9007199254740992', '{"a": 9007199254740992}', 'a: [-9007199254740993]'])(
  'an integer that a number cannot hold is an error in a config file: %s',
  (text) => {
    expect(() => readConfigFile(text, '/c.yaml')).toThrow('has more digits than a number can hold');
  },
);

test('what a number holds to the digit, or is written as a rounded one, is taken', () => {
  const text =
    '{"a": 9007199254740991, "b": 1e300, "c": 0.1234567890123456, "d": "9007199254740993"}';
  const value = { a: 9007199254740991, b: 1e300, c: 0.1234567890123456, d: '9007199254740993' };
  expect(readConfigFile(text, '/c.json').value).toEqual(value);
});
