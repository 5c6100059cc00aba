import { expect, test } from 'vitest';
import { ScriptReads } from '../../../../src/core/job/script-reads.ts';
import { changedParams } from '../../../../src/core/plan/changed-params.ts';

const CONFIG = { optics: { na: 1.4, name: 'oil' }, cycles: [1, 2], none: null };

test('what was read follows the rule’s own params, sorted, with what stands there', () => {
  const reads = new ScriptReads(CONFIG);
  const paths = ['optics.na', 'none', 'gone', 'cycles.1', 'optics.na'];
  const values =
    '"config.cycles.1":2,"config.gone":"(missing)","config.none":null,"config.optics.na":1.4';
  expect(reads.withPaths('{"a":1}', paths)).toBe(`{"a":1,${values}}`);
  expect(reads.withPaths('{}', paths)).toBe(`{${values}}`);
  expect(reads.withPaths('{"a":1}', [])).toBe('{"a":1}');
});

test('what lies within a place that was read as a whole is not said again', () => {
  const reads = new ScriptReads(CONFIG);
  expect(reads.withPaths('{}', ['optics.na', 'optics', 'opticsx', 'cycles.0'])).toBe(
    '{"config.cycles.0":1,"config.optics":{"na":1.4,"name":"oil"},"config.opticsx":"(missing)"}',
  );
  expect(reads.withPaths('{"config":1}', ['optics.na', ''])).toBe(
    '{"config":1,"(config)":{"cycles":[1,2],"none":null,"optics":{"na":1.4,"name":"oil"}}}',
  );
});

test.each([
  ['nothing was read', '{}', []],
  ['the rule has no params', '{}', ['optics.na', 'gone']],
  ['it has some', '{"a":1,"config":2}', ['cycles', 'gone']],
  ['all was read', '{"a":1}', ['']],
])('with the same config the text of last time comes out again: %s', (_, own, paths) => {
  const recorded = new ScriptReads(CONFIG).withPaths(own, paths);
  const again = new ScriptReads(structuredClone(CONFIG));
  expect(again.likeLastTime(own, recorded)).toBe(recorded);
  expect(again.likeLastTime(own, recorded)).toBe(recorded);
});

test.each([
  ['{"a":12}', '{"a":1}'],
  ['{"a":1}', '{"a":12}'],
  ['{"a":1,"b":2}', '{"a":1}'],
  ['{"a":1}', '{"a":1,"b":2}'],
  ['{"a":1}', '{}'],
  ['{}', '{"a":1}'],
])('what was read is found beside params that were others: %s, %s', (before, now) => {
  const recorded = new ScriptReads(CONFIG).withPaths(before, ['optics.na']);
  const text = new ScriptReads(CONFIG).likeLastTime(now, recorded);
  expect(text).toBe(new ScriptReads(CONFIG).withPaths(now, ['optics.na']));
});

test('a change of what was read is named; one elsewhere is none', () => {
  const recorded = new ScriptReads(CONFIG).withPaths('{}', ['optics.na', 'none', 'gone', 'cycles']);
  const changes = (config: object): unknown[] => {
    const text = new ScriptReads(config).likeLastTime('{}', recorded);
    return text === recorded ? [] : [...changedParams(recorded, text)];
  };
  expect(changes({ ...CONFIG, optics: { na: 1.4, name: 'air' }, more: 1 })).toEqual([]);
  expect(changes({ ...CONFIG, optics: { na: 0.8 }, cycles: [1, 2, 3] })).toEqual([
    { name: 'config.cycles', old: '[1,2]', new: '[1,2,3]' },
    { name: 'config.optics.na', old: '1.4', new: '0.8' },
  ]);
  expect(changes({ ...CONFIG, gone: null })).toEqual([
    { name: 'config.gone', old: undefined, new: 'null' },
  ]);
  const { none: _, ...without } = CONFIG;
  expect(changes(without)).toEqual([{ name: 'config.none', old: 'null', new: undefined }]);
});

test('values count as scripts see them, as JSON', () => {
  const reads = new ScriptReads({ at: new Date(0), gone: undefined });
  expect(reads.withPaths('{}', [''])).toBe('{"(config)":{"at":"1970-01-01T00:00:00.000Z"}}');
});
