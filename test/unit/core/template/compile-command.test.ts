import { expect, test } from 'vitest';
import { compileArgument, compileCommand } from '../../../../src/core/template/compile-command.ts';
import { rendered, renderedItems, renderRefusal, request, said } from './command-rig.ts';

test.each([
  ['{input}', "'a b.txt' c.txt ./-ref"],
  ['{input[1]}', 'c.txt'],
  ['{input.tiles}', "'a b.txt' c.txt"],
  ['{input.tiles[0]}', "'a b.txt'"],
  ['{input.ref}', './-ref'],
  ['{output}', 'out/x.txt'],
  ['{output[0]}', 'out/x.txt'],
  ['{log}', 'logs/x.log'],
  ['{params[0]}', 'first'],
  ['{params[1]}', '0.5'],
  ['{params.min}', '0.5'],
  ['{params.flags}', "-a '-b c'"],
  ['{params.flags:raw}', '-a -b c'],
  ['{params.flags[1]}', "'-b c'"],
  ['{params.model.k}', '1'],
  ['{wildcards.sample}', String.raw`'it'\''s'`],
  ['{threads}', '4'],
  ['{resources.mem}', '4000'],
  ['{resources.partition}', 'gpu'],
  ['{config.reference}', '1'],
  ['{config.cycles}', '1 2'],
  ['{config.cycles[1]}', '2'],
  ['{config.device.kind}', 'cpu'],
])('%s stands for %s', (text, expected) => {
  expect(rendered(`x ${text} y`)).toBe(`x ${expected} y`);
});

test.each([
  `awk '{print $1}' {output}`,
  `awk '{ print }' {output}`,
  'awk {print} {output}',
  `awk '{next}'`,
  'echo ${HOME} ${input} $HOME/{output}',
  `echo '{"a":{"b":[1,{"c":2}]}}'`,
  'echo {a,b} {1..3} {output,input}',
  'f() { echo; }',
  'f() { input; }',
  'f() {\n  log\n}',
  'echo {} {{}} {rule} {x} {jobid} {dog} {a.b} {x[1]}',
  "docker ps --format '{{.Names}}' '{{json .}}'",
  'sed -n /{/,/}/p',
  'find . -exec echo {} \\;',
  '# about {input} and {inptu}',
  String.raw`echo \{input}`,
  'echo }{ }} {{',
])('%s keeps its braces', (text) => {
  expect(rendered(text)).toBe(text.replaceAll('{output}', 'out/x.txt'));
});

test('doubled braces are the text itself, and of three the inner ones are a placeholder', () => {
  expect(rendered('{{input}} {{{threads}}} {{{{threads}}}} {{inptu}} {{sample}}')).toBe(
    '{input} {4} {{threads}} {inptu} {sample}',
  );
});

test('braces that are doubled on one side only belong to something else', () => {
  expect(rendered(`echo '{"n":{"t":{threads}}}' {{threads} x}`)).toBe(`echo '{"n":{"t":4}}' {4 x}`);
});

test('an escaped dollar, or a second one, is no expansion', () => {
  expect(rendered('$${threads} "\\${threads}" $$${threads}')).toBe('$$4 "\\$4" $$${threads}');
});

test('a variable keeps its name when a value follows it', () => {
  expect(rendered('$x{threads} "$x{threads}" \\$x{threads} \'$x{threads}\'')).toBe(
    '${x}4 "${x}4" \\$x4 \'$x4\'',
  );
});

test('a number before a redirection is an argument', () => {
  expect(rendered('echo {threads}>x {threads}<y {threads} >z')).toBe("echo '4'>x '4'<y 4 >z");
});

test('nothing is expanded twice', () => {
  const values = { wildcards: { sample: '{threads}', lane: '{{input}}' } };
  expect(rendered('{wildcards.sample} {wildcards.lane}', values)).toBe("'{threads}' '{{input}}'");
});

test('a list without items leaves no trace, an empty text an empty argument', () => {
  const files = { all: [], groups: [] };
  expect(rendered('x {input} y', { input: files })).toBe('x  y');
  expect(rendered('x {wildcards.lane}', { wildcards: { lane: '' } })).toBe("x ''");
});

test('raw values are taken as they are, wherever they stand', () => {
  expect(rendered('cat <<EOF\n{wildcards.sample:raw}\nEOF')).toBe("cat <<EOF\nit's\nEOF");
  expect(rendered('x {input.ref:raw}')).toBe('x -ref');
});

test('the source is dedented and otherwise to the letter', () => {
  const { source, template } = compileCommand(
    '\n    cat {input}  \\\n\n      > {output}\n  \t\n  ',
    request(),
  );
  expect(source).toBe('cat {input}  \\\n\n  > {output}');
  expect(template?.source).toBe(source);
});

test('the config that is read is listed, each place once', () => {
  const text = `{config.reference} {config.cycles[0]} '{config.reference}' # {config.any}`;
  expect(compileCommand(text, request()).template?.configPaths).toEqual(['reference', 'cycles.0']);
  expect(compileArgument('x={config.device.kind}', request()).template?.configPaths).toEqual([
    'device.kind',
  ]);
});

test('an item of exec is an argument, or one for each value if it is only a placeholder', () => {
  expect(
    renderedItems(['prog', '{input}', '--all={input.tiles}', "{wildcards.sample}'s", '{{input}}']),
  ).toEqual(['prog', 'a b.txt', 'c.txt', './-ref', '--all=a b.txt c.txt', "it's's", '{input}']);
});

test.each([
  [
    'x {params.model}',
    '`{params.model}` is a record, which is no text for a command | name one value in it, or make a text of it in a param',
  ],
  ['x {resources.other}', '`{resources.other}` has no value | there is `mem`, `partition`'],
  ['x {input.tiles[2]}', '`{input.tiles[2]}` has no value | there is `tiles`, `ref`'],
  [
    'x $(( {wildcards.sample} + 1 ))',
    "`{wildcards.sample}` stands in shell arithmetic and is no whole number: `it's` | put it into a variable first: bash evaluates what stands in arithmetic",
  ],
])('%s cannot be rendered', (text, expected) => {
  expect(said(renderRefusal(text))).toBe(expected);
});

test.each([
  'case a in (a) (( {wildcards.sample} )) ;; esac',
  'for ((i = {wildcards.sample}; i < 3; i++)); do x; done',
  'x "$(( (1 + 2) * {wildcards.sample} ))"',
  'x $[a[{wildcards.sample}]]',
  '((x << {wildcards.sample}))',
  'if true; then (( {wildcards.sample} )); fi',
])('%s is arithmetic', (text) => {
  expect(renderRefusal(text).title).toContain('stands in shell arithmetic');
});

test('a message about a value names the job', () => {
  expect(renderRefusal('x {resources.other}')).toEqual({
    code: 'no-placeholder-value',
    kind: 'workflow',
    severity: 'error',
    title: '`{resources.other}` has no value',
    spans: [
      {
        span: { file: 'flow.yaml', line: 7, column: 12, length: 1 },
        label: 'the command of rule `r`',
      },
    ],
    facts: [['wildcards', "sample=it's, lane=1"]],
    hint: 'there is `mem`, `partition`',
  });
});

test('numbers are taken in arithmetic', () => {
  expect(rendered('x $(( {threads} * 2 )) $[{threads}+1]; (( {threads} > 1 ))')).toBe(
    'x $(( 4 * 2 )) $[4+1]; (( 4 > 1 ))',
  );
});
