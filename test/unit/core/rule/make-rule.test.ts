import { expect, test } from 'vitest';
import { makeRule } from '../../../../src/core/rule/make-rule.ts';
import { pathOf } from '../pattern/pattern-rig.ts';
import { at, draftOf, made, ruleOf, said } from './draft-rig.ts';

test('a draft becomes a rule, everything compiled', () => {
  const rule = ruleOf({
    input: { reads: 'raw/{sample}.fq', refs: ['ref.fa', './idx//{lane}'] },
    output: { bam: 'out/{sample}/{lane,[0-9]+}.bam', bai: 'out/{sample}/{lane}.bai' },
    log: ['logs/{lane}/{sample}.log'],
    params: { min: 3, flag: '--{sample}' },
    shell: '\n    align {input.reads} {params.flag} > {output.bam}\n',
    retries: 2,
    preamble: 'module load bwa',
  });
  expect(rule.wildcardNames).toEqual(['sample', 'lane']);
  expect(rule.output.map(({ name, isList }) => [name, isList])).toEqual([
    ['bam', false],
    ['bai', false],
  ]);
  expect(rule.output[0]?.items[0]?.pattern.match('out/A/12.bam')).toEqual(['A', '12']);
  const [reads, refs] = rule.input;
  expect(reads).toMatchObject({ kind: 'patterns', name: 'reads', isList: false });
  expect(refs).toMatchObject({ kind: 'patterns', name: 'refs', isList: true });
  const paths =
    refs?.kind === 'patterns' ? refs.items.map(({ pattern }) => pathOf(pattern, '7')) : [];
  expect(paths).toEqual(['ref.fa', 'idx/7']);
  expect(rule.run?.kind === 'shell' ? rule.run.template.source : '').toBe(
    'align {input.reads} {params.flag} > {output.bam}',
  );
  expect(rule.log.map(({ span }) => span)).toEqual([at('logs/{lane}/{sample}.log', 3)]);
  expect([rule.retries, rule.preamble, rule.folder]).toEqual([2, 'module load bwa', '/w/rules']);
});

test('a script is found from the folder of the rule', () => {
  const span = at('x');
  const run = {
    kind: 'script',
    path: '../steps/./stitch.ts',
    language: 'typescript',
    span,
  } as const;
  expect(ruleOf({ output: 'x', run }).run).toEqual({ ...run, path: '/w/steps/stitch.ts' });
  const absolute = { ...run, path: '/opt//s.py', language: 'python' } as const;
  expect(ruleOf({ output: 'x', run: absolute }).run).toEqual({ ...absolute, path: '/opt/s.py' });
});

test('an inline constraint wins over the rule, the rule over the workflow', () => {
  const rule = ruleOf({
    output: '{a,[0-9]}{b}{c}{d}',
    constraints: { a: '[A-Z]', b: '[a-z]' },
    workflowConstraints: { a: 'q', b: 'q', c: '[!?]', other: 'q' },
    shell: 'x',
  });
  const pattern = rule.output[0]?.items[0]?.pattern;
  expect(pattern?.match('1x!?')).toEqual(['1', 'x', '!', '?']);
  expect(pattern?.match('1xq?')).toBeUndefined();
});

test('an input may repeat a constraint of the outputs, and has none of its own', () => {
  const input = ['{a,[0-9]+}{b,[a-z]}{c,x|y}', '{a,[0-9]*}'];
  const draft = { output: '{a,[0-9]+}/{b}/{c}', constraints: { b: '[a-z]' }, shell: 'x' };
  const { diagnostics } = made({ ...draft, workflowConstraints: { c: 'x|y' }, input });
  expect(diagnostics).toEqual([
    {
      code: 'input-constraint',
      kind: 'workflow',
      severity: 'error',
      title: 'an input of rule `r` constrains `a`, which is matched by the outputs',
      spans: [
        {
          span: { file: '/w/flow.yaml', line: 4, column: 10, length: 10 },
          label: 'would change nothing',
        },
      ],
      facts: [],
      hint: 'write `{a}` here, and `{a,[0-9]*}` in the output',
    },
  ]);
});

test('a reference to an output brings its constraints with it', () => {
  const span = at('in/{a,[0-9]+}', 4);
  const item = { text: 'in/{a,[0-9]+}', span, edge: 'data', producer: 'other' } as const;
  const group = { kind: 'patterns', name: undefined, isList: false, items: [item] } as const;
  const draft = { ...draftOf({ output: 'out/{a}', shell: 'x' }), input: [group] };
  expect(makeRule(draft, { config: {} }).diagnostics).toEqual([]);
});

test('a rule without outputs and command asks for its inputs', () => {
  const rule = ruleOf({ input: ['a', 'b'] });
  expect([rule.run, rule.wildcardNames]).toEqual([undefined, []]);
});

test('a rule may write above the working directory, if it says so', () => {
  expect(ruleOf({ output: '../shared/{x}.txt', shell: 'x' }).wildcardNames).toEqual(['x']);
});

test('every output and log has the same wildcards', () => {
  expect(
    said(
      made({
        output: ['{sample}/{lane}.a', '{lane}/{sample}.b', '{sampel}/{lane}.c', 'd'],
        log: ['{sample}.log'],
        shell: 'x',
      }),
    ),
  ).toEqual([
    '2: an output of rule `r` has other wildcards than its first output | did you mean `{sample}`?',
    '2: an output of rule `r` has other wildcards than its first output | every output and log of a rule has the same wildcards, or one job would write it for several',
    '3: a log of rule `r` has other wildcards than its first output | every output and log of a rule has the same wildcards, or one job would write it for several',
  ]);
});

test('an input has no wildcard that the outputs have not', () => {
  expect(
    said(made({ output: 'out/{sample}/{lane}', input: ['{sampel}.a', '{x}/{y}'], shell: 'x' })),
  ).toEqual([
    '4: an input of rule `r` has the wildcard `sampel`, which its outputs have not | did you mean `{sample}`?',
    '4: an input of rule `r` has the wildcard `x`, which its outputs have not | the wildcards are `sample`, `lane`',
    '4: an input of rule `r` has the wildcard `y`, which its outputs have not | the wildcards are `sample`, `lane`',
  ]);
});

test('the message points at the wildcard', () => {
  const { diagnostics } = made({ output: 'out/{sample}', input: 'in/{sampel}.a', shell: 'x' });
  expect(diagnostics).toEqual([
    {
      code: 'unknown-wildcard',
      kind: 'workflow',
      severity: 'error',
      title: 'an input of rule `r` has the wildcard `sampel`, which its outputs have not',
      spans: [
        {
          span: { file: '/w/flow.yaml', line: 4, column: 13, length: 8 },
          label: 'no value for this',
        },
      ],
      facts: [],
      hint: 'did you mean `{sample}`?',
    },
  ]);
});

test('a rule without outputs has no wildcards', () => {
  expect(said(made({ input: 'a/{x}', log: ['{y}.log'], params: ['{z}'], shell: 'x' }))).toEqual([
    `3: a log of rule \`r\` has the wildcard \`y\`, but the rule has no outputs | ${targetHint('y')}`,
    `4: an input of rule \`r\` has the wildcard \`x\`, but the rule has no outputs | ${targetHint('x')}`,
    `5: a param of rule \`r\` has the wildcard \`z\`, but the rule has no outputs | ${targetHint('z')}`,
  ]);
});

test('no two outputs or logs are the same file', () => {
  expect(
    said(made({ output: ['a/{x}', './a//{x,[0-9]}', 'b{x}'], log: ['b{x}'], shell: 'x' })),
  ).toEqual([
    '2: rule `r` writes `./a//{x,[0-9]}` twice | give each output and log of a rule a path of its own',
    '3: rule `r` writes `b{x}` twice | give each output and log of a rule a path of its own',
  ]);
});

test.each([
  ['', 'the path `` is empty', 'write a path, relative to the working directory'],
  [
    './',
    'the path `./` is the working directory or one above it',
    'name a file or a folder below it',
  ],
  [
    '../..',
    'the path `../..` is the working directory or one above it',
    'name a file or a folder below it',
  ],
  [
    '{x}/../a',
    'the path `{x}/../a` has `..` behind a wildcard',
    'write the path without `..`; a value may hold a slash',
  ],
])('%j is no output', (output, title, hint) => {
  expect(said(made({ output, shell: 'x' }))).toEqual([`2: ${title} | ${hint}`]);
});

test('a tilde is a warning only', () => {
  const { rule, diagnostics } = made({ output: '~/a', shell: 'x' });
  expect(rule?.name).toBe('r');
  expect(diagnostics).toMatchObject([{ code: 'tilde-path', severity: 'warning' }]);
});

function targetHint(name: string): string {
  return `values come from output paths: list the files, as with \`expand(…, { ${name}: […] })\``;
}
