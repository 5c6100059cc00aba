import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Situations } from './situation.ts';
import { ACCEPTED } from './situations-accept.ts';
import { MADE } from './situations-made.ts';
import { SWITCHED_OFF } from './situations-off.ts';
import { EDITED, REMADE, REMOVED_MEMBERS, REMOVED_TEMPS } from './situations-other.ts';
import { OPTIONAL, PROTECTED } from './situations-flags.ts';
import { PARTS } from './situations-part.ts';
import { AGE, FORCED, INPUTS, MISSING, TEXTS } from './situations-own.ts';

// Goal: the decision table says what the planner does, no more and no less.
// Method: every row of the document itself is a test; its situation is built by the check that
// bears its id.

const DOCUMENT = new URL('../../../../docs/design/decision-table.md', import.meta.url);

const SITUATIONS: Situations = {
  ...FORCED,
  ...MISSING,
  ...AGE,
  ...INPUTS,
  ...TEXTS,
  ...SWITCHED_OFF,
  ...REMADE,
  ...REMOVED_TEMPS,
  ...REMOVED_MEMBERS,
  ...EDITED,
  ...OPTIONAL,
  ...PROTECTED,
  ...MADE,
  ...PARTS,
  ...ACCEPTED,
};

interface Row {
  readonly id: string;
  readonly situation: string;
  readonly verdict: string;
  readonly reasons: readonly string[];
}

const ROWS = rowsOf(readFileSync(DOCUMENT, 'utf8'));

test.for(ROWS)('$id: $situation', async ({ id, verdict, reasons }) => {
  expect(SITUATIONS).toHaveProperty([id]);
  const seen = await SITUATIONS[id]?.();
  expect(seen).toEqual({ verdict, reasons });
});

test('every check has its row, once', () => {
  const ids = ROWS.map(({ id }) => id);
  expect(ids.toSorted()).toEqual(Object.keys(SITUATIONS).toSorted());
});

/** The rows of all tables with four columns, without their headings. */
function rowsOf(text: string): Row[] {
  return text.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    const [, id = '', situation = '', verdict = '', reasons = ''] = cells;
    if (cells.length !== 6 || id === 'id' || id.startsWith('---')) return [];
    return [{ id, situation, verdict, reasons: reasons.split(' ').filter(Boolean) }];
  });
}
