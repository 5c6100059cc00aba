import { expect, test } from 'vitest';
import { FlowError } from '../../../../src/core/diagnostic.ts';
import { resolveTargets } from '../../../../src/core/graph/resolve-targets.ts';
import type { Rule } from '../../../../src/core/rule/rule.ts';
import { problemText, rulesOf } from '../../../rigs/graph-rig.ts';

const LINES = ['stitch: out/{cycle}.tif <- raw/{cycle}', 'report: report.html <-', 'all: <- x'];

test('takes words as rules where they name one, else as files', () => {
  const targets = targetsOf(rulesOf(LINES), ['report', './out//1.tif', 'report.html', './report']);
  expect(targets).toEqual({ files: ['out/1.tif', 'report.html', 'report'], rules: ['report'] });
});

test('takes a word once', () => {
  const words = ['a/b', 'report', './a//b', 'report'];
  expect(targetsOf(rulesOf(LINES), words)).toEqual({ files: ['a/b'], rules: ['report'] });
});

test('takes the default rule without words', () => {
  const rules = rulesOf([...LINES, 'mine: <- y'], { mine: { isDefault: true } });
  expect(targetsOf(rules, [])).toEqual({ files: [], rules: ['mine'] });
});

test('takes the rule `all` without words and default', () => {
  expect(targetsOf(rulesOf(LINES), [])).toEqual({ files: [], rules: ['all'] });
});

test('takes the first rule without words, default and `all`', () => {
  const rules = rulesOf(['report: report.html <-', ...LINES.slice(0, 1)]);
  expect(targetsOf(rules, [])).toEqual({ files: [], rules: ['report'] });
});

test('says how to name a file of a rule with wildcards', () => {
  expect(problemsOf(['stitch', 'report'])).toMatchInlineSnapshot(`
    "error[target-has-wildcards] (usage): rule \`stitch\` cannot be a target: its wildcards (\`cycle\`) have no values
      1:1 \`stitch: out/{cycle}.tif <- raw/{cycle}\` this rule
    hint: name a file that it makes, like \`out/{cycle}.tif\`"
  `);
});

test('takes the text of a pattern for no file, but for one without wildcards', () => {
  expect(problemsOf(['out/{cycle}.tif', 'report.html', 'out/{x}.tif'])).toMatchInlineSnapshot(`
    "error[target-has-wildcards] (usage): target \`out/{cycle}.tif\` is a pattern: its wildcards (\`cycle\`) have no values
      1:1 \`stitch: out/{cycle}.tif <- raw/{cycle}\` rule \`stitch\` makes what matches it
    hint: name a file that matches it, with a value in the place of each wildcard"
  `);
});

test.for(['.', './', 'out/..'])('takes the working directory, `%s`, for no target', (word) => {
  expect(problemsOf([word])).toBe(
    `error[unknown-target] (usage): target \`${word}\` is the working directory, which no rule makes\nhint: without a target flow makes what the default rule asks for; \`flow list\` shows the rules`,
  );
});

test('says how to name the file that is called like a rule with wildcards', () => {
  expect(problemsOf(['stitch'], ['stitch'])).toMatchInlineSnapshot(`
    "error[target-has-wildcards] (usage): rule \`stitch\` cannot be a target: its wildcards (\`cycle\`) have no values
      1:1 \`stitch: out/{cycle}.tif <- raw/{cycle}\` this rule
    hint: name a file that it makes, like \`out/{cycle}.tif\`, or write \`./stitch\` for the file of that name"
  `);
});

test('tells all rules that cannot be targets', () => {
  const lines = ['one: {a}.x <-', 'two: {b}.y {b}.z <-'];
  const titles = problemsOf(['one', 'two'], [], lines)
    .split('\n')
    .filter((line) => line.startsWith('error'));
  expect(titles).toHaveLength(2);
});

test('says that the rule made without words has wildcards', () => {
  expect(problemsOf([], [], LINES.slice(0, 2))).toMatchInlineSnapshot(`
    "error[default-has-wildcards] (workflow): no target was given, and rule \`stitch\`, the first one, has wildcards (\`cycle\`)
      1:1 \`stitch: out/{cycle}.tif <- raw/{cycle}\` this rule
    hint: name a target, or add a rule \`all\` whose inputs are the files that you want"
  `);
});

test('says that a workflow without rules makes nothing', () => {
  expect(problemsOf([], [], [])).toMatchInlineSnapshot(`
    "error[no-rules] (workflow): the workflow has no rules
    hint: add a rule to the workflow"
  `);
});

function targetsOf(
  rules: readonly Rule[],
  words: readonly string[],
): ReturnType<typeof resolveTargets> {
  return resolveTargets(rules, words, () => false);
}

function problemsOf(
  words: readonly string[],
  existing: readonly string[] = [],
  lines: readonly string[] = LINES,
): string {
  try {
    resolveTargets(rulesOf(lines), words, (path) => existing.includes(path));
  } catch (error) {
    if (!(error instanceof FlowError)) throw error;
    return error.diagnostics.map((each) => problemText(each, lines)).join('\n\n');
  }
  return '';
}
