import { expect, test } from 'vitest';
import { type GpuDemand, UNIT } from '../../../../src/core/schedule/demand.ts';
import { GpuLeases } from '../../../../src/core/schedule/gpu-leases.ts';

function share(amount: number, memMib = 0): GpuDemand {
  const cards = Math.ceil(amount);
  return { cards, units: Math.min(UNIT, amount * UNIT), memMib };
}

test('whole cards are distinct, and the lowest that are free', () => {
  const leases = new GpuLeases({ gpus: ['3', '5', '7'] });
  expect(leases.find(share(2))).toEqual([0, 1]);
  leases.take([0], share(1));
  expect(leases.find(share(2))).toEqual([1, 2]);
  expect(leases.names([1, 2])).toEqual(['5', '7']);
  expect(leases.find(share(3))).toBeUndefined();
});

test('a job without GPUs leases nothing, even where there are none', () => {
  expect(new GpuLeases({ gpus: [] }).find(share(0))).toEqual([]);
  expect(new GpuLeases({ gpus: [] }).find(share(1))).toBeUndefined();
  expect(new GpuLeases({ gpus: [] }).find(share(0.5))).toBeUndefined();
});

test('a share never spans two cards', () => {
  const leases = new GpuLeases({ gpus: ['a', 'b'] });
  leases.take([0], share(0.5));
  leases.take([1], share(0.5));
  expect(leases.find(share(0.5))).toEqual([0]);
  expect(leases.find(share(0.6))).toBeUndefined();
});

test('a share goes to the fullest card that has room, so that whole cards stay free', () => {
  const leases = new GpuLeases({ gpus: ['a', 'b', 'c'] });
  leases.take([1], share(0.25));
  leases.take([2], share(0.75));
  expect(leases.find(share(0.25))).toEqual([2]);
  expect(leases.find(share(0.5))).toEqual([1]);
  expect(leases.find(share(0.8))).toEqual([0]);
  expect(leases.find(share(1))).toEqual([0]);
});

test('a card in use by a share is not a whole card', () => {
  const leases = new GpuLeases({ gpus: ['a'] });
  leases.take([0], share(0.0001));
  expect(leases.find(share(1))).toBeUndefined();
  leases.giveBack([0], share(0.0001));
  expect(leases.find(share(1))).toEqual([0]);
});

test('three thirds do not fill a card beyond what it has', () => {
  const leases = new GpuLeases({ gpus: ['a'] });
  const third = { cards: 1, units: Math.round(UNIT / 3), memMib: 0 };
  for (let count = 0; count < 3; count += 1) leases.take(leases.find(third) ?? [], third);
  expect(leases.find({ cards: 1, units: 1, memMib: 0 })).toEqual([0]);
  expect(leases.find({ cards: 1, units: 2, memMib: 0 })).toBeUndefined();
  expect(leases.find(third)).toBeUndefined();
});

test('to take more of a card than is free is our bug', () => {
  const leases = new GpuLeases({ gpus: ['a'] });
  leases.take([0], share(0.5));
  expect(() => leases.take([0], share(0.6))).toThrow('card 0');
  expect(() => leases.giveBack([0], share(0.6))).toThrow('card 0');
});

test('a card is chosen only with the memory that is asked for, and what is leased of it is gone', () => {
  const leases = new GpuLeases({ gpus: ['a', 'b', 'c'], gpuFreeMib: [8, 24, undefined] });
  expect(leases.find(share(1, 10))).toEqual([1]);
  expect(leases.find(share(2, 10))).toEqual([1, 2]);
  expect(leases.find(share(3, 10))).toBeUndefined();
  leases.take([1], share(0.5, 20));
  expect(leases.find(share(0.5, 4))).toEqual([1]);
  expect(leases.find(share(0.5, 5))).toEqual([0]);
  expect(leases.find(share(0.5, 9))).toEqual([2]);
  leases.giveBack([1], share(0.5, 20));
  expect(leases.find(share(1, 24))).toEqual([1]);
});

function half(cards: number): GpuDemand {
  return { cards, units: UNIT / 2, memMib: 0 };
}

test('where several jobs share each card, they spread', () => {
  const leases = new GpuLeases({ gpus: ['a', 'b', 'c'], jobsPerGpu: 2 });
  leases.take(leases.find(half(1)) ?? [], half(1));
  expect(leases.find(half(1))).toEqual([1]);
  expect(leases.find(half(3))).toEqual([1, 2, 0]);
  leases.take([1, 2, 0], half(3));
  expect(leases.find(half(2))).toEqual([1, 2]);
  expect(leases.find(half(3))).toBeUndefined();
});

test('cards that are wished for are given if all of them have room', () => {
  const leases = new GpuLeases({ gpus: ['3', '5', '7'] });
  expect(leases.find(share(2), ['7', '5'])).toEqual([1, 2]);
  leases.take([1], share(1));
  expect(leases.find(share(2), ['7', '5'])).toEqual([0, 2]);
  expect(leases.find(share(1), ['9'])).toEqual([0]);
});
