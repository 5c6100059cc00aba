import { expect, test } from 'vitest';
import { wrong } from './workflow-rig.ts';

const js = async (text: string): Promise<string> => await wrong({ 'flow.js': text });

test('a path is pointed at where it stands in the call', async () => {
  expect(
    await js(`
const other = 'in/{sampel}.txt';
return [
  rule('a', {
    // in/{sampel}.txt
    params: { note: 'in/{sampel}.txt is not what is meant' },
    input: { text: 'in/{sampel}.txt' },
    output: 'out/{sample}.txt',
    shell: \`echo start
      cat {inptu} > {output}\`,
  }),
  rule('b', { output: ['b/{s}', 'c/{'], input: [other, "d/{t}"], shell: 'x' }),
];`),
  ).toMatchInlineSnapshot(`
    "
    unknown-wildcard: an input of rule \`a\` has the wildcard \`sampel\`, which its outputs have not
      flow.js:7:24 «{sampel}» no value for this
      hint: did you mean \`{sample}\`?
    unknown-wildcard: a param of rule \`a\` has the wildcard \`sampel\`, which its outputs have not
      flow.js:6:22 «in/{sampel}.txt is not what is meant» no value for this
      hint: did you mean \`{sample}\`?
    unknown-placeholder: \`{inptu}\` is no placeholder, in the command of rule \`a\`
      flow.js:9:13 «echo start» here
      line: cat {inptu} > {output}
      hint: did you mean \`{input}\`? For the text itself write \`{{inptu}}\`
    pattern-braces: a \`{\` is never closed
      flow.js:12:36 «{» output of rule \`b\`
      pattern: c/{
      hint: close the wildcard, as in \`{sample}\`; for a brace itself write \`{{\`
    "
  `);
});

test('a computed path is pointed at by its key, and expand by its pattern', async () => {
  expect(
    await js(`
const folder = 'in';
return [
  rule('a', { input: { x: 'ok/{s}', y: folder + '/{t}' }, output: 'a/{s}', shell: 'x' }),
  rule('b', { input: [...expand('{x}/{t}', { x: [1, 2] }, { partial: true })], output: 'b/{s}', shell: 'x' }),
  rule('c', { input: { all: expand('{x}/{u}', { x: [1, 2] }, { partial: true }) }, output: 'c/{s}', shell: 'x' }),
];`),
  ).toMatchInlineSnapshot(`
    "
    unknown-wildcard: an input of rule \`a\` has the wildcard \`t\`, which its outputs have not
      flow.js:4:37 «y» no value for this
      hint: the wildcards are \`s\`
    unknown-wildcard: an input of rule \`b\` has the wildcard \`t\`, which its outputs have not
      flow.js:5:15 «input:» no value for this
      hint: the wildcards are \`s\`
    member-name: an input cannot be called \`all\`: scripts need that name, in rule \`c\`
      flow.js:6:37 «{x}/{u}» here
      hint: call it \`all_\`, or anything else
    unknown-wildcard: an input of rule \`c\` has the wildcard \`u\`, which its outputs have not
      flow.js:6:37 «{x}/{u}» no value for this
      hint: the wildcards are \`s\`
    "
  `);
});

test('parts of a rule that are of the wrong kind', async () => {
  expect(
    await js(`
return [
  rule('a', {
    output: { one: 3, two: ['x', null] },
    input: { x: undefined, y: { z: 'deep' }, w: [1] },
    shell: ['x'],
    threads: true,
    retries: 'many',
    resources: '4 GB',
    priority: null,
    default: 'yes',
    constraints: { s: /x/ },
    log: { a: 'b' },
    params: 3,
    preamble: 1,
  }),
  rule('b'),
  rule('c', { output: 'c', exec: 'tool' }),
  rule('d', { output: 'd', script: ['d.py'] }),
  rule('e', { output: 'e', shell: 'x', exec: ['y'] }),
  rule('f', { output: 'f', script: 'f.rb' }),
  rule('g', { ouput: 'g', shell: 'x' }),
  rule('h', { output: 'h', exec: ['x', 3] }),
];`),
  ).toMatchInlineSnapshot(`
    "
    wrong-value: \`output.one\` of rule \`a\` is \`3\`
      flow.js:4:15 «one» here
      hint: write a path, a list, or paths under names; flags such as \`temp(…)\` stand around one
    wrong-value: \`output.two.1\` of rule \`a\` is nothing
      flow.js:4:34 «null» here
      hint: write a path, a list, or paths under names; flags such as \`temp(…)\` stand around one
    wrong-value: \`input.x\` of rule \`a\` is nothing
      flow.js:5:14 «x» here
      hint: write a path, an output such as \`stitch.output.image\`, \`glob(…)\`, or a function
    wrong-value: \`input.y\` of rule \`a\` is a record
      flow.js:5:28 «y» here
      hint: write a path, an output such as \`stitch.output.image\`, \`glob(…)\`, or a function
    wrong-value: \`input.w.0\` of rule \`a\` is \`1\`
      flow.js:5:50 «1» here
      hint: write a path, an output such as \`stitch.output.image\`, \`glob(…)\`, or a function
    wrong-value: \`shell\` of rule \`a\` is a list
      flow.js:6:5 «shell» here
      hint: write a text
    wrong-value: \`threads\` of rule \`a\` is \`true\`
      flow.js:7:5 «threads» here
      hint: write a number, a text with a unit, or a function of the job
    wrong-value: \`retries\` of rule \`a\` is the text \`many\`
      flow.js:8:5 «retries» here
      hint: write a whole number from 0
    wrong-value: \`resources\` of rule \`a\` is the text \`4 GB\`
      flow.js:9:5 «resources» here
      hint: write amounts under names: \`{ gpus: 1, mem: "4 GB" }\`
    wrong-value: \`priority\` of rule \`a\` is nothing
      flow.js:10:5 «priority» here
      hint: write a number, or a function of the job; more is earlier
    wrong-value: \`default\` of rule \`a\` is the text \`yes\`
      flow.js:11:5 «default» here
      hint: write \`true\` or \`false\`
    wrong-value: \`constraints\` of rule \`a\` is a record
      flow.js:12:5 «constraints» here
      hint: write regular expressions as texts: \`{ sample: "[A-Z]+" }\`
    wrong-value: \`log\` of rule \`a\` is a record
      flow.js:13:5 «log» here
      hint: write a path or a list of paths
    wrong-value: \`params\` of rule \`a\` is \`3\`
      flow.js:14:5 «params» here
      hint: write params under names, \`{ min: 3 }\`, or a list of them
    wrong-value: \`preamble\` of rule \`a\` is \`1\`
      flow.js:15:5 «preamble» here
      hint: write a text
    wrong-value: rule \`b\` is nothing
      flow.js:17:3 «rule» here
      hint: write its parts, such as \`output\` and \`shell\`
    wrong-value: \`exec\` of rule \`c\` is the text \`tool\`
      flow.js:18:28 «exec» here
      hint: write a list: the program and its arguments
    wrong-value: \`script\` of rule \`d\` is a list
      flow.js:19:28 «script» here
      hint: write the path of a script, relative to this file
    two-run-parts: rule \`e\` has \`exec\` and \`shell\`, and a rule runs one thing
      flow.js:20:40 «exec» \`exec\`
      flow.js:20:28 «shell» \`shell\`
      hint: keep one; several commands go into one \`shell\` text, a line each
    script-language: the script \`f.rb\` of rule \`f\` is in no language that is known by its ending
      flow.js:21:37 «f.rb» here
      hint: scripts end in \`.ts\`, \`.js\`, \`.py\`, \`.R\` or \`.sh\`; run others with \`shell\` or \`exec\`
    unknown-key: rule \`g\` has a key \`ouput\`, which means nothing there
      flow.js:22:15 «ouput» here
      hint: did you mean \`output\`?
    wrong-value: \`exec.1\` of rule \`h\` is \`3\`
      flow.js:23:40 «3» here
      hint: write a text
    "
  `);
});

test('globs with wildcards that are not there', async () => {
  expect(
    await js(`
return [
  rule('a', { input: glob('raw/{sampel}/*.{tif,tiff}'), output: 'a/{sample}', shell: 'x' }),
  rule('b', { input: { raw: glob(3) } }),
];`),
  ).toMatchInlineSnapshot(`
    "
    unknown-wildcard: a glob of rule \`a\` has the wildcard \`sampel\`, which its outputs have not
      flow.js:3:28 «raw/{sampel}/*.{tif,tiff}» no value for this
      hint: did you mean \`{sample}\`?
    wrong-value: \`input.raw\` of rule \`b\` is \`3\`
      flow.js:4:24 «raw» here
      hint: write one glob, a text
    "
  `);
});
