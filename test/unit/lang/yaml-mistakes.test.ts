import { expect, test } from 'vitest';
import { wrong } from './workflow-rig.ts';

const yaml = async (text: string): Promise<string> => await wrong({ 'flow.yaml': text });

test('values of the wrong kind', async () => {
  expect(
    await yaml(`
rules:
  a:
    output: [x, 3]
    input: { one: { two: { three: x } } }
    shell: {input}
    threads: [4]
    retries: many
    resources: 4 GB
    priority: high
    default: maybe
    constraints: [x]
    log: { a: b }
    params: 3
    preamble: [x]
  b:
  c: text
  d: { output: d, exec: tool }
  e: { output: e, script: [e.py] }
  f: { output: f, shell: x, exec: [y] }
  g: { output: g, script: g.rb }
  h: { output: { temp: [h, i] }, shell: x }
`),
  ).toMatchInlineSnapshot(`
    "
    wrong-value: \`output.1\` of rule \`a\` is \`3\`
      flow.yaml:4:17 «3» here
      hint: write a path, a list, or paths under names; flags such as \`{ temp: … }\` stand around one
    wrong-value: \`input.one\` of rule \`a\` is a record
      flow.yaml:5:14 «one» here
      hint: write a path, \`{ rule: …, output: … }\`, \`{ expand: … }\`, \`{ glob: … }\` or \`{ lookup: … }\`
    wrong-value: \`shell\` of rule \`a\` is a record
      flow.yaml:6:5 «shell» here
      hint: write a text, in quotes if it starts with \`{\`
    wrong-value: \`threads\` of rule \`a\` is a list
      flow.yaml:7:5 «threads» here
      hint: write a number, or a text with a unit
    wrong-value: \`retries\` of rule \`a\` is the text \`many\`
      flow.yaml:8:5 «retries» here
      hint: write a whole number from 0
    wrong-value: \`resources\` of rule \`a\` is the text \`4 GB\`
      flow.yaml:9:5 «resources» here
      hint: write amounts under names: \`{ gpus: 1, mem: "4 GB" }\`
    wrong-value: \`priority\` of rule \`a\` is the text \`high\`
      flow.yaml:10:5 «priority» here
      hint: write a number; more is earlier
    wrong-value: \`default\` of rule \`a\` is the text \`maybe\`
      flow.yaml:11:5 «default» here
      hint: write \`true\` or \`false\`
    wrong-value: \`constraints\` of rule \`a\` is a list
      flow.yaml:12:5 «constraints» here
      hint: write regular expressions as texts: \`{ sample: "[A-Z]+" }\`
    wrong-value: \`log\` of rule \`a\` is a record
      flow.yaml:13:5 «log» here
      hint: write a path or a list of paths
    wrong-value: \`params\` of rule \`a\` is \`3\`
      flow.yaml:14:5 «params» here
      hint: write params under names, \`{ min: 3 }\`, or a list of them
    wrong-value: \`preamble\` of rule \`a\` is a list
      flow.yaml:15:5 «preamble» here
      hint: write a text
    wrong-value: rule \`b\` is nothing
      flow.yaml:16:3 «b» here
      hint: write its parts, such as \`output\` and \`shell\`
    wrong-value: rule \`c\` is the text \`text\`
      flow.yaml:17:3 «c» here
      hint: write its parts, such as \`output\` and \`shell\`
    wrong-value: \`exec\` of rule \`d\` is the text \`tool\`
      flow.yaml:18:19 «exec» here
      hint: write a list: the program and its arguments
    wrong-value: \`script\` of rule \`e\` is a list
      flow.yaml:19:19 «script» here
      hint: write the path of a script, relative to this file
    two-run-parts: rule \`f\` has \`exec\` and \`shell\`, and a rule runs one thing
      flow.yaml:20:29 «exec» \`exec\`
      flow.yaml:20:19 «shell» \`shell\`
      hint: keep one; several commands go into one \`shell\` text, a line each
    script-language: the script \`g.rb\` of rule \`g\` is in no language that is known by its ending
      flow.yaml:21:27 «g.rb» here
      hint: scripts end in \`.ts\`, \`.js\`, \`.py\`, \`.R\` or \`.sh\`; run others with \`shell\` or \`exec\`
    wrong-value: \`temp\` of rule \`h\` is a list
      flow.yaml:22:18 «temp» here
      hint: write one path
    "
  `);
});

test('parts of the workflow of the wrong kind', async () => {
  expect(
    await yaml(`
config: [1]
include: { a: b }
constraints: { s: 1 }
preamble: [x]
rules: { r: { output: x, shell: y } }
`),
  ).toMatchInlineSnapshot(`
    "
    wrong-value: \`include\` of the workflow is a record
      flow.yaml:3:1 «include» here
      hint: write the path of a workflow file, or a list of them
    wrong-value: \`config\` of the workflow is a list
      flow.yaml:2:1 «config» here
      hint: write defaults under names: \`{ cycles: [1, 2] }\`
    wrong-value: \`constraints\` of the workflow is a record
      flow.yaml:4:1 «constraints» here
      hint: write regular expressions as texts: \`{ cycle: "[0-9]+" }\`
    wrong-value: \`preamble\` of the workflow is a list
      flow.yaml:5:1 «preamble» here
      hint: write a text of shell commands
    "
  `);
});

test('references, expand and glob that do not hold', async () => {
  expect(
    await yaml(`
rules:
  stitch: { output: { image: "s/{c}", table: "t/{c}" }, shell: x }
  a: { input: { rule: stich }, output: "a/{c}", shell: x }
  b: { input: { rule: stitch, output: imge }, output: "b/{c}", shell: x }
  c: { input: { x: { rule: stitch } }, output: "c/{c}", shell: x }
  d: { input: { expand: "s/{cycle}", cycel: [1] }, output: d, shell: x }
  e: { input: { expand: "s/{x}_{y}", x: [1], y: [1, 2], how: zip }, output: e, shell: x }
  f: { input: { expand: "s/{x}", x: [1], how: zap, partial: 3 }, output: f, shell: x }
  g: { input: { expand: "s/{x}", x: { y: 1 } }, output: g, shell: x }
  h: { input: { expand: [a, b], x: 1 }, output: h, shell: x }
  i: { input: { glob: [a] }, output: i, shell: x }
  j: { input: { glob: "raw/{sampel}*" }, output: "j/{sample}", shell: x }
  k: { input: { expand: "s/{x}" }, output: k, shell: x }
`),
  ).toMatchInlineSnapshot(`
    "
    unknown-producer: rule \`a\` reads an output of rule \`stich\`, and there is no such rule
      flow.yaml:4:23 «stich» read here
      hint: did you mean \`stitch\`?
    no-such-output: rule \`stitch\` has no output \`imge\`
      flow.yaml:5:39 «imge» asked for here
      hint: did you mean \`image\`?
    which-output: rule \`stitch\` has several outputs
      flow.yaml:6:28 «stitch» which of them?
      hint: add \`output: …\`; there is \`image\`, \`table\`
    expand-unused: there are values for \`cycel\`, which is no wildcard here
      flow.yaml:7:26 «s/{cycle}» input of rule \`d\`
      pattern: s/{cycle}
      hint: did you mean \`cycle\`?
    expand-lengths: lists of unequal lengths cannot be zipped: \`x\` has 1, \`y\` has 2
      flow.yaml:8:26 «s/{x}_{y}» input of rule \`e\`
      pattern: s/{x}_{y}
      hint: give as many values for each, or expand to every combination
    wrong-value: \`how\` of rule \`f\` is the text \`zap\`
      flow.yaml:9:47 «zap» here
      hint: write \`product\` or \`zip\`
    wrong-value: \`partial\` of rule \`f\` is \`3\`
      flow.yaml:9:61 «3» here
      hint: write \`false\` or \`true\`
    expand-value: a value for wildcard \`x\` is object
      flow.yaml:10:26 «s/{x}» input of rule \`g\`
      pattern: s/{x}
      hint: give texts, numbers or booleans
    expand-unused: there are values for \`x\`, which is no wildcard here
      flow.yaml:11:25 «[a, b]» input of rule \`h\`
      pattern: a, b
      hint: the pattern has no wildcards
    wrong-value: \`glob\` of rule \`i\` is a list
      flow.yaml:12:17 «glob» here
      hint: write one glob
    unknown-wildcard: a glob of rule \`j\` has the wildcard \`sampel\`, which its outputs have not
      flow.yaml:13:24 «raw/{sampel}*» no value for this
      hint: did you mean \`{sample}\`?
    expand-missing: there are no values for wildcard \`x\`
      flow.yaml:14:28 «{x}» input of rule \`k\`
      pattern: s/{x}
      hint: give values for \`x\`, or expand in part to keep the wildcard
    "
  `);
});

test('what only the compiled rules show has its place too', async () => {
  expect(
    await yaml(`
rules:
  a:
    input: "in/{sampel}.txt"
    output: out/{sample}.txt
    shell: |
      echo start
      cat {inptu} > {output}
  b:
    input: [x, "y/{"]
    output: b
    shell: echo {config.reference} {config.refrence}
config: { reference: 1 }
`),
  ).toMatchInlineSnapshot(`
    "
    unknown-wildcard: an input of rule \`a\` has the wildcard \`sampel\`, which its outputs have not
      flow.yaml:4:16 «{sampel}» no value for this
      hint: did you mean \`{sample}\`?
    unknown-placeholder: \`{inptu}\` is no placeholder, in the command of rule \`a\`
      flow.yaml:7:7 «echo start» here
      line: cat {inptu} > {output}
      hint: did you mean \`{input}\`? For the text itself write \`{{inptu}}\`
    pattern-braces: a \`{\` is never closed
      flow.yaml:10:19 «{» input of rule \`b\`
      pattern: y/{
      hint: close the wildcard, as in \`{sample}\`; for a brace itself write \`{{\`
    unknown-placeholder: \`{config.refrence}\` names nothing that is in the config, in the command of rule \`b\`
      flow.yaml:12:36 «{config.refrence}» here
      line: echo {config.reference} {config.refrence}
      hint: did you mean \`{config.reference}\`?
    "
  `);
});

test('scripts and included files that are not there', async () => {
  expect(
    await yaml(`
include: [gone.yaml, flow.yaml, notes.txt]
rules:
  r: { output: x, script: steps/gone.ts }
`),
  ).toMatchInlineSnapshot(`
    "
    bad-include: the included file \`gone.yaml\` does not exist
      flow.yaml:2:11 «gone.yaml» included here
      hint: its path is relative to the file that includes it
    bad-include: the included file \`flow.yaml\` includes itself, directly or through others
      flow.yaml:2:22 «flow.yaml» included here
      hint: take one of the includes out
    bad-include: the included file \`notes.txt\` is no workflow file
      flow.yaml:2:33 «notes.txt» included here
      hint: workflow files end in \`.ts\`, \`.js\`, \`.mjs\`, \`.yaml\` or \`.yml\`
    missing-script: the script of rule \`r\` does not exist
      flow.yaml:4:27 «steps/gone.ts» named here
      looked for: /w/steps/gone.ts
      hint: its path is relative to the file in which the rule is written
    "
  `);
});

test('mistakes in an included file are shown there', async () => {
  expect(
    await wrong({
      'flow.yaml': 'include: more.yaml\nrules: { r: { output: x, shell: y } }\n',
      'more.yaml': 'rules: { s: { ouput: x } }\n',
    }),
  ).toMatchInlineSnapshot(`
    "
    unknown-key: rule \`s\` has a key \`ouput\`, which means nothing there
      more.yaml:1:15 «ouput» here
      hint: did you mean \`output\`?
    "
  `);
});
