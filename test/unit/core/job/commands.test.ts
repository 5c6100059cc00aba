import { expect, test } from 'vitest';
import { FlowError } from '../../../../src/core/diagnostic.ts';
import { codeText, envText } from '../../../../src/core/job/code-text.ts';
import { scriptPayload } from '../../../../src/core/job/make-script-payload.ts';
import { renderCommand } from '../../../../src/core/job/render-command.ts';
import { resourceValues } from '../../../../src/core/job/resource-values.ts';
import { at, ruleOf } from '../rule/draft-rig.ts';
import { given, jobFor, REQUEST } from './job-rig.ts';

test('a shell command is rendered for the job and the attempt', async () => {
  const rule = ruleOf({
    input: 'i/{s}',
    output: 'o/{s}',
    log: ['{s}.log'],
    params: { p: 1 },
    shell: 'x {input} {output} {wildcards.s} {params.p} -t {threads} -m {resources.mem} 2> {log}',
  });
  const job = await jobFor(rule, 'o/a b');
  const params = { positional: [], named: { p: 1 } };
  expect(renderCommand(job, given({ params }))).toEqual({
    kind: 'shell',
    text: "x 'i/a b' 'o/a b' 'a b' 1 -t 4 -m 4000 2> 'a b.log'",
  });
});

test('exec is a list of arguments, each as it is', async () => {
  const rule = ruleOf({ output: 'o/{s}', run: exec(['prog', '{output}', 'n={threads} $x']) });
  const job = await jobFor(rule, 'o/a b');
  const argv = ['prog', 'o/a b', 'n=4 $x'];
  expect(renderCommand(job, given())).toEqual({ kind: 'exec', argv });
});

test('a preamble runs before the command, in the same shell', async () => {
  const preamble = 'module load x\n';
  const shell = await jobFor(ruleOf({ output: 'o', shell: 'x', preamble }), 'o');
  expect(renderCommand(shell, given())).toEqual({ kind: 'shell', text: 'module load x\nx' });
  const program = await jobFor(ruleOf({ output: 'o', run: exec(['a b', '$c']), preamble }), 'o');
  expect(renderCommand(program, given())).toEqual({
    kind: 'shell',
    text: "module load x\nexec 'a b' '$c'",
  });
});

test('no program can be given a NUL character', async () => {
  const rule = ruleOf({ output: 'o', params: { p: 'a' }, shell: 'x {params.p}' });
  const job = await jobFor(rule, 'o');
  const params = { positional: [], named: { p: 'a\0b' } };
  expect(() => renderCommand(job, given({ params }))).toThrow(FlowError);
  expect(() => renderCommand(job, given({ params }))).toThrow(
    'the command of rule `r` would hold a NUL character',
  );
});

test('a target rule has no command, and a script is started by its runner', async () => {
  const job = await jobFor(ruleOf({ output: 'o', run: SCRIPT }), 'o');
  expect(renderCommand(job, given())).toBeUndefined();
});

test('a script sees its job as plain JSON', async () => {
  const rule = ruleOf({
    name: 'stitch',
    input: { tiles: ['raw/{cycle}/a', 'raw/{cycle}/b'] },
    output: 'o/{cycle}',
    log: ['{cycle}.log'],
    run: SCRIPT,
  });
  const job = await jobFor(rule, 'o/1');
  const params = { positional: [1], named: { p: null } };
  const payload = scriptPayload(job, { ...given({ params, config: { k: 1 } }), attempt: 2 });
  expect(JSON.parse(JSON.stringify(payload))).toEqual({
    version: 1,
    rule: 'stitch',
    label: 'stitch cycle=1',
    wildcards: { cycle: '1' },
    input: {
      all: ['raw/1/a', 'raw/1/b'],
      groups: [{ name: 'tiles', isList: true, paths: ['raw/1/a', 'raw/1/b'] }],
    },
    output: { all: ['o/1'], groups: [{ isList: false, paths: ['o/1'] }] },
    log: ['1.log'],
    params,
    threads: 4,
    resources: resourceValues(REQUEST),
    config: { k: 1 },
    attempt: 2,
    scriptDirectory: '/w/rules/steps',
  });
});

test('amounts are plain numbers, under our names and those of Snakemake', () => {
  expect(resourceValues(REQUEST)).toEqual({
    mem: 4000,
    mem_mb: 4000,
    mem_mib: 3815,
    time: 91,
    runtime: 91,
    gpus: 0.5,
    gpu: 0.5,
    gpuMem: 1074,
    cpus_per_task: 4,
    partition: 'long',
  });
});

test('the code of a rule is its template, or what its script holds wherever it lies', () => {
  expect(codeText(ruleOf({ output: 'o', shell: '\n  a\n   b\n' }))).toBe('shell\na\n b');
  expect(codeText(ruleOf({ output: 'o', run: exec(['a', '{threads}']) }))).toBe(
    'exec\n["a","{threads}"]',
  );
  expect(codeText(ruleOf({ output: 'o', run: SCRIPT }), 'abc')).toBe('script\ntypescript abc');
  expect(codeText(ruleOf({ input: 'a' }))).toBe('');
  expect(() => codeText(ruleOf({ output: 'o', run: SCRIPT }))).toThrow(
    'the code of a script is known by its digest',
  );
});

test('the environment of a rule is what it asks for', () => {
  expect(envText(ruleOf({ output: 'o', shell: 'x' }))).toBe('');
  expect(envText(ruleOf({ output: 'o', shell: 'x', preamble: 'a' }))).toBe('{"preamble":"a"}');
});

const SCRIPT = {
  kind: 'script',
  path: 'steps/stitch.ts',
  language: 'typescript',
  span: at('x', 6),
} as const;

function exec(items: readonly string[]): NonNullable<Parameters<typeof ruleOf>[0]['run']> {
  return {
    kind: 'exec',
    argv: items.map((text) => ({ text, span: at(text, 6) })),
    span: at('x', 6),
  };
}
