import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileArgument, compileCommand } from '../../../src/core/template/compile-command.ts';
import type { CommandRequest } from '../../../src/core/template/compile-command.ts';
import type { TemplateValues } from '../../../src/core/template/command-template.ts';
import { dedent } from '../../../src/core/template/dedent.ts';

const REQUEST: CommandRequest = {
  rule: 'r',
  span: { file: 'flow.yaml', line: 1, column: 1, length: 1 },
  names: {
    wildcards: ['sample'],
    input: { names: [], isOpen: false, count: 1 },
    output: { names: [], isOpen: false, count: 1 },
    logCount: 0,
    params: [],
    resources: [],
    config: undefined,
  },
};

const NO_FILES = { all: [], groups: [] };
const VALUES: TemplateValues = {
  input: NO_FILES,
  output: NO_FILES,
  log: [],
  params: { positional: [], named: {} },
  wildcards: { sample: 'S' },
  threads: 4,
  resources: {},
  config: {},
};

/** What commands are made of, with nothing between braces that is ours. */
const PIECES = [
  ['{', '}', '{{', '}}', '{x}', '{x.y}', '{1..3}', '{a,b}', '{print $1}', '${x}', '{"a":1}'],
  ['"', "'", '`', '$', '\\', '(', ')', '$(', '$((', '((', '))', '#', '<<EOF', 'EOF', ';'],
  [' ', '\n', '\t', 'case', 'esac', 'in', 'do', 'x', '=', '[[', '${', '$[', ']', '|', '&'],
].flat();
const FOREIGN = fc.constantFrom(...PIECES);
const foreign = fc.array(FOREIGN, { maxLength: 20 }).map((pieces) => pieces.join(''));

test('a command without words of ours is rendered to the letter', () => {
  fc.assert(
    fc.property(foreign, (text) => {
      const { template, problems } = compileCommand(text, REQUEST);
      expect(problems).toEqual([]);
      expect(template?.render(VALUES)).toBe(dedent(text));
      expect(compileArgument(text, REQUEST).template?.renderItems(VALUES)).toEqual([text]);
    }),
    { numRuns: 1000 },
  );
});

test('whatever is around it, a raw number is a raw number, and a near miss is told or left', () => {
  fc.assert(
    fc.property(foreign, foreign, (before, after) => {
      const bare = compileArgument(`${before} {threads} ${after}`, REQUEST);
      expect(bare.template?.renderItems(VALUES)).toEqual([`${before} 4 ${after}`]);
      // In a comment, both stay as they are.
      const raw = compileCommand(`${before} {threads:raw} ${after}`, REQUEST);
      expect(raw.problems).toEqual([]);
      const missed = compileCommand(`${before} {thraeds} ${after}`, REQUEST);
      const isComment = raw.template?.render(VALUES).includes('{threads:raw}') ?? false;
      expect(missed.problems.map(({ text }) => text)).toEqual(isComment ? [] : ['{thraeds}']);
    }),
    { numRuns: 1000 },
  );
});

test('literal braces come out single, once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), (count) => {
      const text = `${'{'.repeat(count)}threads${'}'.repeat(count)}`;
      const half = Math.floor(count / 2);
      const inner = count % 2 === 0 ? 'threads' : '4';
      const expected = '{'.repeat(half) + inner + '}'.repeat(half);
      expect(compileCommand(text, REQUEST).template?.render(VALUES)).toBe(expected);
    }),
  );
});

test('a dedented text keeps its lines, and dedenting it again changes nothing', () => {
  const line = fc.string({ unit: fc.constantFrom(' ', '\t', 'a', '{'), maxLength: 5 });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
      const once = dedent(lines.join('\n'));
      expect(dedent(once)).toBe(once);
      const words = lines
        .map((text) => text.trim())
        .join(' ')
        .trim();
      expect(
        once
          .split('\n')
          .map((text) => text.trim())
          .join(' ')
          .trim(),
      ).toBe(words);
    }),
  );
});
