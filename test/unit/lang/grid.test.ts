import { expect, test } from 'vitest';
import { grid } from '../../../src/index.ts';
import { open, ruleOf, wrong } from './workflow-rig.ts';

test('a grid has a pattern, its points as parts of paths, and their values', () => {
  const space = grid({ alpha: [0.1, 1e-7], name: ['a', 'b{c}'] });
  expect(space.pattern).toBe('alpha~{alpha}/name~{name}');
  expect(space.instances).toEqual([
    'alpha~0.1/name~a',
    'alpha~0.1/name~b{{c}}',
    'alpha~1e-7/name~a',
    'alpha~1e-7/name~b{{c}}',
  ]);
  expect(space.values).toEqual({
    alpha: [0.1, 0.1, 1e-7, 1e-7],
    name: ['a', 'b{c}', 'a', 'b{c}'],
  });
});

test('the wildcards of a job lead back to its point, with the types of the values', () => {
  const space = grid([
    { a: 1, on: true, b: 'x' },
    { a: 2, on: false, b: '2' },
  ]);
  expect(space.params({ a: '2', on: 'false', b: '2' })).toEqual({ a: 2, on: false, b: '2' });
  expect(() => space.params({ a: '1', on: 'false', b: 'x' })).toThrow(
    'the grid has no point a=1, on=false, b=x',
  );
});

test('in YAML a grid as a param is the point of the job', async () => {
  const text = `
rules:
  run:
    output: runs/{alpha}/{name}
    params: { point: { grid: { alpha: [0.1, 2], name: [x, y] } }, other: { grid: true, x: 1 } }
    shell: x
`;
  const [point, other] = ruleOf(await open({ 'flow.yaml': text }), 'run').params;
  const context = { config: {}, input: { all: [], groups: [] } };
  const call = (wildcards: Readonly<Record<string, string>>): unknown =>
    typeof point?.value === 'function' ? point.value({ ...context, wildcards }) : undefined;
  expect(call({ alpha: '2', name: 'x' })).toEqual({ alpha: 2, name: 'x' });
  expect(() => call({ alpha: '3', name: 'x' })).toThrow('the grid has no point alpha=3, name=x');
  expect(other?.value).toEqual({ grid: true, x: 1 });
});

test('what is no grid is refused where it stands', async () => {
  const js =
    "return workflow({ rules: () => rule('a', { input: grid({ a: ['x/y'] }).instances }) });";
  expect(await wrong({ 'flow.js': js })).toMatchInlineSnapshot(`
    "
    bad-grid: a value of \`a\` in the grid is \`x/y\`
      flow.js:1:51 «grid» here
      hint: values are numbers, booleans, or texts without \`/\`; in lists if under names
    "
  `);
  expect(
    await wrong({
      'flow.yaml': `
rules:
  a: { input: { expand: "{x}", from: { grid: 3 } } }
  b: { input: { expand: "{x}", from: { grid: { x: 3 } } } }
  c: { output: "c/{x}", params: { p: { grid: [{ y: 1 }, { z: 2 }] } }, shell: x }
  d: { output: "d/{x}", params: { p: { grid: { y: [1] } } }, shell: x }
  e: { input: { expand: "{x}", from: { grid: { x-y: [1] } } } }
`,
    }),
  ).toMatchInlineSnapshot(`
    "
    bad-grid: the grid is neither lists under names nor a list of records
      flow.yaml:3:40 «grid» here
      hint: write \`{ alpha: [0.1, 0.2], beta: [1, 2] }\`, or the points one by one
    bad-grid: a value of \`x\` in the grid is \`3\`
      flow.yaml:4:40 «grid» here
      hint: values are numbers, booleans, or texts without \`/\`; in lists if under names
    bad-grid: point 2 of the grid has other names than the first
      flow.yaml:5:40 «grid» here
      hint: give every point a value for each name
    unknown-wildcard: a grid of rule \`d\` has the wildcard \`y\`, which its outputs have not
      flow.yaml:6:40 «grid» no value for this
      hint: the wildcards are \`x\`
    bad-grid: the grid has the name \`x-y\`, which cannot be a wildcard
      flow.yaml:7:40 «grid» here
      hint: a name has letters, digits and \`_\` only, and begins with none of the digits
    "
  `);
});
