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

test('shows the rules that contend for one file', async () => {
  const lines = [
    't <- out/x.txt',
    'first: out/{name}.txt <- a',
    'second: out/{id}.txt <- b',
    'third: {folder}/{id}.txt <- b',
  ];
  expect(await problemsOf(lines, ['t'])).toMatchInlineSnapshot(`
    "error[ambiguous-rules] (workflow): 2 rules can make \`out/x.txt\`
      2:8 \`out/{name}.txt\` rule \`first\` makes it with name=x
      3:9 \`out/{id}.txt\` rule \`second\` makes it with id=x
      needed by: \`t\`, for target \`t\`
    hint: constrain a wildcard, as in \`{sample,[A-Z]+}\`, or give one rule a more specific path"
  `);
});

test('shows two rules without wildcards that make one file', async () => {
  const lines = ['first: x <- a', 'second: x <- b'];
  expect(await problemsOf(lines, ['x'])).toMatchInlineSnapshot(`
    "error[ambiguous-rules] (workflow): 2 rules can make \`x\`
      1:8 \`x\` rule \`first\` makes it
      2:9 \`x\` rule \`second\` makes it
      needed by: target \`x\`
    hint: give one of them another path, or take it out"
  `);
});

test('shows two jobs that would make one file', async () => {
  const lines = ['t <- a.one b.two', 'one: a.one both <- s', 'two: b.two both <- s'];
  expect(await problemsOf(lines, ['t'])).toMatchInlineSnapshot(`
    "error[clashing-jobs] (workflow): 2 jobs would make \`both\`
      2:12 \`both\` job \`one\` makes it
      3:12 \`both\` job \`two\` makes it
    hint: give one of them another path: what one job writes, no other may write"
  `);
});

test('knows a job again whose first output another job would make, too', async () => {
  const lines = ['one: y/{n}.t z/x/{n} <-', 'two: {d}/{n}.t z/{d}/{n} <- y/a.t'];
  expect(await problemsOf(lines, ['z/y/a', 'z/x/a'])).toMatchInlineSnapshot(`
    "error[clashing-jobs] (workflow): 2 jobs would make \`y/a.t\`
      2:6 \`{d}/{n}.t\` job \`two d=y, n=a\` makes it
      1:6 \`y/{n}.t\` job \`one n=a\` makes it
    hint: give one of them another path: what one job writes, no other may write"
  `);
});

test('shows an output in the directory of another job', async () => {
  const lines = ['t <- plate plate/x.tif', 'plate: dir(plate) <- s', 'x: plate/x.tif <- s'];
  expect(await problemsOf(lines, ['t'])).toMatchInlineSnapshot(`
    "error[nested-output] (workflow): \`plate/x.tif\` lies in \`plate\`, which another job makes
      3:4 \`plate/x.tif\` job \`x\` makes the file
      2:12 \`plate\` job \`plate\` makes the directory
    hint: move one of the two outputs: a job owns all that is in its directories"
  `);
});

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

test('ends patterns that grow by folders', async () => {
  const lines = ['grow: {name,.+}/x <- {name}/x/x'];
  const problems = await problemsOf(lines, ['a/x'], { existing: [] });
  expect(problems.split('\n')[0]).toMatchInlineSnapshot(
    `"error[path-too-long] (workflow): no file can have the path \`a/x/x/x/x/x/x/x/x/x/x/x/x/x/x…/x/x/x/x/x/x/x/x/x/x/x/x/x/x/x\`: it has 4097 characters"`,
  );
});

test('shows the ring of a cycle', async () => {
  const lines = ['t <- a', 'a <- c', 'b <- s a', 'c <- b'];
  expect(await problemsOf(lines, ['t'])).toMatchInlineSnapshot(`
    "error[dependency-cycle] (workflow): 3 jobs wait for one another in a ring
      2:6 \`c\` job \`a\` reads \`c\`
      4:6 \`b\` job \`c\` reads \`b\`
      3:8 \`a\` job \`b\` reads \`a\`
      cycle: \`a\` <- \`c\` <- \`b\` <- \`a\`
    hint: make one of these rules read or write another path"
  `);
});

test('shows a job that needs its own output', async () => {
  expect(await problemsOf(['a <- s a'], ['a'])).toMatchInlineSnapshot(`
    "error[dependency-cycle] (workflow): \`a\` is needed to make itself
      1:8 \`a\` job \`a\` reads \`a\`
      cycle: \`a\` <- \`a\`
    hint: make one of these rules read or write another path"
  `);
});

test('shows one ring for each knot, and a long ring in short', async () => {
  const ring = Array.from({ length: 50 }, (_, index) => `r${index} <- r${(index + 1) % 50}`);
  const lines = ['t <- x r0', 'x <- y', 'y <- x', ...ring];
  expect(await problemsOf(lines, ['t'])).toMatchInlineSnapshot(`
    "error[dependency-cycle] (workflow): 2 jobs wait for one another in a ring
      2:6 \`y\` job \`x\` reads \`y\`
      3:6 \`x\` job \`y\` reads \`x\`
      cycle: \`x\` <- \`y\` <- \`x\`
    hint: make one of these rules read or write another path

    error[dependency-cycle] (workflow): 50 jobs wait for one another in a ring
      4:7 \`r1\` job \`r0\` reads \`r1\`
      5:7 \`r2\` job \`r1\` reads \`r2\`
      6:7 \`r3\` job \`r2\` reads \`r3\`
      7:7 \`r4\` job \`r3\` reads \`r4\`
      8:7 \`r5\` job \`r4\` reads \`r5\`
      53:8 \`r0\` job \`r49\` reads \`r0\`
      cycle: \`r0\` <- \`r1\` <- \`r2\` <- \`r3\` <- \`r4\` <- \`r5\` <- … 44 more … <- \`r0\`
    hint: make one of these rules read or write another path"
  `);
});

test('says that a pinned rule does not make the file', async () => {
  const lines = ['t <- out/a.txt@other', 'make: out/{name}.txt <-', 'other: other/{name}.txt <-'];
  expect(await problemsOf(lines, ['t'])).toMatchInlineSnapshot(`
    "error[wrong-producer] (workflow): rule \`other\` does not make \`out/a.txt\`
      1:6 \`out/a.txt\` rule \`t\` reads it here
      3:1 \`other: other/{name}.txt <-\` rule \`other\` is here
      needed by: \`t\`, for target \`t\`
    hint: refer to one of the outputs of that rule, with wildcards that its constraints allow"
  `);
});

test('says that a pinned rule is not in the workflow', async () => {
  const lines = ['t <- out/a.txt@other', 'make: out/{name}.txt <-'];
  expect(await problemsOf(lines, ['t'])).toMatchInlineSnapshot(`
    "error[unknown-producer] (workflow): rule \`other\`, which is to make \`out/a.txt\`, is not in the workflow
      1:6 \`out/a.txt\` rule \`t\` reads it here
      needed by: \`t\`, for target \`t\`
    hint: add \`other\` to the rules that the workflow returns"
  `);
});
