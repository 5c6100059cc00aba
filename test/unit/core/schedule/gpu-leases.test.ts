import { expect, test } from 'vitest';
import { UNIT } from '../../../../src/core/schedule/demand.ts';
import { GpuLeases } from '../../../../src/core/schedule/gpu-leases.ts';

const share = (amount: number): number => amount * UNIT;

test('whole cards are distinct, and the lowest that are free', () => {
  const leases = new GpuLeases(['3', '5', '7']);
  expect(leases.find(share(2))).toEqual([0, 1]);
  leases.take([0], share(1));
  expect(leases.find(share(2))).toEqual([1, 2]);
  expect(leases.names([1, 2])).toEqual(['5', '7']);
  expect(leases.find(share(3))).toBeUndefined();
});

test('a job without GPUs leases nothing, even where there are none', () => {
  expect(new GpuLeases([]).find(0)).toEqual([]);
  expect(new GpuLeases([]).find(share(1))).toBeUndefined();
  expect(new GpuLeases([]).find(share(0.5))).toBeUndefined();
});

test('a share never spans two cards', () => {
  const leases = new GpuLeases(['a', 'b']);
  leases.take([0], share(0.5));
  leases.take([1], share(0.5));
  expect(leases.find(share(0.5))).toEqual([0]);
  expect(leases.find(share(0.6))).toBeUndefined();
});

test('a share goes to the fullest card that has room, so that whole cards stay free', () => {
  const leases = new GpuLeases(['a', 'b', 'c']);
  leases.take([1], share(0.25));
  leases.take([2], share(0.75));
  expect(leases.find(share(0.25))).toEqual([2]);
  expect(leases.find(share(0.5))).toEqual([1]);
  expect(leases.find(share(0.8))).toEqual([0]);
  expect(leases.find(share(1))).toEqual([0]);
});

test('a card in use by a share is not a whole card', () => {
  const leases = new GpuLeases(['a']);
  leases.take([0], share(0.0001));
  expect(leases.find(share(1))).toBeUndefined();
  leases.giveBack([0], share(0.0001));
  expect(leases.find(share(1))).toEqual([0]);
});

test('three thirds do not fill a card beyond what it has', () => {
  const leases = new GpuLeases(['a']);
  const third = Math.round(UNIT / 3);
  for (let count = 0; count < 3; count += 1) leases.take(leases.find(third) ?? [], third);
  expect(leases.free).toEqual([1]);
  expect(leases.find(third)).toBeUndefined();
});

test('to take more of a card than is free is our bug', () => {
  const leases = new GpuLeases(['a']);
  leases.take([0], share(0.5));
  expect(() => leases.take([0], share(0.6))).toThrow('card 0');
  expect(() => leases.giveBack([0], share(0.6))).toThrow('card 0');
});
