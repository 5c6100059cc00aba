import { expect, test } from 'vitest';
import { wrong } from './workflow-rig.ts';

test('endings that are none are found where multiext is called', async () => {
  const text = `
    const path = 'a/{s}';
    return [
      rule('a', { output: multiext(path, '.x', '/y'), shell: 'x' }),
    ];`;
  expect(
    await wrong({ 'flow.js': `return workflow({ rules: () => { ${text} } });` }),
  ).toMatchInlineSnapshot(`
    "
    multiext-ending: ending 2 of \`multiext\` is \`/y\`
      flow.js:4:27 «multiext» here
      hint: an ending is a text without \`/\`, such as \`.vcf.idx\`; put folders into the path
    "
  `);
  expect(
    await wrong({
      'flow.yaml': `
rules:
  a: { output: { multiext: "a/{s}", ext: [.x, /y] }, shell: x }
  b: { output: { multiext: "b/{s}", ext: { vcf: "", idx: 3 } }, shell: x }
  c: { output: { multiext: [x], ext: .x }, shell: x }
  d: { input: { multiext: d, ext: .x } }
`,
    }),
  ).toMatchInlineSnapshot(`
    "
    multiext-ending: ending 2 of \`multiext\` is \`/y\`
      flow.yaml:3:37 «ext» here
      hint: an ending is a text without \`/\`, such as \`.vcf.idx\`; put folders into the path
    multiext-ending: ending \`vcf\` of \`multiext\` is empty
      flow.yaml:4:37 «ext» here
      hint: an ending is a text without \`/\`, such as \`.vcf.idx\`; put folders into the path
    multiext-ending: ending \`idx\` of \`multiext\` is a number
      flow.yaml:4:37 «ext» here
      hint: an ending is a text without \`/\`, such as \`.vcf.idx\`; put folders into the path
    wrong-value: \`multiext\` of rule \`c\` is a list
      flow.yaml:5:18 «multiext» here
      hint: write a path
    wrong-value: \`ext\` of rule \`d\` is the text \`.x\`
      flow.yaml:6:30 «ext» here
      hint: write endings: \`[.vcf, .idx]\`, or \`{ calls: .vcf, index: .idx }\`
    "
  `);
});

test('a pattern that finds nothing by its form is refused', async () => {
  const js = "return workflow({ rules: () => rule('a', { input: discover('raw/a.tif') }) });";
  expect(await wrong({ 'flow.js': js })).toMatchInlineSnapshot(`
    "
    no-wildcards: \`raw/a.tif\` has no wildcard whose values could be found
      flow.js:1:51 «discover» looked for here
      pattern: raw/a.tif
      hint: name what varies, as in \`raw/{well}.tif\`
    "
  `);
  expect(
    await wrong({
      'flow.yaml': `
rules:
  a: { input: { expand: "x/{a}", from: { discover: raw/a.tif } } }
  b: { input: { expand: "x/{a}", from: { discover: "raw/{a.tif" } } }
  c: { input: { expand: "x/{a}", from: { discover: "raw/{b}.tif" } } }
  d: { input: { expand: "x/{a}", from: raw } }
  e: { input: { expand: "x/{a}", from: { discover: [raw] } } }
  f: { input: { expand: "x/{a}/{b}", from: { discover: "raw/{a}.tif" } } }
`,
      'raw/1.tif': '',
    }),
  ).toMatchInlineSnapshot(`
    "
    no-wildcards: \`raw/a.tif\` has no wildcard whose values could be found
      flow.yaml:3:52 «raw/a.tif» \`discover\` of rule \`a\`
      pattern: raw/a.tif
      hint: name what varies, as in \`raw/{well}.tif\`
    pattern-braces: a \`{\` is never closed
      flow.yaml:4:57 «{» \`discover\` of rule \`b\`
      pattern: raw/{a.tif
      hint: close the wildcard, as in \`{sample}\`; for a brace itself write \`{{\`
    expand-unused: there are values for \`b\`, which is no wildcard here
      flow.yaml:5:26 «x/{a}» input of rule \`c\`
      pattern: x/{a}
      hint: the wildcards are \`a\`
    wrong-value: \`from\` of rule \`d\` is the text \`raw\`
      flow.yaml:6:34 «from» here
      hint: write \`{ discover: "raw/{well}.tif" }\`, \`{ table: samples.csv }\` or \`{ grid: { a: [1, 2] } }\`
    wrong-value: \`discover\` of rule \`e\` is a list
      flow.yaml:7:42 «discover» here
      hint: write one path with wildcards
    expand-missing: there are no values for wildcard \`b\`
      flow.yaml:8:26 «x/{a}/{b}» input of rule \`f\`
      pattern: x/1/{b}
      hint: give values for \`b\`, or expand in part to keep the wildcard
    "
  `);
});
