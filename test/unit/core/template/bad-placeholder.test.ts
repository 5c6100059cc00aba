import { expect, test } from 'vitest';
import { refusals, said } from './command-rig.ts';

const IN = ', in the command of rule `r`';

test.each([
  ['{inptu}', 'is no placeholder', 'did you mean `{input}`? For the text itself write `{{inptu}}`'],
  [
    '{Output.x}',
    'is no placeholder',
    'did you mean `{output.x}`? For the text itself write `{{Output.x}}`',
  ],
  ['{logs}', 'is no placeholder', 'did you mean `{log}`? For the text itself write `{{logs}}`'],
  [
    '{wildcard.sample}',
    'is no placeholder',
    'did you mean `{wildcards.sample}`? For the text itself write `{{wildcard.sample}}`',
  ],
  [
    '{sample}',
    'is no placeholder',
    'did you mean `{wildcards.sample}`? For the text itself write `{{sample}}`',
  ],
  [
    '{ input.tiles }',
    'is no placeholder',
    'did you mean `{input.tiles}`? For the text itself write `{{ input.tiles }}`',
  ],
  [
    '{input["tiles"]}',
    'is no placeholder',
    'did you mean `{input.tiles}`? For the text itself write `{{input["tiles"]}}`',
  ],
  ['{input.tile}', 'names nothing that the rule has', 'did you mean `{input.tiles}`?'],
  ['{input.x}', 'names nothing that the rule has', 'there is `{input.tiles}`, `{input.ref}`'],
  ['{output.x}', 'names nothing that the rule has', '`output` has no names'],
  ['{wildcards.sampel}', 'names nothing that the rule has', 'did you mean `{wildcards.sample}`?'],
  ['{params.mim}', 'names nothing that the rule has', 'did you mean `{params.min}`?'],
  [
    '{config.refrence}',
    'names nothing that is in the config',
    'did you mean `{config.reference}`?',
  ],
  [
    '{config.device.knd}',
    'names nothing that is in the config',
    'did you mean `{config.device.kind}`?',
  ],
  ['{resources.memm}', 'names nothing that the rule has', 'did you mean `{resources.mem}`?'],
  [
    '{resources.partitoin}',
    'names nothing that the rule has',
    'did you mean `{resources.partition}`?',
  ],
  [
    '{config.none}',
    'is null, which is no text for a command',
    'name one value in it, or make a text of it in a param',
  ],
  [
    '{config.device}',
    'is a record, which is no text for a command',
    'name one value in it, or make a text of it in a param',
  ],
  ['{input[3]}', 'is beyond the end', '`input` has 3 items, counted from 0'],
  ['{output[1]}', 'is beyond the end', '`output` has one item, counted from 0'],
  ['{params[4]}', 'is beyond the end', '`params` has 4 items, counted from 0'],
  ['{wildcards}', 'does not say which', 'name one, as in `{wildcards.sample}`'],
  ['{config}', 'does not say which', 'name one, as in `{config.key}`'],
  ['{resources}', 'does not say which', 'name one, as in `{resources.mem}`'],
  ['{threads.x}', 'asks for a part of something that has none', 'write `{threads}`'],
  ['{log.x}', 'asks for a part of something that has none', 'write `{log}`'],
  [
    '{wildcards.sample.x}',
    'asks for a part of something that has none',
    'write `{wildcards.sample}`',
  ],
  ['{input.tiles.x}', 'asks for a part of something that has none', 'write `{input.tiles}`'],
])('%s %s', (text, title, hint) => {
  expect(refusals(`x ${text} y`).map(said)).toEqual([`\`${text}\` ${title}${IN} | ${hint}`]);
});

test.each([
  ['{input:q}', 'write `{input}`: every value is quoted'],
  ['{input:u}', 'write `{input:raw}` for values without quotes'],
  ['{threads:03d}', 'write `{threads}`, or `{threads:raw}` for values without quotes'],
])('%s has a modifier that is not ours', (text, hint) => {
  const modifier = text.slice(text.indexOf(':'), -1);
  expect(refusals(`x ${text}`).map(said)).toEqual([
    `\`${modifier}\` is nothing that \`${text}\` can have${IN} | ${hint}`,
  ]);
});

test.each([
  [
    'cat <<EOF\n{input}\nEOF',
    'stands in a here-document, where it cannot be quoted',
    'pass it in an argument or a variable, or write `{input:raw}` if no value can do harm',
  ],
  [
    'x `ls {input}`',
    'stands between backticks, where it cannot be quoted',
    'use `$(…)`, or write `{input:raw}` if no value can do harm',
  ],
  [
    'x "${y:-{input}}"',
    'stands within `${…}`, where it cannot be quoted',
    'put it into a variable first, or write `{input:raw}` if no value can do harm',
  ],
])('%s cannot be quoted there', (text, title, hint) => {
  expect(refusals(text).map(said)).toEqual([`\`{input}\` ${title}${IN} | ${hint}`]);
});

test('what the rule has not declared cannot be named', () => {
  const none = { names: [], isOpen: false, count: 0 };
  const names = { input: none, output: none, logCount: 0, params: [] };
  expect(refusals('{input} {output} {log} {params}', names).map(said)).toEqual([
    `\`{output}\` stands for nothing${IN} | give the rule an output, or take the placeholder out`,
    `\`{log}\` stands for nothing${IN} | give the rule a log, or take the placeholder out`,
    `\`{params}\` stands for nothing${IN} | give the rule params, or take the placeholder out`,
  ]);
});

test('what only a function knows is taken on trust', () => {
  const input = { names: [], isOpen: true, count: undefined };
  expect(
    refusals('{input[9]} {input.any} {config.any} {wildcards.any}', {
      input,
      config: undefined,
      wildcards: undefined,
    }),
  ).toEqual([]);
});

test('all that is wrong is said, each where it stands', () => {
  expect(refusals('sort {inptu} > {output} {{{lgo}}}')).toEqual([
    {
      code: 'unknown-placeholder',
      kind: 'workflow',
      severity: 'error',
      title: '`{inptu}` is no placeholder, in the command of rule `r`',
      spans: [{ span: { file: 'flow.yaml', line: 7, column: 17, length: 7 }, label: 'here' }],
      facts: [['line', 'sort {inptu} > {output} {{{lgo}}}']],
      hint: 'did you mean `{input}`? For the text itself write `{{inptu}}`',
    },
    {
      code: 'unknown-placeholder',
      kind: 'workflow',
      severity: 'error',
      title: '`{lgo}` is no placeholder, in the command of rule `r`',
      spans: [{ span: { file: 'flow.yaml', line: 7, column: 38, length: 5 }, label: 'here' }],
      facts: [['line', 'sort {inptu} > {output} {{{lgo}}}']],
      hint: 'did you mean `{log}`? For the text itself write `{{lgo}}`',
    },
  ]);
});

test('in a command of many lines the line is shown', () => {
  expect(refusals('a\n  b {inptu}\nc')).toMatchObject([
    { spans: [{ span: { line: 7, column: 12 } }], facts: [['line', 'b {inptu}']] },
  ]);
});
