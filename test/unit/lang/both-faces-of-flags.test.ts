import { describe, expect, test } from 'vitest';
import { type Pair, plain } from './both-faces-rig.ts';
import { open } from './workflow-rig.ts';

/** Flags of inputs, outputs and params. */
const PAIRS: Record<string, Pair> = {
  'inputs that count less, and params that count not at all': {
    js: `
      const made = rule('made', { output: { ref: 'ref/{s}' }, shell: 'x' });
      return [
        rule('a', { input: ancient('a/{s}'), output: 'a.out/{s}', shell: 'cat {input}' }),
        rule('b', { input: ['x', orderOnly('y/{s}'), ancient(['z', 'w'])], output: 'b/{s}', shell: 'x' }),
        rule('c', {
          input: {
            ref: ancient(made.output.ref),
            all_: orderOnly(expand('{n}/{s}', { n: [1, 2] }, { partial: true })),
            raw: ancient(glob('raw/{s}/*')),
            mixed: ['m', ancient('n')],
          },
          output: 'c/{s}',
          params: { level: volatile(3), list: volatile(['{s}', 1]), n: 4 },
          shell: 'x {input.ref} {params.level}',
        }),
        rule('d', { input: orderOnly(['d1', 'd2']), output: 'd', params: [1, volatile('two')], shell: 'x' }),
        made,
      ];`,
    yaml: `
rules:
  a: { input: { ancient: "a/{s}" }, output: "a.out/{s}", shell: "cat {input}" }
  b: { input: [x, { orderOnly: "y/{s}" }, { ancient: [z, w] }], output: "b/{s}", shell: x }
  c:
    input:
      ref: { ancient: { rule: made, output: ref } }
      all_: { orderOnly: { expand: "{n}/{s}", n: [1, 2], partial: true } }
      raw: { ancient: { glob: "raw/{s}/*" } }
      mixed: [m, { ancient: n }]
    output: "c/{s}"
    params: { level: { volatile: 3 }, list: { volatile: ["{s}", 1] }, n: 4 }
    shell: x {input.ref} {params.level}
  d: { input: { orderOnly: [d1, d2] }, output: d, params: [1, { volatile: two }], shell: x }
  made: { output: { ref: "ref/{s}" }, shell: x }
`,
  },
  'a rule after any end of what it needs': {
    js: `
      return [rule('r', {
        input: { parts: ['a', ancient('b')], rest: orderOnly('c'), found: glob('d*') },
        after: 'any',
        output: 'o',
        shell: 'cat {input} > {output}',
      })];`,
    yaml: `
rules:
  r:
    input: { parts: [a, { ancient: b }], rest: { orderOnly: c }, found: { glob: "d*" } }
    after: any
    output: o
    shell: cat {input} > {output}
`,
  },
  'promises about outputs': {
    js: `
      return [
        rule('a', { output: [protect('a/{s}'), touch('b/{s}'), optional(temp('c/{s}'))], shell: 'x' }),
        rule('b', {
          output: {
            sure: ensure('d/{s}', { nonEmpty: true, sha256: '0'.repeat(64) }),
            shown: report(protect(directory('e/{s}')), { caption: 'All of it', category: 'QC' }),
            report: 'f/{s}',
            only: optional(ensure('g/{s}', { nonEmpty: true })),
          },
          shell: 'x',
        }),
      ];`,
    yaml: `
rules:
  a: { output: [{ protect: "a/{s}" }, { touch: "b/{s}" }, { optional: { temp: "c/{s}" } }], shell: x }
  b:
    output:
      sure: { ensure: "d/{s}", nonEmpty: true, sha256: "${'0'.repeat(64)}" }
      shown: { report: { protect: { directory: "e/{s}" } }, caption: All of it, category: QC }
      report: "f/{s}"
      only: { optional: { ensure: "g/{s}", nonEmpty: true } }
    shell: x
`,
  },
};

describe.each(Object.entries(PAIRS))('%s', (_, { js, yaml }) => {
  test('means the same in both faces', async () => {
    const fromJs = await open({ 'flow.js': js });
    const fromYaml = await open({ 'flow.yaml': yaml });
    expect(fromYaml.warnings).toEqual([]);
    expect(fromJs.warnings).toEqual([]);
    expect(await plain(fromYaml)).toEqual(await plain(fromJs));
  });
});
