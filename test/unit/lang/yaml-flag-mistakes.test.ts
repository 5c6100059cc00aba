import { expect, test } from 'vitest';
import { wrong } from './workflow-rig.ts';

const yaml = async (text: string): Promise<string> => await wrong({ 'flow.yaml': text });

test('flags where they cannot be', async () => {
  expect(
    await yaml(`
rules:
  a: { input: { ancient: { orderOnly: x } }, output: a, shell: x }
  b: { input: { ancient: x, other: y }, output: b, shell: x }
  c: { input: { ancient: { x: y } }, output: c, shell: x }
  d: { output: { temporary: d }, shell: x }
  e: { output: { protected: e }, shell: x }
  f: { after: all, output: f, shell: x }
`),
  ).toMatchInlineSnapshot(`
    "
    wrong-value: \`input\` of rule \`a\` is a record
      flow.yaml:3:8 «input» here
      hint: write one flag: a file is either \`ancient\` or \`orderOnly\`
    member-name: an input is called \`ancient\`, which is a flag and no name, in rule \`b\`
      flow.yaml:4:26 «x» here
      hint: put the flag around the path alone, under a name of its own
    wrong-value: \`input\` of rule \`c\` is a record
      flow.yaml:5:8 «input» here
      hint: write a path, \`{ rule: …, output: … }\`, \`{ expand: … }\`, \`{ glob: … }\` or \`{ lookup: … }\`
    member-name: an output is marked \`temporary\`, and flow has no such flag, in rule \`d\`
      flow.yaml:6:29 «d» here
      hint: the flag is \`temp\`; if it is meant as a name, take another
    member-name: an output is marked \`protected\`, and flow has no such flag, in rule \`e\`
      flow.yaml:7:29 «e» here
      hint: the flag is \`protect\`; if it is meant as a name, take another
    wrong-value: \`after\` of rule \`f\` is the text \`all\`
      flow.yaml:8:8 «after» here
      hint: write \`any\`, or leave it out: a job runs after the success of those it needs
    "
  `);
});

test('promises about outputs that cannot be kept', async () => {
  expect(
    await yaml(`
rules:
  a: { output: { ensure: a }, shell: x }
  b: { output: { ensure: b, nonempty: true }, shell: x }
  c: { output: { ensure: c, nonEmpty: yes please, sha256: abc }, shell: x }
  d: { output: { temp: { protect: d } }, shell: x }
  e: { output: [{ touch: { directory: e } }, { optional: { touch: f } }], shell: x }
  g: { output: { ensure: { directory: g }, sha256: "${'0'.repeat(64)}" }, shell: x }
  h: { output: { report: h, caption: [x], colour: red }, shell: x }
  i: { output: { protect: [i, j] }, shell: x }
  k: { output: { protect: k, other: l }, shell: x }
`),
  ).toMatchInlineSnapshot(`
    "
    wrong-value: \`output.ensure\` of rule \`a\` is nothing
      flow.yaml:3:18 «ensure» here
      hint: write what has to hold: \`nonEmpty: true\`, or \`sha256: …\`
    unknown-key: \`ensure\` of an output of rule \`b\` has a key \`nonempty\`, which means nothing there
      flow.yaml:4:29 «nonempty» here
      hint: did you mean \`nonEmpty\`?
    wrong-value: \`output.nonEmpty\` of rule \`c\` is the text \`yes please\`
      flow.yaml:5:29 «nonEmpty» here
      hint: write \`true\` or \`false\`
    wrong-value: \`output.sha256\` of rule \`c\` is the text \`abc\`
      flow.yaml:5:51 «sha256» here
      hint: write a text of 64 hex digits, as \`sha256sum\` prints them
    flag-conflict: output \`d\` of rule \`d\` is both \`temp\` and \`protect\`
      flow.yaml:6:35 «d» here
      hint: keep one of them: a temporary file is removed, and a protected one is kept
    flag-conflict: output \`e\` of rule \`e\` is both \`touch\` and \`directory\`
      flow.yaml:7:39 «e» here
      hint: keep one of them: what flow makes itself is a file
    flag-conflict: output \`f\` of rule \`e\` is both \`touch\` and \`optional\`
      flow.yaml:7:67 «f» here
      hint: keep one of them: what flow makes itself is always there
    flag-conflict: output \`g\` of rule \`g\` is both \`directory\` and \`ensure\`
      flow.yaml:8:39 «g» here
      hint: keep one of them: a folder has no sha256 of its own; \`nonEmpty\` can be ensured
    wrong-value: \`output.caption\` of rule \`h\` is a list
      flow.yaml:9:29 «caption» here
      hint: write a text
    unknown-key: \`report\` of an output of rule \`h\` has a key \`colour\`, which means nothing there
      flow.yaml:9:43 «colour» here
      hint: the keys are \`caption\`, \`category\`
    wrong-value: \`protect\` of rule \`i\` is a list
      flow.yaml:10:18 «protect» here
      hint: write one path
    member-name: an output is called \`protect\`, which is a flag and no name, in rule \`k\`
      flow.yaml:11:27 «k» here
      hint: put the flag around the path alone, under a name of its own
    "
  `);
});
