import { expect, test } from 'vitest';
import { problemsOf } from '../../../rigs/graph-rig.ts';

test('says what nothing makes, where it is read and for what', async () => {
  const lines = [
    'all: <- registered.tif',
    'registration: registered.tif <- stitched/cyc1.tif',
    'stitch: stitched/cyc{cycle}.tif <- raw/cyc{cycle}',
  ];
  const problems = await problemsOf(lines, [], { targetRules: ['all'], existing: [] });
  expect(problems).toMatchInlineSnapshot(`
    "error[no-rule-for-file] (workflow): nothing makes \`raw/cyc1\`, and no such file exists
      3:36 \`raw/cyc{cycle}\` rule \`stitch\` reads it here
      needed by: \`stitch cycle=1\`, for \`registration\`, for target \`all\`
    hint: add a rule whose output matches it, or put the file in its place"
  `);
});

test('names the target file that the missing file is needed for', async () => {
  const lines = ['b <- a'];
  expect(await problemsOf(lines, ['b'], { existing: [] })).toMatchInlineSnapshot(`
    "error[no-rule-for-file] (workflow): nothing makes \`a\`, and no such file exists
      1:6 \`a\` rule \`b\` reads it here
      needed by: \`b\`, for target \`b\`
    hint: add a rule whose output matches it, or put the file in its place"
  `);
});

test('names the ends of a long chain', async () => {
  const lines = Array.from({ length: 100 }, (_, index) => `f${index + 1} <- f${index}`);
  expect(await problemsOf(lines, ['f100'], { existing: [] })).toMatchInlineSnapshot(`
    "error[no-rule-for-file] (workflow): nothing makes \`f0\`, and no such file exists
      1:7 \`f0\` rule \`f1\` reads it here
      needed by: \`f1\`, for \`f2\`, for \`f3\`, for 94 more, for \`f98\`, for \`f99\`, for \`f100\`, for target \`f100\`
    hint: add a rule whose output matches it, or put the file in its place"
  `);
});

test('tells every missing file once, nearest to the target first', async () => {
  const lines = ['t <- b c', 'c <- deep', 'b <- deep zebra'];
  expect(await problemsOf(lines, ['t'], { existing: [] })).toMatchInlineSnapshot(`
    "error[no-rule-for-file] (workflow): nothing makes \`deep\`, and no such file exists
      3:6 \`deep\` rule \`b\` reads it here
      needed by: \`b\`, for \`t\`, for target \`t\`
    hint: add a rule whose output matches it, or put the file in its place

    error[no-rule-for-file] (workflow): nothing makes \`zebra\`, and no such file exists
      3:11 \`zebra\` rule \`b\` reads it here
      needed by: \`b\`, for \`t\`, for target \`t\`
    hint: add a rule whose output matches it, or put the file in its place"
  `);
});

test('shows twenty problems and counts the rest', async () => {
  const inputs = Array.from({ length: 25 }, (_, index) => `in/${index}`);
  const problems = await problemsOf([`t <- ${inputs.join(' ')}`], ['t'], { existing: [] });
  const titles = problems.split('\n').filter((line) => line.startsWith('error'));
  expect(titles).toHaveLength(21);
  expect(titles.at(-1)).toBe('error[more-problems] (workflow): 5 more problems in the job graph');
});

test('suggests a file that differs by a slip', async () => {
  const lines = ['t <- raw/cyc01.tif raw/cycle1.tif', 'other <- raw/cyc1.tif'];
  const options = { existing: ['raw/cyc1.tif', 'raw/cycle1.tif'] };
  expect(await problemsOf(lines, ['t', 'other'], options)).toMatchInlineSnapshot(`
    "error[no-rule-for-file] (workflow): nothing makes \`raw/cyc01.tif\`, and no such file exists
      1:6 \`raw/cyc01.tif\` rule \`t\` reads it here
      needed by: \`t\`, for target \`t\`
    hint: did you mean \`raw/cyc1.tif\` or \`raw/cycle1.tif\`?"
  `);
});

test('does not suggest what the missing file is needed for', async () => {
  const lines = ['copies/{name}.txt <- copied/{name}.txt'];
  expect(await problemsOf(lines, ['copies/a.txt'], { existing: [] })).toMatchInlineSnapshot(`
    "error[no-rule-for-file] (workflow): nothing makes \`copied/a.txt\`, and no such file exists
      1:22 \`copied/{name}.txt\` rule \`copies/{name}.txt\` reads it here
      needed by: \`copies/{name}.txt name=a\`, for target \`copies/a.txt\`
    hint: add a rule whose output matches it, or put the file in its place"
  `);
});

test('suggests what a rule would make', async () => {
  const lines = ['t <- stiched/cyc1.tif', 'stitched/cyc{cycle}.tif <-'];
  expect(await problemsOf(lines, ['t'], { existing: [] })).toMatchInlineSnapshot(`
    "error[no-rule-for-file] (workflow): nothing makes \`stiched/cyc1.tif\`, and no such file exists
      1:6 \`stiched/cyc1.tif\` rule \`t\` reads it here
      needed by: \`t\`, for target \`t\`
    hint: did you mean \`stitched/cyc1.tif\`?"
  `);
});

test('says which wildcard would have to hold a slash', async () => {
  const lines = ['t <- out/a/b.txt', 'copy: out/{name}.txt <- in/{name}.txt'];
  expect(await problemsOf(lines, ['t'], { existing: [] })).toMatchInlineSnapshot(`
    "error[no-rule-for-file] (workflow): nothing makes \`out/a/b.txt\`, and no such file exists
      1:6 \`out/a/b.txt\` rule \`t\` reads it here
      needed by: \`t\`, for target \`t\`
    hint: rule \`copy\` would make it if its wildcard could hold a \`/\`: write \`{name,.+}\`"
  `);
});

test('says which constraint keeps a rule from making it', async () => {
  const lines = ['t <- out/x7.txt', 'copy: out/{name,[a-z]+}.txt <- in/{name}.txt'];
  expect(await problemsOf(lines, ['t'], { existing: [] })).toMatchInlineSnapshot(`
    "error[no-rule-for-file] (workflow): nothing makes \`out/x7.txt\`, and no such file exists
      1:6 \`out/x7.txt\` rule \`t\` reads it here
      needed by: \`t\`, for target \`t\`
    hint: rule \`copy\` makes \`out/{name,[a-z]+}.txt\`, but its wildcard \`name\` cannot be \`x7\`"
  `);
});

test('says that an output is no directory', async () => {
  const lines = ['t <- plate/a.tif', 'make: plate <-'];
  expect(await problemsOf(lines, ['t'], { existing: [] })).toMatchInlineSnapshot(`
    "error[no-rule-for-file] (workflow): nothing makes \`plate/a.tif\`, and no such file exists
      1:6 \`plate/a.tif\` rule \`t\` reads it here
      needed by: \`t\`, for target \`t\`
    hint: rule \`make\` makes \`plate\`: declare that output as a directory"
  `);
});

test('finds nothing below an output that is no directory', async () => {
  const lines = ['t <- plate/a.tif well/a.tif', 'plate <-', 'dir(well) <-'];
  const problems = await problemsOf(lines, ['t'], { existing: [] });
  expect(problems.split('\n')[0]).toBe(
    'error[no-rule-for-file] (workflow): nothing makes `plate/a.tif`, and no such file exists',
  );
});

test('knows a misspelt rule as a target', async () => {
  const lines = ['registration: registered.tif <-'];
  const problems = await problemsOf(lines, ['registation'], { existing: [] });
  expect(problems).toMatchInlineSnapshot(`
    "error[unknown-target] (usage): target \`registation\` is no rule, and nothing makes a file of that name
    hint: did you mean \`registration\`?"
  `);
});

test('knows a misspelt output as a target', async () => {
  const lines = ['registration: registered.tif <-'];
  const problems = await problemsOf(lines, ['registred.tif'], { existing: [] });
  expect(problems).toMatchInlineSnapshot(`
    "error[unknown-target] (usage): target \`registred.tif\` is no rule, and nothing makes a file of that name
    hint: did you mean \`registered.tif\`?"
  `);
});

test('has nothing to suggest for a target unlike any other', async () => {
  const problems = await problemsOf(['registration: registered.tif <-'], ['x/y'], { existing: [] });
  expect(problems).toMatchInlineSnapshot(`
    "error[unknown-target] (usage): target \`x/y\` is no rule, and nothing makes a file of that name
    hint: see \`flow list\` for the rules and what they make"
  `);
});
