import { expect, test } from 'vitest';
import { type AsideRequest, moveAside } from '../../../src/engine/move-aside.ts';

function requestOf(outputs: readonly string[], changes: Partial<AsideRequest> = {}): AsideRequest {
  return {
    token: 'run.3.1',
    outputs,
    exists: () => true,
    isEdited: () => false,
    trashFolder: '.flow/trash/run',
    ...changes,
  };
}

test('old outputs go to siblings named by the attempt', () => {
  expect(moveAside(requestOf(['a', 'out/b.tif', '/abs/c']))).toEqual([
    { from: 'a', to: '.flow-run.3.1-a' },
    { from: 'out/b.tif', to: 'out/.flow-run.3.1-b.tif' },
    { from: '/abs/c', to: '/abs/.flow-run.3.1-c' },
  ]);
});

test('only what is there is moved', () => {
  const request = requestOf(['a', 'b'], { exists: (path) => path === 'b' });
  expect(moveAside(request)).toEqual([{ from: 'b', to: '.flow-run.3.1-b' }]);
});

test('what was edited by hand ends in the trash, below its folder whatever its path', () => {
  const request = requestOf(['a', 'out/b', '../up/c', '/abs/d'], {
    isEdited: (path) => path !== 'a',
  });
  expect(moveAside(request).map(({ keepAs }) => keepAs)).toEqual([
    undefined,
    '.flow/trash/run/out/b',
    '.flow/trash/run/up/c',
    '.flow/trash/run/abs/d',
  ]);
});

test('a name that would become too long gives way to its number', () => {
  const fits = 'n'.repeat(255 - '.flow-run.3.1-'.length);
  const tooLong = `${fits}n`;
  const inBytes = 'ü'.repeat(125);
  expect(moveAside(requestOf([fits, `out/${tooLong}`, inBytes])).map(({ to }) => to)).toEqual([
    `.flow-run.3.1-${fits}`,
    'out/.flow-run.3.1-1',
    '.flow-run.3.1-2',
  ]);
});
