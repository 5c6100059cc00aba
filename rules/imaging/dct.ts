import { kernels } from './kernels/kernel-memory.ts';
import { MATRIX_COLUMNS } from './kernels/matrix-kernel.ts';

/**
 * The orthonormal discrete cosine transform (type II) of square fields of one size, row-major, to
 * about 7 digits: by two matrix products, which for the small fields of illumination fits is fast.
 */
export class CosineTransform {
  readonly size: number;
  readonly #pitch: number;
  readonly #basis: Float32Array;
  readonly #transposed: Float32Array;
  readonly #field: Float32Array;
  readonly #half: Float32Array;

  /** Lengths of the arrays in the memory of the kernels that a transform works with. */
  static lengths(size: number): number[] {
    return Array.from({ length: 4 }, () => pitchOf(size) * size);
  }

  /** With arrays of those lengths, for as long as they are its own. */
  constructor(size: number, arrays: readonly Float32Array[]) {
    const pitch = pitchOf(size);
    const [basis, transposed, field, half] = arrays;
    if (!basis || !transposed || !field || !half) throw new Error('four arrays are needed');
    for (const array of arrays) array.fill(0);
    for (let k = 0; k < size; k++) {
      const scale = Math.sqrt((k === 0 ? 1 : 2) / size);
      for (let n = 0; n < size; n++) {
        const value = scale * Math.cos((Math.PI * (2 * n + 1) * k) / (2 * size));
        basis[k * pitch + n] = value;
        transposed[n * pitch + k] = value;
      }
    }
    this.size = size;
    this.#pitch = pitch;
    this.#basis = basis;
    this.#transposed = transposed;
    this.#field = field;
    this.#half = half;
  }

  /** Writes the coefficients of a field to `out`, which may be the field. */
  forward(field: Float64Array, out: Float64Array): void {
    this.#between(this.#basis, { values: field, out }, this.#transposed);
  }

  inverse(coefficients: Float64Array, out: Float64Array): void {
    this.#between(this.#transposed, { values: coefficients, out }, this.#basis);
  }

  #between(
    left: Float32Array,
    { values, out }: { readonly values: Float64Array; readonly out: Float64Array },
    right: Float32Array,
  ): void {
    const wasm = kernels();
    const size = this.size;
    const pitch = this.#pitch;
    const [field, half] = [this.#field, this.#half];
    for (let y = 0; y < size; y++) {
      field.set(values.subarray(y * size, (y + 1) * size), y * pitch);
    }
    const multiply = (a: Float32Array, b: Float32Array, product: Float32Array): void => {
      const addresses = [a, b, product].map(({ byteOffset }) => byteOffset);
      wasm.call('multiplyMatrices', ...addresses, size, 4 * pitch);
    };
    multiply(left, field, half);
    multiply(half, right, field);
    for (let y = 0; y < size; y++) out.set(field.subarray(y * pitch, y * pitch + size), y * size);
  }
}

function pitchOf(size: number): number {
  return MATRIX_COLUMNS * Math.ceil(size / MATRIX_COLUMNS);
}
