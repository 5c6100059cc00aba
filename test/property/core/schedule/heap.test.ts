import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Heap } from '../../../../src/core/schedule/heap.ts';

// Goal: whatever is put in and taken out, in any order, the least is at hand.
// Method: beside a list that is sorted anew each time.

test('the least is at hand, whatever was put in and taken out', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: -20, max: 20 }))), (moves) => {
      const heap = new Heap((a, b) => a < b);
      const model: number[] = [];
      for (const item of moves) {
        if (item !== null) heap.push(item);
        if (item !== null) model.push(item);
        model.sort((a, b) => a - b);
        const [taken, expected] = item === null ? [heap.pop(), model.shift()] : [];
        expect(taken).toBe(expected);
        expect(heap.peek()).toBe(model[0]);
        expect(heap.size).toBe(model.length);
      }
    }),
  );
});
