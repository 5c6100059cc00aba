import { describe, expect, test } from 'vitest';
import type { Workflow } from '../../../src/lang/open-workflow.ts';
import { type Pair, plain } from './both-faces-rig.ts';
import { open } from './workflow-rig.ts';

const PAIRS: Record<string, Pair> = {
  'several patterns expanded at once': {
    js: `
      const call = rule('call', { output: multiext('calls/{s}', '.vcf', '.idx'), shell: 'true' });
      return [
        rule('all', {
          input: {
            multiext: expand(multiext('m/{x}', '.a', '.b'), { x: [1, 2] }),
            list: expand(['p/{x}', 'q/{x}/{y}'], { x: [1, 2], y: 'Y' }),
            output: expand(call.output, { s: ['A', 'B'] }),
            mixed: expand([call.output, ['{s}.txt']].flat(), { s: ['A', 'B'] }),
          },
        }),
        call,
      ];`,
    yaml: `
rules:
  all:
    input:
      multiext: { expand: { multiext: "m/{x}", ext: [.a, .b] }, x: [1, 2] }
      list: { expand: ["p/{x}", "q/{x}/{y}"], x: [1, 2], y: Y }
      output: { expand: { rule: call }, s: [A, B] }
      mixed: { expand: [{ rule: call }, "{s}.txt"], s: [A, B] }
  call: { output: { multiext: "calls/{s}", ext: [.vcf, .idx] }, shell: "true" }
`,
  },
  'paths that differ in their endings': {
    js: `
      return [
        rule('named', {
          input: multiext('in/{s}', { reads: '.fq', index: '.fq.idx' }),
          output: multiext('out/{s}', { vcf: '.vcf', log: '.log' }),
          shell: 'call {input.reads} > {output.vcf}',
        }),
        rule('listed', {
          input: ['first', multiext('a', '.b', '.c')],
          output: [...multiext('d/{s}', '.e', '.f'), temp('g/{s}')],
          shell: 'true',
        }),
        rule('under', { input: { x: multiext('a', '.b', '.c') }, output: { y: multiext('d', '.e') }, shell: 'true' }),
      ];`,
    yaml: `
rules:
  named:
    input: { multiext: "in/{s}", ext: { reads: .fq, index: .fq.idx } }
    output: { multiext: "out/{s}", ext: { vcf: .vcf, log: .log } }
    shell: call {input.reads} > {output.vcf}
  listed:
    input: [first, { multiext: a, ext: [.b, .c] }]
    output: [{ multiext: "d/{s}", ext: [.e, .f] }, { temp: "g/{s}" }]
    shell: "true"
  under:
    input: { x: { multiext: a, ext: [.b, .c] } }
    output: { y: { multiext: d, ext: [.e] } }
    shell: "true"
`,
  },
  'values found on disk': {
    js: `
      const found = discover('raw/{plate}-{well,[A-Z][0-9]}.tif');
      const { plate } = discover('raw/{plate}-B1.tif');
      return [
        rule('all', { input: expand('out/{plate}/{well}', found, { zip: true }) }),
        rule('some', { input: expand('{x}/{plate}', { plate, x: ['a', 'b'] }), output: 'some', shell: 'true' }),
        rule('plates', { input: expand('{plate}', { plate: ['p1', 'p2'] }), output: 'plates', shell: 'true' }),
      ];`,
    yaml: `
rules:
  all: { input: { expand: "out/{plate}/{well}", from: { discover: "raw/{plate}-{well,[A-Z][0-9]}.tif" } } }
  some:
    input: { expand: "{x}/{plate}", x: [a, b], from: { discover: "raw/{plate}-B1.tif" } }
    output: some
    shell: "true"
  plates:
    input: { expand: "{plate}", from: { discover: "raw/{plate}-{well,[A-Z][0-9]}.tif" } }
    output: plates
    shell: "true"
`,
    more: Object.fromEntries(
      ['p2-A1.tif', 'p1-B1.tif', 'p1-A1.tif', 'p1-a1.tif', 'p1-A1.png'].map((it) => [
        `raw/${it}`,
        '',
      ]),
    ),
  },
  'rows of a table as values': {
    js: `
      const rows = lookup({ table: 'samples.csv', where: { batch: 1 }, all: true });
      return rule('all', {
        input: {
          pairs: expand('{sample}/{lane}', {
            sample: rows.map(({ sample }) => sample),
            lane: rows.map(({ lane }) => lane),
          }, { zip: true }),
          texts: ['A.txt', 'B.txt', 'C.txt'],
        },
      });`,
    yaml: `
rules:
  all:
    input:
      pairs: { expand: "{sample}/{lane}", from: { table: samples.csv, where: { batch: 1 } } }
      texts: { expand: "{sample}.txt", from: { table: samples.csv } }
`,
    more: { 'samples.csv': 'sample,lane,batch\nA,1,1\nA,2,1\nB,1,2\nC,1,1\n' },
  },
  'order between rules, needed variables, messages, benchmarks and local rules': {
    js: `
      const slow = rule('slow', { output: '{n}.out', shell: 'true', message: 'slowly {wildcards.n}, {config.x}' });
      return workflow({
        config: { x: 1 },
        order: [['fast', slow], { rules: ['other', 'fast'], fallback: true }],
        envvars: ['TOKEN', 'KEY'],
        rules: [
          rule('fast', { output: '{n}.out', benchmark: 'b/{n}.tsv', localRule: true, shell: 'true' }),
          rule('other', { output: '{n}.out', shell: 'true' }),
          slow,
        ],
      });`,
    yaml: `
config: { x: 1 }
order: [[fast, slow], { rules: [other, fast], fallback: true }]
envvars: [TOKEN, KEY]
rules:
  fast: { output: "{n}.out", benchmark: "b/{n}.tsv", localRule: true, shell: "true" }
  other: { output: "{n}.out", shell: "true" }
  slow: { output: "{n}.out", shell: "true", message: "slowly {wildcards.n}, {config.x}" }
`,
  },
  'points of a grid': {
    js: `
      const space = grid({ alpha: [0.1, 2], name: ['x', 'y'] });
      const points = grid([{ a: 1, b: 'p' }, { a: 2, b: 'q' }]);
      const run = rule('run', {
        output: \`runs/\${space.pattern}.txt\`,
        params: { point: space.params, text: 'x' },
        shell: 'echo {params.point.alpha} {params.text} > {output}',
      });
      return [
        rule('all', {
          input: {
            runs: expand(run.output, space.values, { zip: true }),
            names: space.instances.map((it) => \`plots/\${it}.png\`),
            points: expand('{b}/{a}', points.values, { zip: true }),
          },
        }),
        run,
      ];`,
    yaml: `
config: { space: { alpha: [0.1, 2], name: [x, y] } }
rules:
  all:
    input:
      runs: { expand: { rule: run }, from: { grid: "{config.space}" } }
      names: { expand: "plots/alpha~{alpha}/name~{name}.png", from: { grid: "{config.space}" } }
      points: { expand: "{b}/{a}", from: { grid: [{ a: 1, b: p }, { a: 2, b: q }] } }
  run:
    output: runs/alpha~{alpha}/name~{name}.txt
    params: { point: { grid: "{config.space}" }, text: x }
    shell: echo {params.point.alpha} {params.text} > {output}
`,
  },
};

describe.each(Object.entries(PAIRS))('%s', (_, { js, yaml, more = {} }) => {
  test('means the same in both faces', async () => {
    const fromJs = await open({ 'flow.js': js, ...more });
    const fromYaml = await open({ 'flow.yaml': yaml, ...more });
    expect(fromYaml.warnings).toEqual([]);
    expect(fromJs.warnings).toEqual([]);
    expect(await plain(fromYaml)).toEqual(await plain(fromJs));
    expect(shared(fromYaml)).toEqual(shared(fromJs));
  });
});

/** What holds for all rules, without places. */
function shared({ order, envvars }: Workflow): object {
  return {
    order: order.map(({ rules, isFallback }) => [isFallback, ...rules.map(({ name }) => name)]),
    envvars: envvars.map(({ name }) => name),
  };
}
