import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { normalise, type Step } from '../scenarios/session.ts';
import { type Example, examplesOf, stepsOf } from './examples.ts';
import { type Block, readPage } from './page.ts';
import { Typist } from './typist.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * Tests all examples of a page with the built program: every workflow is listed without a word of
 * complaint, sessions show what the page shows, and the two faces of a section list the same rules.
 * `UPDATE=1` writes sessions that show something else anew; the diff is the review.
 *
 * @param programs a folder with programs that the sessions find.
 */
export function testPage(path: string, programs?: string): void {
  const file = resolve(ROOT, path);
  const examples = examplesOf(readPage(readFileSync(file, 'utf8')));
  const typist = new Typist(programs);
  const shownAnew = new Map<Block, string>();
  afterAll(() => {
    if (process.env['UPDATE'] === '1') writeFileSync(file, pageWith(file, shownAnew));
  });

  const lists = new Map<Example, string>();
  test.for(named(examples))('%s is understood', ([, example]) => {
    const { shown, exitCode } = typist.type('flow list', typist.folder(example.files));
    expect(`${shown}? ${exitCode}`).not.toMatch(/^(?:error|warning)\[|\? [^0]/mu);
    lists.set(example, shown);
  });

  test.for(named(examples))('there is nothing to be said against %s', ([, example]) => {
    const { shown, exitCode } = typist.type('flow lint', typist.folder(example.files));
    expect(`${shown}? ${exitCode}`).toMatch(
      /^nothing found in \d+ rules?(?: of \d+ files)?\n\? 0$/u,
    );
  });

  test.for(twoFaced(examples))('%s: both faces have the same rules', ([, { yaml, ts }]) => {
    expect(lists.get(ts)).toBe(lists.get(yaml));
  });

  test.for(named(examples.filter(({ sessions }) => sessions.length > 0)))(
    '%s shows what the page shows',
    ([, { files, sessions }]) => {
      const folder = typist.folder(files);
      for (const block of sessions) {
        const steps = stepsOf(block);
        const typed = steps.map(({ command }) => ({ command, ...typist.type(command, folder) }));
        const shown = typed.map((step) => ({ ...step, shown: normalise(step.shown, folder) }));
        if (text(shown) !== text(steps)) shownAnew.set(block, text(typed));
        expect(text(shown), `line ${block.line}`).toBe(text(steps));
      }
    },
  );
}

function named(examples: readonly Example[]): (readonly [string, Example])[] {
  return examples.map((example) => [example.name, example]);
}

interface TwoFaced {
  readonly yaml: Example;
  readonly ts: Example;
}

/** Sections with one workflow in each face. */
function twoFaced(examples: readonly Example[]): (readonly [string, TwoFaced])[] {
  const sections = [...new Set(examples.map(({ section }) => section))];
  return sections.flatMap((section) => {
    const own = examples.filter((example) => example.section === section);
    const yaml = own.find(({ workflow }) => workflow === 'flow.yaml');
    const ts = own.find(({ workflow }) => workflow === 'flow.ts');
    if (own.length !== 2 || yaml === undefined || ts === undefined) return [];
    return [[section, { yaml, ts }]];
  });
}

function text(steps: readonly Step[]): string {
  return steps
    .flatMap(({ command, shown, exitCode }) => [
      `$ ${command}`,
      ...(shown === '' ? [] : [shown.replace(/\n$/u, '')]),
      ...(exitCode === 0 ? [] : [`? ${exitCode}`]),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

function pageWith(file: string, shownAnew: ReadonlyMap<Block, string>): string {
  const lines = readFileSync(file, 'utf8').split('\n');
  // From the last to the first, so that the numbers of lines hold.
  for (const [block, shown] of [...shownAnew].toSorted(([a], [b]) => b.line - a.line)) {
    lines.splice(
      block.line,
      block.text.split('\n').length - 1,
      ...shown.replace(/\n$/u, '').split('\n'),
    );
  }
  return lines.join('\n');
}
