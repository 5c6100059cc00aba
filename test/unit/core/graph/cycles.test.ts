import { expect, test } from 'vitest';
import { problemsOf } from '../../../rigs/graph-rig.ts';

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

test('shows a ring that needs another ring', async () => {
  const lines = ['t <- a b', 'a <- a2', 'a2 <- a', 'b <- b2 a', 'b2 <- b'];
  const cycles = (await problemsOf(lines, ['t']))
    .split('\n')
    .filter((line) => /^ *cycle/.test(line));
  expect(cycles).toEqual(['  cycle: `a` <- `a2` <- `a`', '  cycle: `b` <- `b2` <- `b`']);
});
