import { four, int, type Kernel, kernel, loop } from './assembler.ts';

const VECTORS = 4;

/** Rows of matrices are multiples of so many numbers long. */
export const MATRIX_COLUMNS = 4 * VECTORS;

/**
 * The product of two square matrices. Parameters: left, right, product (apart from the others), rows, bytes a
 * row, which are whole groups of 16 columns; columns beyond the size are to be 0 in the left one.
 */
export const multiplyMatrices: Kernel = kernel(
  'multiplyMatrices',
  ['i32', 'i32', 'i32', 'i32', 'i32'],
  ([left, right, product, rows, pitch], local) => {
    if (!left || !right || !product || !rows || !pitch) throw new Error('five parameters');
    const [row, column, k] = [local('i32'), local('i32'), local('i32')];
    const [at, factor] = [local('i32'), local('v128')];
    const sums = Array.from({ length: VECTORS }, () => local('v128'));
    const zero = int.constant(0);
    return loop(row, { from: zero, end: rows.get, step: int.constant(1) }, [
      ...loop(column, { from: zero, end: pitch.get, step: int.constant(16 * VECTORS) }, [
        ...sums.flatMap((sum) => sum.set(four.constant(0))),
        ...at.set(int.add(right.get, column.get)),
        ...loop(k, { from: zero, end: rows.get, step: int.constant(1) }, [
          ...factor.set(four.spread(int.add(left.get, int.multiply(k.get, int.constant(4))))),
          ...sums.flatMap((sum, i) =>
            sum.set(four.add(sum.get, four.multiply(factor.get, four.load(at.get, 16 * i)))),
          ),
          ...at.set(int.add(at.get, pitch.get)),
        ]),
        ...sums.flatMap((sum, i) => four.store(int.add(product.get, column.get), sum.get, 16 * i)),
      ]),
      ...left.set(int.add(left.get, pitch.get)),
      ...product.set(int.add(product.get, pitch.get)),
    ]);
  },
);
