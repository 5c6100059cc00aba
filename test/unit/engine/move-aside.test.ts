import { expect, test } from 'vitest';
import { moveAside } from '../../../src/engine/move-aside.ts';

test('old outputs go to siblings named by the attempt', () => {
  expect(moveAside(['a', 'out/b.tif', '/abs/c'], 'run.3.1')).toEqual([
    { from: 'a', to: '.flow-run.3.1-a' },
    { from: 'out/b.tif', to: 'out/.flow-run.3.1-b.tif' },
    { from: '/abs/c', to: '/abs/.flow-run.3.1-c' },
  ]);
});

test('a name that would become too long gives way to its number', () => {
  const fits = 'n'.repeat(255 - '.flow-run.3.1-'.length);
  const tooLong = `${fits}n`;
  const inBytes = 'ü'.repeat(125);
  expect(moveAside([fits, `out/${tooLong}`, inBytes], 'run.3.1').map(({ to }) => to)).toEqual([
    `.flow-run.3.1-${fits}`,
    'out/.flow-run.3.1-1',
    '.flow-run.3.1-2',
  ]);
});
