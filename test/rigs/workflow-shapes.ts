import * as fc from 'fast-check';

const TEXTS = ['x', '', 'x{w}', '{config.list}', '{config.any}', '{config.no', 'any', 'zip'];
const SCALARS = [...TEXTS, 0, 1, 1.5, -1, true, false, null];
const KEYS = `expand from how partial rule output multiext ext glob lookup ancient orderOnly temp
  directory protect touch optional ensure nonEmpty sha256 report caption category table where column
  all discover grid w one a-b mem gpus oneOf rules fallback`.split(/\s+/u);

/** Values as they stand in rules, right or wrong, up to a few levels deep. */
const value: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    { weight: 3, arbitrary: fc.constantFrom(...SCALARS) },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 2 }) },
    {
      weight: 3,
      arbitrary: fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 3 }),
    },
  ),
})).value;

/** What is asked for most, with one thing in it that may be wrong. */
const near: fc.Arbitrary<unknown> = value.chain((it) =>
  fc.constantFrom<unknown>(
    { expand: 'x{w}', w: it },
    { expand: it, w: [1, 2] },
    { expand: 'x{w}', from: it },
    { expand: 'x{w}', w: 1, how: it },
    { glob: it },
    { rule: 'other', output: it },
    { rule: it },
    { multiext: 'x', ext: it },
    { lookup: { table: 't.csv', where: it } },
    { lookup: { table: 't.csv', column: it } },
    { lookup: it },
    { ancient: it },
    { one: it, two: 'y' },
    { temp: it },
    { ensure: 'x', nonEmpty: it },
    { report: 'x', caption: it },
    { report: it, category: 'c' },
    { mem: it },
    { oneOf: [it] },
    { oneOf: it },
    [it],
    ['x', it],
    it,
  ),
);

/** A rule with an output and a command, and a few fields that may be of any shape. */
function ruleShape(fields: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .dictionary(fc.constantFrom(...fields, 'ouput'), near, { maxKeys: 2 })
    .map((given) => ({ output: 'x', shell: 'y', ...given }));
}

/** Workflow files as values, of which about half are as the schema has them. */
export function workflowShape(
  ruleFields: readonly string[],
  workflowFields: readonly string[],
): fc.Arbitrary<Record<string, unknown>> {
  const parts = workflowFields.filter((key) => !['rules', 'config', 'include'].includes(key));
  return fc
    .record({
      parts: fc.dictionary(fc.constantFrom(...parts, 'rule'), near, { maxKeys: 1 }),
      hasParts: fc.integer({ min: 0, max: 3 }),
      rule: ruleShape(ruleFields),
      config: fc.constant({ list: ['a', 'b'], any: 'any' }),
    })
    .map(({ parts: given, hasParts, rule, config }) => ({
      ...(hasParts === 0 ? given : {}),
      config,
      rules: { a: rule, other: { output: 'other', shell: 'y' } },
    }));
}
