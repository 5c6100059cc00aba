import { type Code, four, int, type Kernel, kernel, loop } from './assembler.ts';

/** Vectors that are worked on together, so that a weight is loaded once for all of them. */
const VECTORS = 4;

/** Numbers of a line that a call of `blur` works on. */
export const BLUR_WIDTH = 4 * VECTORS;

/**
 * Weighted sums over neighbours to both sides, for 16 neighbouring numbers on each of many lines:
 * out = w₀·in + Σ wᵢ·(in₋ᵢ + in₊ᵢ). Parameters: in (at the first number), its bytes to the next
 * neighbour, its bytes to the next line, out, its bytes to the next line, lines, weights (32-bit
 * floats, the middle first), bytes of weights without the middle. With neighbours 4 bytes apart it
 * blurs along lines, with neighbours a line apart across them.
 */
export const blur: Kernel = kernel(
  'blur',
  ['i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32'],
  (parameters, local) => {
    const [input, toNext, toLine, output, outToLine, lines, weights, reach] = parameters;
    if (!input || !toNext || !toLine || !output) throw new Error('eight parameters');
    if (!outToLine || !lines || !weights || !reach) throw new Error('eight parameters');
    const [line, i, weight] = [local('i32'), local('i32'), local('v128')];
    const [before, after] = [local('i32'), local('i32')];
    const sums = Array.from({ length: VECTORS }, () => local('v128'));
    const eachSum = (write: (vector: number) => Code): Code =>
      sums.flatMap((sum, vector) => sum.set(write(vector)));
    const neighbours: Code = [
      ...before.set(int.subtract(before.get, toNext.get)),
      ...after.set(int.add(after.get, toNext.get)),
      ...weight.set(four.spread(int.add(weights.get, i.get), 4)),
      ...eachSum((vector) =>
        four.add(
          sums[vector]?.get ?? [],
          four.multiply(
            weight.get,
            four.add(four.load(before.get, 16 * vector), four.load(after.get, 16 * vector)),
          ),
        ),
      ),
    ];
    return loop(line, { from: int.constant(0), end: lines.get, step: int.constant(1) }, [
      ...before.set(input.get),
      ...after.set(input.get),
      ...weight.set(four.spread(weights.get)),
      ...eachSum((vector) => four.multiply(weight.get, four.load(input.get, 16 * vector))),
      ...loop(i, { from: int.constant(0), end: reach.get, step: int.constant(4) }, neighbours),
      ...sums.flatMap((sum, vector) => four.store(output.get, sum.get, 16 * vector)),
      ...input.set(int.add(input.get, toLine.get)),
      ...output.set(int.add(output.get, outToLine.get)),
    ]);
  },
);
