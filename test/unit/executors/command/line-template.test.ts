import { describe, expect, test } from 'vitest';
import {
  type LineTemplate,
  lineTemplate,
} from '../../../../src/executors/command/line-template.ts';

describe('a command with places for values', () => {
  test.each([
    ['qsub {name}', "qsub 'it'\\''s $x'"],
    ['qsub "{name}"', String.raw`qsub "it's \$x"`],
    ["qsub '{name}'", String.raw`qsub 'it'\''s $x'`],
  ])('quotes a value as its place needs it: %s', (source, line) => {
    expect(compiled(source, ['name']).render({ name: "it's $x" })).toBe(line);
  });

  test('gives each of several values a word of its own', () => {
    const template = compiled('qdel {ids}', ['ids']);
    expect(template.render({ ids: ['1', '2 3'] })).toBe("qdel 1 '2 3'");
    expect(template.names).toEqual(new Set(['ids']));
  });

  test('takes text that is bash already as it is', () => {
    const template = compiled('qsub {options} x', ['options']);
    expect(template.render({ options: { raw: '-l mem=2gb -q "long"' } })).toBe(
      'qsub -l mem=2gb -q "long" x',
    );
  });

  test('leaves the braces of others, and doubled ones', () => {
    const source = "awk '{ print $1 } {x}' ${HOME} {{name}} {name}";
    expect(compiled(source, ['name']).render({ name: 'a' })).toBe(
      "awk '{ print $1 } {x}' ${HOME} {name} a",
    );
  });

  test('knows a near miss, and places where nothing can be quoted', () => {
    expect(lineTemplate('qsub {scirpt} `echo {script}`', ['script'])).toEqual({
      problems: [
        { kind: 'near-miss', word: 'scirpt', near: ['script'] },
        { kind: 'bad-place', word: 'script' },
      ],
    });
  });
});

function compiled(source: string, names: readonly string[]): LineTemplate {
  const template = lineTemplate(source, names);
  if ('problems' in template) throw new Error(JSON.stringify(template.problems));
  return template;
}
