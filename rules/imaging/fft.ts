import { PART_BYTES, RADICES } from './kernels/pass-kernels.ts';
import { type Kernels, kernels, TABLE_BYTES, TABLES_AT } from './kernels/kernel-memory.ts';

/** Complex numbers as two arrays, real and imaginary parts. */
export interface ComplexArray {
  readonly re: Float32Array;
  readonly im: Float32Array;
}

/**
 * The discrete Fourier transform in one to three dimensions, in place, for 5-smooth sizes, to about
 * 7 digits.
 *
 * `sizes` are the extents, slowest axis first, and their product is the length of the arrays:
 * X[k] = Σ x[n]·exp(−2πi·Σ n·k/N). Not scaled. Throws for a size with a prime factor above 5.
 * Arrays from outside the memory of the kernels are copied there and back.
 */
export function transform(field: ComplexArray, sizes: readonly number[]): void {
  inKernelMemory(field, (inside) => transformInside(inside, sizes));
}

/** The inverse of `transform`, scaled by 1/N. */
export function inverseTransform(field: ComplexArray, sizes: readonly number[]): void {
  const scale = 1 / field.re.length;
  inKernelMemory(field, (inside) => inverseInside(inside, sizes));
  for (let i = 0; i < field.re.length; i++) {
    field.re[i] = (field.re[i] ?? 0) * scale;
    field.im[i] = (field.im[i] ?? 0) * scale;
  }
}

function inKernelMemory(field: ComplexArray, work: (inside: ComplexArray) => void): void {
  const { length } = field.re;
  const [re = field.re, im = field.im] = kernels().allocate(length, length);
  re.set(field.re);
  im.set(field.im);
  work({ re, im });
  field.re.set(re);
  field.im.set(im);
}

/** As `transform`, for arrays that were allocated in the memory of the kernels. */
export function transformInside({ re, im }: ComplexArray, sizes: readonly number[]): void {
  const total = re.length;
  let inner = total;
  for (const size of sizes) {
    inner /= size;
    if (size === 1) continue;
    const plan = planFor(size);
    const parts = [re.byteOffset, im.byteOffset] as const;
    if (inner === 1) transformRows(plan, parts, total / size);
    else {
      for (let start = 0; start < total; start += size * inner) {
        transformColumns(plan, [parts[0] + 4 * start, parts[1] + 4 * start], inner);
      }
    }
  }
}

/** As `inverseTransform`, but not scaled, for arrays in the memory of the kernels. */
export function inverseInside({ re, im }: ComplexArray, sizes: readonly number[]): void {
  // With real and imaginary parts exchanged the forward transform is the inverse one.
  transformInside({ re: im, im: re }, sizes);
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

/** Zeros outside the memory of the kernels. */
export function complexArray(length: number): ComplexArray {
  return { re: new Float32Array(length), im: new Float32Array(length) };
}

interface Pass {
  readonly kernel: string;
  readonly radix: number;
  readonly count: number;
  /** Address of the twiddles. */
  readonly twiddles: number;
}

interface Plan {
  readonly size: number;
  /** Neighbouring columns that are transformed at once: they and the workspace fit in the cache. */
  readonly width: number;
  readonly passes: readonly Pass[];
}

/** Numbers of one part that are worked on at once. */
const WORKING_NUMBERS = 1 << 13;

const plans = new Map<number, Plan>();
let tableEnd = TABLES_AT;

function planFor(size: number): Plan {
  const known = plans.get(size);
  if (known !== undefined) return known;
  const radices = radicesOf(size);
  const widest = Math.floor(PART_BYTES / 4 / size) & ~3;
  if (widest < 4) throw new Error(`a transform of ${size} points: too many`);
  makeRoom(size, radices);
  let rest = size;
  const passes = radices.map((radix): Pass => {
    const length = rest;
    rest /= radix;
    return {
      kernel: `pass${radix}${rest === 1 ? 'Last' : ''}`,
      radix,
      count: rest,
      twiddles: rest === 1 ? 0 : twiddleTable(length, radix),
    };
  });
  const width = Math.min(widest, Math.max(16, Math.floor(WORKING_NUMBERS / size) & ~15));
  const plan = { size, width, passes };
  plans.set(size, plan);
  return plan;
}

function radicesOf(size: number): number[] {
  const radices: number[] = [];
  let rest = size;
  for (const radix of RADICES) {
    for (; rest % radix === 0; rest /= radix) radices.push(radix);
  }
  if (rest !== 1) throw new Error(`a transform of ${size} points: not a product of 2, 3 and 5`);
  return radices;
}

/** Forgets all plans where there is no room for the tables of another. */
function makeRoom(size: number, radices: readonly number[]): void {
  let [rest, bytes] = [size, 0];
  for (const radix of radices) {
    rest /= radix;
    bytes += 8 * rest * (radix - 1);
  }
  if (tableEnd + bytes <= TABLES_AT + TABLE_BYTES) return;
  plans.clear();
  tableEnd = TABLES_AT;
}

/** For butterfly k its factors exp(−2πi·j·k/length), j = 1 … radix − 1; answers the address. */
function twiddleTable(length: number, radix: number): number {
  const count = length / radix;
  const bytes = 8 * count * (radix - 1);
  const address = tableEnd;
  tableEnd += bytes;
  const table = kernels().floatsAt(address, bytes / 4);
  let i = 0;
  for (let k = 0; k < count; k++) {
    for (let j = 1; j < radix; j++) {
      const angle = (-2 * Math.PI * ((j * k) % length)) / length;
      table[i++] = Math.cos(angle);
      table[i++] = Math.sin(angle);
    }
  }
  return address;
}

/** Addresses of real and imaginary parts. */
type Parts = readonly [number, number];

/** Lines that lie across `inner` neighbouring columns. */
function transformColumns(plan: Plan, field: Parts, inner: number): void {
  const wasm = kernels();
  const { size, width } = plan;
  const pitch = 4 * inner;
  for (let start = 0; start < inner; start += width) {
    const columns = Math.min(width, inner - start);
    const whole = columns & ~3;
    const rowBytes = 4 * ((columns + 3) & ~3);
    for (const [part, address] of field.entries()) {
      const [from, to] = [address + 4 * start, part * PART_BYTES];
      wasm.call('copyRows', from, pitch, to, rowBytes, 4 * whole, size);
      if (whole === columns) continue;
      const [restFrom, restTo] = [from + 4 * whole, to + 4 * whole];
      wasm.call('copyField', restFrom, pitch, 4, restTo, rowBytes, 4, size, columns - whole);
    }
    const result = runPasses(wasm, plan, rowBytes);
    for (const [part, address] of field.entries()) {
      const [from, to] = [result + part * PART_BYTES, address + 4 * start];
      wasm.call('copyRows', from, rowBytes, to, pitch, 4 * whole, size);
      if (whole === columns) continue;
      const [restFrom, restTo] = [from + 4 * whole, to + 4 * whole];
      wasm.call('copyField', restFrom, rowBytes, 4, restTo, pitch, 4, size, columns - whole);
    }
  }
}

/** Lines whose numbers are neighbours: they are turned into columns and back. */
function transformRows(plan: Plan, field: Parts, rows: number): void {
  const wasm = kernels();
  const { size, width } = plan;
  const pitch = 4 * size;
  for (let start = 0; start < rows; start += width) {
    const count = Math.min(width, rows - start);
    const rowBytes = 4 * ((count + 3) & ~3);
    const block = { start, count, rowBytes, pitch, size };
    for (const [part, address] of field.entries()) {
      turnRows(wasm, 'rowsToColumns', { ...block, rowsAt: address, columnsAt: part * PART_BYTES });
    }
    const result = runPasses(wasm, plan, rowBytes);
    for (const [part, address] of field.entries()) {
      const columnsAt = result + part * PART_BYTES;
      turnRows(wasm, 'columnsToRows', { ...block, rowsAt: address, columnsAt });
    }
  }
}

interface TurnedBlock {
  readonly start: number;
  readonly count: number;
  readonly rowBytes: number;
  readonly pitch: number;
  readonly size: number;
  readonly rowsAt: number;
  readonly columnsAt: number;
}

function turnRows(
  wasm: Kernels,
  kernel: 'rowsToColumns' | 'columnsToRows',
  { start, count, rowBytes, pitch, size, rowsAt, columnsAt }: TurnedBlock,
): void {
  const rows = rowsAt + start * pitch;
  if (size < 4) {
    if (kernel === 'rowsToColumns') {
      wasm.call('copyField', rows, pitch, 4, columnsAt, 4, rowBytes, count, size);
    } else {
      wasm.call('copyField', columnsAt, 4, rowBytes, rows, pitch, 4, count, size);
    }
    return;
  }
  for (let row = 0; row < count; row += 4) {
    const last = Math.min(3, count - row - 1);
    wasm.call(kernel, rows + row * pitch, pitch, columnsAt + 4 * row, rowBytes, pitch, last);
  }
}

/** All passes over what lies in the first line of the workspace; answers where the result lies. */
function runPasses(wasm: Kernels, { passes }: Plan, rowBytes: number): number {
  let [from, to] = [0, 2 * PART_BYTES];
  let stride = rowBytes;
  for (const { kernel, radix, count, twiddles } of passes) {
    wasm.call(kernel, count, stride, twiddles, from, to);
    stride *= radix;
    [from, to] = [to, from];
  }
  return from;
}
