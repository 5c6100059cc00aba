import { expect, test } from 'vitest';
import type { JobOutcome } from '../../../src/ports/executor.ts';
import { failed, MachineDrive } from '../../rigs/machine-drive.ts';
import { worldOf } from '../../rigs/run-rig.ts';
import { ruleOf } from '../../rigs/rule-notation.ts';

function without(...leftOut: readonly string[]): JobOutcome {
  return { kind: 'succeeded', inputs: [], inputFiles: [], outputs: [], leftOut };
}

test('who reads an output that was left out runs all the same', () => {
  const drive = new MachineDrive(worldOf(['optional(x) <- s', 'b <- x'], { absent: ['x'] }));
  expect(drive.start().news()).toEqual(['launch x']);
  drive.end('x', without('x'));
  expect(drive.news()).toEqual(['record x', 'x succeeded', 'launch b']);
});

test('who reads an optional output waits for the success of its maker', () => {
  const world = worldOf(['optional(x) <- s', 'b <- x'], {
    absent: ['x'],
    limits: { isKeepGoing: true },
  });
  const drive = new MachineDrive(world).start().end('x', failed());
  expect(drive.news().slice(2)).toEqual(['x failed', 'b skipped: needs x', 'finish']);
});

test('what was left out is absent for a job that may run', () => {
  const world = worldOf(['optional(x) <- s', 'b <- x'], { verdicts: { b: 'conditional' } });
  const drive = new MachineDrive(world).start().end('x', without('x'));
  expect(drive.news().at(-1)).toBe('launch b');
  expect(drive.running.get('b')?.reasons).toMatchObject([{ kind: 'input-changed', new: 'absent' }]);
});

test('nobody wakes a job for an output that it left out', () => {
  const lines = ['m: temp(t) optional(x) <- s', 'a <- s', 'c <- t a', 'b <- x'];
  const options = { verdicts: { m: 'dormant', c: 'conditional' }, absent: ['t', 'x'] } as const;
  const asleep = new MachineDrive(worldOf(lines, { ...options, leftOut: ['x'] })).start();
  expect(asleep.news()).toEqual(['launch a', 'launch b']);
  const missing = new MachineDrive(worldOf(lines, options)).start();
  expect(missing.news()).toEqual(['launch m', 'launch a']);
});

test('a temporary file that was left out is not removed', () => {
  const output = ruleOf('optional(x) <- s', 1).output.map((group) => ({
    ...group,
    items: group.items.map((item) => ({ ...item, isTemp: true })),
  }));
  const world = worldOf(['optional(x) <- s', 'b <- x'], {
    rules: { x: { output } },
  });
  const drive = new MachineDrive(world).start().end('x', without('x')).succeed('b');
  expect(drive.news().at(-1)).toBe('finish');
  expect(drive.effects.some(({ kind }) => kind === 'remove-temps')).toBe(false);
});
