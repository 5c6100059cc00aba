/** The orthonormal discrete cosine transform (type II) of square fields of one size. */
export interface CosineTransform {
  readonly size: number;
  /** Field of size² values, row-major, to its coefficients. */
  forward(field: Float64Array): Float64Array;
  inverse(coefficients: Float64Array): Float64Array;
}

/** By two matrix products, which for the small fields of illumination fits is enough. */
export function cosineTransform(size: number): CosineTransform {
  const basis = new Float64Array(size * size);
  for (let k = 0; k < size; k++) {
    const scale = Math.sqrt((k === 0 ? 1 : 2) / size);
    for (let n = 0; n < size; n++) {
      basis[k * size + n] = scale * Math.cos((Math.PI * (2 * n + 1) * k) / (2 * size));
    }
  }
  const transposed = transpose(basis, size);
  const between = (left: Float64Array, right: Float64Array) => (field: Float64Array) =>
    multiply(multiply(left, field, size), right, size);
  return { size, forward: between(basis, transposed), inverse: between(transposed, basis) };
}

function multiply(a: Float64Array, b: Float64Array, size: number): Float64Array {
  const out = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < size; k++) {
      const factor = a[i * size + k] ?? 0;
      if (factor === 0) continue;
      for (let j = 0; j < size; j++) {
        out[i * size + j] = (out[i * size + j] ?? 0) + factor * (b[k * size + j] ?? 0);
      }
    }
  }
  return out;
}

function transpose(matrix: Float64Array, size: number): Float64Array {
  return matrix.map((_, i) => matrix[(i % size) * size + Math.floor(i / size)] ?? 0);
}
