// One mistake after each `// mistake`, and none anywhere else.
import {
  ancient,
  discover,
  ensure,
  expand,
  glob,
  grid,
  lookup,
  multiext,
  orderOnly,
  protect,
  report,
  rule,
  temp,
  volatile,
  workflow,
  z,
  type ScriptJob,
} from 'dagflow';

const stitch = rule('stitch', {
  output: { image: 'stitched/cyc{cycle}.ome.tif' },
  shell: 'stitch {output}',
});

export const inFunction = rule('r', {
  output: 'out/{sample}.txt',
  // mistake: a misspelt wildcard in an input function
  input: ({ sampel }) => `in/${sampel}`,
  shell: 'x',
});

export const inNamedFunction = rule('r', {
  input: {
    // mistake: a misspelt wildcard in the function of a named input
    text: (wildcards) => `in/${wildcards.sampel}`,
  },
  output: { text: temp('out/{sample}.txt') },
  shell: 'x',
});

export const inText = rule('r', {
  output: 'out/{sample}.txt',
  // mistake: a misspelt wildcard in an input path
  input: 'in/{sampel}.txt',
  shell: 'x',
});

export const inList = rule('r', {
  input: [
    'in/{sample}.txt',
    // mistake: a misspelt wildcard in one of several paths
    'in/{sampel}.txt',
  ],
  output: 'out/{sample}.txt',
  shell: 'x',
});

export const inNamedText = rule('r', {
  output: ['out/{sample}.txt'],
  input: {
    a: 'in/{sample}.txt',
    // mistake: a misspelt wildcard in a named path
    b: 'in/{sampel}.txt',
  },
  shell: 'x',
});

export const inTemplate = rule('r', {
  output: 'out/{sample}.txt',
  // mistake: a misspelt wildcard in the written part of a computed path
  input: `${process.cwd()}/{sampel}.txt`,
  shell: 'x',
});

export const inAncient = rule('r', {
  output: 'out/{sample}.txt',
  // mistake: a misspelt wildcard in a flagged path
  input: ancient('in/{sampel}.txt'),
  shell: 'x',
});

export const inFlaggedList = rule('r', {
  output: 'out/{sample}.txt',
  input: {
    // mistake: a misspelt wildcard in one of several flagged paths
    some: orderOnly(['in/{sample}.txt', 'in/{sampel}.txt']),
  },
  shell: 'x',
});

export const twoFlags = rule('r', {
  output: 'out.txt',
  // mistake: two flags on one input
  input: ancient(orderOnly('in.txt')),
  shell: 'x',
});

export const volatileAttempt = rule('r', {
  output: 'out/{sample}.txt',
  params: {
    // mistake: volatile params do not see the attempt either
    label: volatile((_, { attempt }) => attempt),
  },
  shell: 'x',
});

export const afterAll = rule('r', {
  output: 'out.txt',
  // mistake: no such end to come after
  after: 'all',
  shell: 'x',
});

export const notEnsured = rule('r', {
  // mistake: nothing that can be ensured
  output: ensure('out.txt', { nonempty: true }),
  shell: 'x',
});

export const wrongDigest = rule('r', {
  // mistake: a digest that is no text
  output: ensure('out.txt', { sha256: 12 }),
  shell: 'x',
});

export const twoProtected = rule('r', {
  // mistake: a flag stands around one path
  output: protect(['a.txt', 'b.txt']),
  shell: 'x',
});

export const wrongCaption = rule('r', {
  // mistake: reports know no such thing
  output: report('out.png', { captoin: 'a plot' }),
  shell: 'x',
});

export const inReference = rule('r', {
  output: 'out/{sample}.txt',
  // mistake: the referenced output has a wildcard that this rule has not
  input: { image: stitch.output.image },
  shell: 'x',
});

export const inPartial = rule('r', {
  output: 'out/{sample}.txt',
  // mistake: expand leaves a wildcard that this rule has not
  input: expand('{sampel}/{z}.txt', { z: [1, 2] }, { partial: true }),
  shell: 'x',
});

export const inParams = rule('r', {
  output: 'out/{sample}.txt',
  params: {
    // mistake: a misspelt wildcard in a function of params
    label: ({ sampel }) => sampel,
  },
  shell: 'x',
});

export const inConstraints = rule('r', {
  output: 'out/{sample}.txt',
  // mistake: a constraint of a wildcard that is not there
  constraints: { sampel: '[a-z]+' },
  shell: 'x',
});

// mistake: an output that the rule has not
export const noOutput = rule('r', { input: stitch.output.imge });

export const single = rule('single', { output: 'a.txt', shell: 'x' });
// mistake: the only output has no names
export const noName = rule('r', { input: single.output.text });

export const twoParts = rule('r', {
  output: 'out.txt',
  shell: 'x',
  // mistake: a second run part
  exec: ['x'],
});

export const twoOtherParts = rule('r', {
  output: 'out.txt',
  exec: ['x'],
  // mistake: a second run part
  script: 'x.ts',
});

export const misspeltKey = rule('r', {
  output: 'out.txt',
  // mistake: no such key
  shel: 'x',
});

export const wrongResource = rule('r', {
  output: 'out.txt',
  // mistake: a resource that is no amount
  resources: { mem: true },
  shell: 'x',
});

export const wrongGpus = rule('r', {
  output: 'out.txt',
  // mistake: a count that is text
  resources: { gpus: '1' },
  shell: 'x',
});

export const wrongThreads = rule('r', {
  output: 'out.txt',
  // mistake: threads that are text
  threads: '4',
  shell: 'x',
});

export const wrongExpect = rule('r', {
  output: '{cycle}.txt',
  // mistake: the wildcard is called `cycle`
  expect: ({ cycel }) => `${cycel} min`,
  shell: 'x',
});

export const functionInVariant = rule('r', {
  output: '{cycle}.txt',
  // mistake: a variant has no functions
  resources: { oneOf: [{ gpus: () => 1 }] },
  shell: 'x',
});

export const attemptInParams = rule('r', {
  output: 'out.txt',
  params: {
    // mistake: params never see the attempt
    attempt: (_, { attempt }) => attempt,
  },
  shell: 'x',
});

// mistake: expand is given a name that the pattern has not
export const unusedValue = expand('a/{x}.txt', { x: [1], y: [2] });
// mistake: expand is not given a value for every wildcard
export const missingValue = expand('a/{x}_{y}.txt', { x: [1] });
// mistake: expand of a reference, with a misspelt name
export const misspeltValue = expand(stitch.output.image, { cycle: [1], cycel: [1] });
// mistake: a glob is one pattern
export const twoGlobs = glob(['a/*', 'b/*']);

export const wrongConfigKey = workflow({
  config: z.object({ cycles: z.array(z.number()) }),
  // mistake: a config key that the schema has not
  rules: (config) => rule('r', { input: config.cycels.map(String) }),
});

export const wrongDefaultKey = workflow({
  config: { folder: 'raw' },
  // mistake: a config key that the defaults have not
  rules: (config) => rule('r', { input: config.foldre }),
});

export const notARule = workflow({
  // mistake: something else than rules
  rules: ['stitch'],
});

export function step(job: ScriptJob<{ input: { image: string }; wildcards: 'cycle' }>): unknown {
  // mistake: a file group that the script did not ask for
  const image = job.input.imge;
  // mistake: a wildcard that the script did not ask for
  return [image, job.wildcards.cycel];
}

// mistake: a wildcard that the pattern has not
export const { wel } = discover('raw/{well}.tif');

export const inMultiext = rule('r', {
  output: multiext('out/{sample}', '.vcf', '.idx'),
  // mistake: a misspelt wildcard in paths with several endings
  input: multiext('in/{sampel}', '.fq', '.idx'),
  shell: 'x',
});

export const calls = rule('r', { output: multiext('out/{s}', { vcf: '.vcf' }), shell: 'x' });
// mistake: an ending that has another name
export const noEnding = rule('r', { input: expand(calls.output.vfc, { s: 1 }) });

export const listExpanded = rule('r', {
  // mistake: a wildcard of one of several patterns has no value
  input: expand(['{a}.txt', '{b}.txt'], { a: 1 }),
});

// mistake: a key that lookup has not
lookup({ table: 'samples.csv', were: { sample: 'A' } });

// mistake: several fields are a list
export const several: string = lookup({ table: 'samples.csv', column: ['a', 'b'] });

const space = grid({ alpha: [1, 2], beta: ['x'] });
export const inGrid = rule('r', {
  output: `out/${space.pattern}.txt`,
  // mistake: a misspelt parameter of a grid
  input: ({ alhpa }) => `in/${alhpa}`,
  shell: 'x',
});

export const notInOutput = rule('r', {
  output: 'out/{alpha}.txt',
  // mistake: a parameter of the grid is no wildcard of the outputs
  params: { point: space.params },
  shell: 'x',
});

export const orders = workflow({
  rules: [],
  // mistake: a misspelt key of an order
  order: { rules: ['a', 'b'], fallbak: true },
});
