import { describe, expect, test } from 'vitest';
import { type Pair, plain } from './both-faces-rig.ts';
import { open } from './workflow-rig.ts';

const PAIRS: Record<string, Pair> = {
  'the example of the design': {
    js: `
      return workflow({
        config: { cycles: [1, 2, 3], reference: 1 },
        rules: (config) => {
          const stitch = rule('stitch', {
            input: 'raw/cyc{cycle}',
            output: 'stitched/cyc{cycle}.ome.tif',
            threads: 4,
            resources: { gpus: 1, mem: '4 GB', time: '4 h' },
            shell: 'stitch {input} {output} --workers {threads}',
          });
          const registration = rule('registration', {
            input: { images: expand('stitched/cyc{cycle}.ome.tif', { cycle: config.cycles }) },
            output: 'registered.ome.tif',
            shell: 'register --reference {config.reference} {input.images} -o {output}',
          });
          return [registration, stitch];
        },
      });`,
    yaml: `
config: { cycles: [1, 2, 3], reference: 1 }
rules:
  registration:
    input: { images: { expand: "stitched/cyc{cycle}.ome.tif", cycle: "{config.cycles}" } }
    output: registered.ome.tif
    shell: register --reference {config.reference} {input.images} -o {output}
  stitch:
    input: "raw/cyc{cycle}"
    output: stitched/cyc{cycle}.ome.tif
    threads: 4
    resources: { gpus: 1, mem: 4 GB, time: 4 h }
    shell: stitch {input} {output} --workers {threads}
`,
  },
  'references to outputs, with their producers': {
    js: `
      const stitch = rule('stitch', {
        output: { image: 'st/{c}.tif', tables: ['a/{c}', 'b/{c}'] },
        shell: 'true > {output}',
      });
      const one = rule('one', { output: 'one.txt', shell: 'true' });
      return [
        rule('all', {
          input: {
            images: expand(stitch.output.image, { c: [1, 2] }),
            one: one.output,
          },
        }),
        rule('copy', {
          input: stitch.output,
          output: 'copy/{c}',
          shell: 'cp {input.image} {output}',
        }),
        rule('pick', {
          input: [stitch.output.image, 'x/{c}', stitch.output.tables],
          output: 'pick/{c}',
          shell: 'cat {input} > {output}',
        }),
        stitch,
        one,
      ];`,
    yaml: `
rules:
  all:
    input:
      images: { expand: { rule: stitch, output: image }, c: [1, 2] }
      one: { rule: one }
  copy:
    input: { rule: stitch }
    output: copy/{c}
    shell: cp {input.image} {output}
  pick:
    input: [{ rule: stitch, output: image }, "x/{c}", { rule: stitch, output: tables }]
    output: pick/{c}
    shell: cat {input} > {output}
  stitch:
    output: { image: "st/{c}.tif", tables: ["a/{c}", "b/{c}"] }
    shell: true > {output}
  one: { output: one.txt, shell: "true" }
`,
  },
  'flags, constraints, logs, params, retries, priority, preambles and the default': {
    js: `
      return workflow({
        config: { folder: 'out', overlap: 0.1, flags: ['--fast', '-v'], cores: 2, on: true },
        constraints: { s: '[A-Z]+' },
        preamble: 'module load cuda',
        rules: (config) => [
          rule('a', {
            output: [temp('t/{s}'), directory('d/{s}.zarr'), temp(directory(\`\${config.folder}/{s}\`))],
            constraints: { s: '[a-z]+' },
            log: 'logs/{s}.log',
            params: { overlap: config.overlap, flags: config.flags, text: 'x-{s}', none: null, deep: { a: [1, '{s}'] } },
            threads: config.cores,
            resources: { licences: 2, gpus: 0.5 },
            priority: 3,
            retries: 2,
            preamble: 'export A=1',
            exec: ['tool', '{input}', '--n', '1', '{config.folder}'],
            default: config.on,
          }),
          rule('b', { output: { x: temp('b/{s}'), list: ['c/{s}'] }, params: [1, 'two'], log: ['l1/{s}', 'l2/{s}'], script: 'b.py' }),
        ],
      });`,
    yaml: `
config: { folder: out, overlap: 0.1, flags: [--fast, -v], cores: 2, on: true }
constraints: { s: "[A-Z]+" }
preamble: module load cuda
rules:
  a:
    output: [{ temp: "t/{s}" }, { directory: "d/{s}.zarr" }, { temp: { directory: "{config.folder}/{s}" } }]
    constraints: { s: "[a-z]+" }
    log: logs/{s}.log
    params: { overlap: "{config.overlap}", flags: "{config.flags}", text: "x-{s}", none: null, deep: { a: [1, "{s}"] } }
    threads: "{config.cores}"
    resources: { licences: 2, gpus: 0.5 }
    priority: 3
    retries: 2
    preamble: export A=1
    exec: [tool, "{input}", --n, 1, "{config.folder}"]
    default: "{config.on}"
  b:
    output: { x: { temp: "b/{s}" }, list: ["c/{s}"] }
    params: [1, two]
    log: ["l1/{s}", "l2/{s}"]
    script: b.py
`,
  },
  'expand in all its ways': {
    js: `
      return workflow({ config: { xs: ['a', 'b'], pattern: 'p/{x}.txt' }, rules: (config) => [
        rule('r', {
          input: {
            zipped: expand('{x}/{y}', { x: config.xs, y: [1, 2] }, { zip: true }),
            part: expand('{x}/{s}', { x: config.xs }, { partial: true }),
            one: expand('k/{x}', { x: 'only' }),
            computed: expand(config.pattern, { x: config.xs }),
          },
          output: 'o/{s}',
          shell: 'true',
        }),
        rule('list', { input: ['first', expand('{x}', { x: config.xs }), \`\${config.xs[1]}/last\`], output: 'l', shell: 'true' }),
        rule('direct', { input: config.xs, output: 'd', shell: 'true' }),
      ] });`,
    yaml: `
config: { xs: [a, b], pattern: "p/{x}.txt" }
rules:
  r:
    input:
      zipped: { expand: "{x}/{y}", x: "{config.xs}", y: [1, 2], how: zip }
      part: { expand: "{x}/{s}", x: "{config.xs}", partial: true }
      one: { expand: "k/{x}", x: only }
      computed: { expand: "{config.pattern}", x: "{config.xs}", how: product, partial: false }
    output: o/{s}
    shell: "true"
  list:
    input: [first, { expand: "{x}", x: "{config.xs}" }, "{config.xs[1]}/last"]
    output: l
    shell: "true"
  direct: { input: "{config.xs}", output: d, shell: "true" }
`,
  },
  'globs, alone, in a list and under a name': {
    js: `
      return [
        rule('a', { input: glob('raw/{s}/*.{tif,tiff}'), output: 'a/{s}', shell: 'true' }),
        rule('b', { input: ['x', glob('raw/*'), 'y'], output: 'b', shell: 'true' }),
        rule('c', { input: { raw: glob('{s}*'), x: 'x' }, output: 'c/{s}', shell: 'true' }),
      ];`,
    yaml: `
rules:
  a: { input: { glob: "raw/{s}/*.{tif,tiff}" }, output: "a/{s}", shell: "true" }
  b: { input: [x, { glob: raw/* }, y], output: b, shell: "true" }
  c: { input: { raw: { glob: "{s}*" }, x: x }, output: "c/{s}", shell: "true" }
`,
  },
  'a given config': {
    js: `return workflow({ config: { a: { b: 1, c: 2 }, list: [1] }, rules: (config) => rule('r', {
        input: config.list.map((it) => \`in/\${it}\`), params: { a: config.a }, output: 'o', shell: 'echo {config.a.b}' }) });`,
    yaml: `
config: { a: { b: 1, c: 2 }, list: [1] }
rules:
  r: { input: { expand: "in/{x}", x: "{config.list}" }, params: { a: "{config.a}" }, output: o, shell: "echo {config.a.b}" }
`,
    config: { a: { b: 7 }, list: [5, 6] },
  },
  'an included file': {
    js: `return workflow({ config: { x: 1 }, rules: [rule('first', { output: 'f', shell: 'echo {config.x}' }), include('more.yaml')] });`,
    yaml: `
config: { x: 1 }
include: more.yaml
rules:
  first: { output: f, shell: "echo {config.x}" }
`,
    more: {
      'more.yaml': `
config: { x: 2, y: 3 }
rules:
  second: { output: "s{config.y}", shell: "echo {config.x}" }
`,
    },
  },
};

describe.each(Object.entries(PAIRS))('%s', (_, { js, yaml, config, more = {} }) => {
  test('means the same in both faces', async () => {
    const fromJs = await open({ 'flow.js': js, ...more }, { ...config });
    const fromYaml = await open({ 'flow.yaml': yaml, ...more }, { ...config });
    expect(fromYaml.config).toEqual(fromJs.config);
    expect(fromYaml.warnings).toEqual([]);
    expect(fromJs.warnings).toEqual([]);
    expect(await plain(fromYaml)).toEqual(await plain(fromJs));
  });
});
