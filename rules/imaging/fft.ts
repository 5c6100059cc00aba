import { type ComplexArray, type Pass, runPass, type Side } from './fft-passes.ts';

/**
 * The discrete Fourier transform in one to three dimensions, in place, for 5-smooth sizes.
 *
 * `sizes` are the extents, slowest axis first, and their product is the length of the arrays:
 * X[k] = Σ x[n]·exp(−2πi·Σ n·k/N). Not scaled. Throws for a size with a prime factor above 5.
 *
 * Method: Stockham's self-sorting transform with radices 4, 2, 3 and 5 (Cochran et al., What is
 * the fast Fourier transform?, Proc. IEEE 55, 1967). An outer axis is transformed for all inner
 * columns at once, which keeps the inner loops contiguous.
 */
export function transform(field: ComplexArray, sizes: readonly number[]): void {
  const total = sizes.reduce((product, size) => product * size, 1);
  const scratch = scratchFor(total);
  let inner = total;
  for (const size of sizes) {
    inner /= size;
    const passes = passesFor(size);
    for (let start = 0; start < total; start += size * inner) {
      transformLines({ passes, size, inner }, { ...field, start }, { ...scratch, start: 0 });
    }
  }
}

/** The inverse of `transform`, scaled by 1/N. */
export function inverseTransform(field: ComplexArray, sizes: readonly number[]): void {
  // With real and imaginary parts exchanged the forward transform is the inverse one.
  transform({ re: field.im, im: field.re }, sizes);
  const scale = 1 / field.re.length;
  for (let i = 0; i < field.re.length; i++) {
    field.re[i] = (field.re[i] ?? 0) * scale;
    field.im[i] = (field.im[i] ?? 0) * scale;
  }
}

/** The least size of at least `size` that has no prime factor above 5. */
export function smoothSize(size: number): number {
  if (!(size < 2 ** 31)) throw new Error(`a transform of ${size} points`);
  for (let candidate = Math.max(1, Math.ceil(size)); ; candidate++) {
    let rest = candidate;
    for (const prime of [2, 3, 5]) while (rest % prime === 0) rest /= prime;
    if (rest === 1) return candidate;
  }
}

export function complexArray(length: number): ComplexArray {
  return { re: new Float64Array(length), im: new Float64Array(length) };
}

interface Lines {
  readonly passes: readonly Pass[];
  readonly size: number;
  readonly inner: number;
}

function transformLines({ passes, size, inner }: Lines, field: Side, scratch: Side): void {
  let from = field;
  let to = scratch;
  let stride = inner;
  for (const pass of passes) {
    runPass(pass, stride, from, to);
    stride *= pass.radix;
    [from, to] = [to, from];
  }
  if (from === field) return;
  const length = size * inner;
  field.re.set(scratch.re.subarray(0, length), field.start);
  field.im.set(scratch.im.subarray(0, length), field.start);
}

const PASSES = new Map<number, readonly Pass[]>();

function passesFor(size: number): readonly Pass[] {
  const known = PASSES.get(size);
  if (known !== undefined) return known;
  const passes: Pass[] = [];
  let rest = size;
  for (const radix of [4, 2, 3, 5]) {
    while (rest % radix === 0) {
      passes.push({ radix, count: rest / radix, twiddle: twiddles(rest, radix) });
      rest /= radix;
    }
  }
  if (rest !== 1) throw new Error(`a transform of ${size} points: not a product of 2, 3 and 5`);
  PASSES.set(size, passes);
  return passes;
}

function twiddles(length: number, radix: number): ComplexArray {
  const table = complexArray(length);
  for (let k = 0; k < length / radix; k++) {
    for (let j = 0; j < radix; j++) {
      const angle = (-2 * Math.PI * ((j * k) % length)) / length;
      table.re[k * radix + j] = Math.cos(angle);
      table.im[k * radix + j] = Math.sin(angle);
    }
  }
  return table;
}

let spare: ComplexArray = complexArray(0);

/** Kept from call to call: transforms of one size follow one another. */
function scratchFor(length: number): ComplexArray {
  if (spare.re.length < length) spare = complexArray(length);
  return spare;
}
