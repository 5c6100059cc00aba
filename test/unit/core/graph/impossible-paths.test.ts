import { expect, test } from 'vitest';
import { problemsOf } from '../../../rigs/graph-rig.ts';

test('keeps wildcards in the working directory', async () => {
  const lines = ['t <- ../x/a.txt', 'copy: {folder}/x/a.txt <- s'];
  expect(await problemsOf(lines, ['t'], { existing: ['s'] })).toMatchInlineSnapshot(`
    "error[output-outside] (workflow): a wildcard would take \`../x/a.txt\` out of the working directory
      2:7 \`{folder}/x/a.txt\` rule \`copy\` makes it with folder=..
      1:6 \`../x/a.txt\` rule \`t\` reads it here
      needed by: \`t\`, for target \`t\`
    hint: write the way out in the pattern itself, as in \`../shared/{sample}.txt\`"
  `);
});

test('keeps the other outputs of a job in the working directory', async () => {
  const lines = ['make: out/{name}.txt {name}/log <- s'];
  const problems = await problemsOf(lines, ['out/...txt'], { existing: ['s'] });
  expect(problems).toMatchInlineSnapshot(`
    "error[output-outside] (workflow): a wildcard would take \`../log\` out of the working directory
      1:22 \`{name}/log\` rule \`make\` makes it with name=..
      needed by: target \`out/...txt\`
    hint: write the way out in the pattern itself, as in \`../shared/{sample}.txt\`"
  `);
});

test('ends a pattern that feeds on itself', async () => {
  const lines = ['t <- a.txt', 'grow: {name}.txt <- {name}.txt.txt'];
  expect(await problemsOf(lines, ['t'], { existing: [] })).toMatchInlineSnapshot(`
    "error[path-too-long] (workflow): no file can have the path \`a.txt.txt.txt.txt.txt.txt.txt…xt.txt.txt.txt.txt.txt.txt.txt\`: it has 257 characters
      2:21 \`{name}.txt.txt\` rule \`grow\` reads it here
      needed by: \`grow name=a.txt.txt.txt.txt.t…xt.txt.txt.txt.txt.txt.txt.txt\`, for \`grow name=a.txt.txt.txt.txt.t…xt.txt.txt.txt.txt.txt.txt.txt\`, for \`grow name=a.txt.txt.txt.txt.t…xt.txt.txt.txt.txt.txt.txt.txt\`, for 58 more, for \`grow name=a.txt\`, for \`grow name=a\`, for \`t\`, for target \`t\`
    hint: a rule that makes its own inputs never ends: constrain a wildcard, as in \`{name,[^.]+}\`, so that its output pattern does not match its inputs"
  `);
});

test('ends patterns that feed on themselves in two ways', async () => {
  const lines = ['grow: {name}.x <- {name}a.x {name}b.x'];
  expect(await problemsOf(lines, ['t.x'], { existing: [] })).toMatchInlineSnapshot(`
    "error[path-too-long] (workflow): no file can have the path \`taaaaaaaaaaaaaaaaaaaaaaaaaaaa…aaaaaaaaaaaaaaaaaaaaaaaaaaaa.x\`: it has 256 characters
      1:19 \`{name}a.x\` rule \`grow\` reads it here
      needed by: \`grow name=taaaaaaaaaaaaaaaaaa…aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\`, for \`grow name=taaaaaaaaaaaaaaaaaa…aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\`, for \`grow name=taaaaaaaaaaaaaaaaaa…aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\`, for 247 more, for \`grow name=taa\`, for \`grow name=ta\`, for \`grow name=t\`, for target \`t.x\`
    hint: a rule that makes its own inputs never ends: constrain a wildcard, as in \`{name,[^.]+}\`, so that its output pattern does not match its inputs

    error[path-too-long] (workflow): no file can have the path \`taaaaaaaaaaaaaaaaaaaaaaaaaaaa…aaaaaaaaaaaaaaaaaaaaaaaaaaab.x\`: it has 256 characters
      1:29 \`{name}b.x\` rule \`grow\` reads it here
      needed by: \`grow name=taaaaaaaaaaaaaaaaaa…aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\`, for \`grow name=taaaaaaaaaaaaaaaaaa…aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\`, for \`grow name=taaaaaaaaaaaaaaaaaa…aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\`, for 247 more, for \`grow name=taa\`, for \`grow name=ta\`, for \`grow name=t\`, for target \`t.x\`
    hint: a rule that makes its own inputs never ends: constrain a wildcard, as in \`{name,[^.]+}\`, so that its output pattern does not match its inputs"
  `);
});

test('refuses an output that would be too long beside one that is not', async () => {
  const name = 'n'.repeat(250);
  const lines = ['make: {n}.x {n}.suffix <-'];
  expect(await problemsOf(lines, [`${name}.x`], { existing: [] })).toMatchInlineSnapshot(`
    "error[path-too-long] (workflow): no file can have the path \`nnnnnnnnnnnnnnnnnnnnnnnnnnnnn…nnnnnnnnnnnnnnnnnnnnnnn.suffix\`: it has 257 characters
      needed by: target \`nnnnnnnnnnnnnnnnnnnnnnnnnnnnn…nnnnnnnnnnnnnnnnnnnnnnnnnnnn.x\`
    hint: a name has at most 255 bytes, a path 4095"
  `);
});

test('ends patterns that grow by folders', async () => {
  const lines = ['grow: {name,.+}/x <- {name}/x/x'];
  const problems = await problemsOf(lines, ['a/x'], { existing: [] });
  expect(problems.split('\n')[0]).toMatchInlineSnapshot(
    `"error[path-too-long] (workflow): no file can have the path \`a/x/x/x/x/x/x/x/x/x/x/x/x/x/x…/x/x/x/x/x/x/x/x/x/x/x/x/x/x/x\`: it has 4097 characters"`,
  );
});
