import { expect, test } from 'vitest';
import { problemsOf } from '../../../rigs/graph-rig.ts';

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
    hint: constrain a wildcard, as in \`{sample,[A-Z]+}\`, give one rule a more specific path, or say which goes first: \`order: [first, second]\`"
  `);
});

test('shows two rules without wildcards that make one file', async () => {
  const lines = ['first: x <- a', 'second: x <- b'];
  expect(await problemsOf(lines, ['x'])).toMatchInlineSnapshot(`
    "error[ambiguous-rules] (workflow): 2 rules can make \`x\`
      1:8 \`x\` rule \`first\` makes it
      2:9 \`x\` rule \`second\` makes it
      needed by: target \`x\`
    hint: give one of them another path, or say which goes first: \`order: [first, second]\`"
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

test('tells jobs of one rule apart that would make one file', async () => {
  const lines = ['t <- xyz.x x-yz.log', 'make: {a}{b}.x <- | {a}-{b}.log'];
  expect(await problemsOf(lines, ['t'])).toMatchInlineSnapshot(`
    "error[clashing-jobs] (workflow): 2 jobs would make \`xyz.x\`
      2:7 \`{a}{b}.x\` job \`make a=xy, b=z\` makes it
      2:7 \`{a}{b}.x\` job \`make a=x, b=yz\` makes it
    hint: give one of them another path: what one job writes, no other may write"
  `);
});

test('shows an output in the directory of another job', async () => {
  const lines = ['t <- plate plate/x.tif', 'plate: dir(plate) <- s', 'x: plate/x.tif <- s'];
  expect(await problemsOf(lines, ['t'])).toMatchInlineSnapshot(`
    "error[nested-output] (workflow): \`plate/x.tif\` lies in \`plate\`, which another job makes
      3:4 \`plate/x.tif\` job \`x\` makes \`plate/x.tif\`
      2:12 \`plate\` job \`plate\` makes the directory
    hint: move one of the two outputs: a job owns all that is in its directories"
  `);
});

test('shows an output below the file of another job, found at any depth', async () => {
  const lines = ['t <- b b/c/d', 'b: b <- s', 'd: b/c/d b/c/e <- s'];
  expect(await problemsOf(lines, ['t'])).toMatchInlineSnapshot(`
    "error[nested-output] (workflow): \`b/c/d\` cannot lie in \`b\`, which is a file
      3:4 \`b/c/d\` job \`d\` makes \`b/c/d\`
      2:4 \`b\` job \`b\` makes \`b\`
    hint: give one of the two outputs another path

    error[nested-output] (workflow): \`b/c/e\` cannot lie in \`b\`, which is a file
      3:10 \`b/c/e\` job \`d\` makes \`b/c/e\`
      2:4 \`b\` job \`b\` makes \`b\`
    hint: give one of the two outputs another path"
  `);
});

test('shows an output below a file of the same job', async () => {
  expect(await problemsOf(['b: b b/c <- s'], ['b'])).toMatchInlineSnapshot(`
    "error[nested-output] (workflow): \`b/c\` cannot lie in \`b\`, which is a file
      1:6 \`b/c\` job \`b\` makes \`b/c\`
      1:4 \`b\` job \`b\` makes \`b\`
    hint: give one of the two outputs another path"
  `);
});

test('lets a job name what it makes in a directory of its own', async () => {
  expect(await problemsOf(['b: dir(b) b/c b/d/e <- s'], ['b'])).toBe('');
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

test('refuses to have one file made by two rules', async () => {
  const lines = ['t <- x.txt@one u', 'u <- x.txt@any', 'any: {n}.txt <-', 'one: x.txt <-'];
  expect(await problemsOf(lines, ['t'])).toMatchInlineSnapshot(`
    "error[contended-file] (workflow): \`x.txt\` is to be made by rule \`any\` and by rule \`one\`
      2:6 \`x.txt\` rule \`u\` reads it here
      3:1 \`any: {n}.txt <-\` rule \`any\` is here
      4:1 \`one: x.txt <-\` rule \`one\` is here
      needed by: \`u\`, for \`t\`, for target \`t\`
    hint: refer to the output of the same rule wherever the file is read"
  `);
});

test('refuses it even if the file is there and neither can be built', async () => {
  const lines = [
    't: <- x.txt@one u',
    'u <- x.txt@any',
    'any: {n}.txt <- gone',
    'one: x.txt <- gone',
  ];
  const problems = await problemsOf(lines, [], { targetRules: ['t'], existing: ['x.txt'] });
  expect(problems.split('\n')[0]).toBe(
    'error[contended-file] (workflow): `x.txt` is to be made by rule `any` and by rule `one`',
  );
});
