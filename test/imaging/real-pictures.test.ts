import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { encodePng } from '../../rules/imaging/png.ts';
import { HAS_REAL_DATA } from '../rigs/imaging-data.ts';
import { REAL_PICTURES } from '../rigs/real-pictures.ts';

// The pictures in docs/kintsugi/ and the numbers beside them. UPDATE=1 draws and measures anew.

const PAGES = resolve(import.meta.dirname, '../../docs/kintsugi');
const DRAWS = process.env['UPDATE'] === '1';

type Measured = Readonly<Record<string, Readonly<Record<string, number>>>>;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a wrong shape fails the tests
const told = JSON.parse(readFileSync(join(PAGES, 'measured.json'), 'utf8')) as Measured;

describe.skipIf(!HAS_REAL_DATA)('the real images (skipped without ../shared/data)', () => {
  test.each(Object.entries(REAL_PICTURES))('say of %s what its page says', async (page, draw) => {
    const { picture, numbers } = await draw();
    const rounded = Object.fromEntries(
      Object.entries(numbers).map(([name, value]) => [name, Number(value.toFixed(2))]),
    );
    if (DRAWS) {
      mkdirSync(PAGES, { recursive: true });
      writeFileSync(join(PAGES, `${page}.png`), encodePng(picture));
      const all = { ...readMeasured(), [page]: rounded };
      writeFileSync(join(PAGES, 'measured.json'), `${JSON.stringify(all, undefined, 2)}\n`);
      return;
    }
    expect(Object.keys(rounded)).toEqual(Object.keys(told[page] ?? {}));
    for (const [name, value] of Object.entries(numbers)) {
      // Half of the last digit, and what another machine's rounding may do.
      expect(Math.abs(value - (told[page]?.[name] ?? 0)), name).toBeLessThan(0.0075);
    }
  });
});

function readMeasured(): Measured {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a wrong shape fails the tests
  return JSON.parse(readFileSync(join(PAGES, 'measured.json'), 'utf8')) as Measured;
}

test.each(Object.keys(REAL_PICTURES))('the picture of %s is a small file', (page) => {
  expect(statSync(join(PAGES, `${page}.png`)).size).toBeLessThan(100_000);
});
