import { expect, test } from 'vitest';
import { settle } from '../../../src/app/watch/settle.ts';

/** What the changed paths look like at each look, in turn; answers how many pauses it took. */
async function pausesOver(looks: readonly Readonly<Record<string, string>>[]): Promise<number> {
  const changed = new Set(Object.keys(looks[0] ?? {}));
  let pauses = 0;
  await settle(changed, 500, {
    look: (path) => looks[pauses]?.[path] ?? 'absent',
    pause: (ms) => {
      expect(ms).toBe(500);
      pauses += 1;
      for (const path of Object.keys(looks[pauses] ?? {})) changed.add(path);
      return Promise.resolve();
    },
  });
  return pauses;
}

test('what is as it was a pause ago is settled', async () => {
  expect(await pausesOver([{ a: '1' }, { a: '1' }])).toBe(1);
});

test('a file that grows is waited for', async () => {
  expect(await pausesOver([{ a: '1' }, { a: '2' }, { a: '3' }, { a: '3' }])).toBe(3);
});

test('a file that comes meanwhile is waited for too', async () => {
  expect(await pausesOver([{ a: '1' }, { a: '1', b: '1' }, { a: '1', b: '1' }])).toBe(2);
});

test('what is gone is settled', async () => {
  expect(await pausesOver([{ a: '1' }, { a: 'absent' }, { a: 'absent' }])).toBe(2);
});
