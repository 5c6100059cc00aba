import { assemble } from './assembler.ts';
import { blur } from './blur-kernels.ts';
import { columnsToRows, copyField, copyRows, rowsToColumns } from './copy-kernels.ts';
import { multiplyMatrices } from './matrix-kernel.ts';
import { PART_BYTES, passKernel, RADICES } from './pass-kernels.ts';
import { splitRest } from './sparse-kernel.ts';
import { divideBy, multiplyBy, productKernel } from './volume-kernels.ts';

/** Room for the tables of transforms, bytes. */
export const TABLE_BYTES = 1 << 20;
/** Workspace of transforms (two lines, each of two parts), then tables, then arrays. */
export const TABLES_AT: number = 4 * PART_BYTES;
const ARRAYS_AT = TABLES_AT + TABLE_BYTES;

const PAGE_BYTES = 1 << 16;

/** What of it is used here; the types of Node.js have its types, not its values. */
declare const WebAssembly: {
  readonly Memory: new (size: {
    readonly initial: number;
  }) => {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  };
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, object>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
};

/** The compiled inner loops of a thread, and the memory on which they work. */
export interface Kernels {
  readonly call: (name: string, ...values: readonly number[]) => void;
  /**
   * Arrays of these lengths in the memory of the kernels, of unknown content, each at a multiple
   * of 64 bytes. They are valid until the next call, which may move the memory.
   */
  readonly allocate: (...lengths: readonly number[]) => Float32Array[];
  /** The same of 64-bit numbers, together with 32-bit ones. */
  readonly allocateBoth: (lengths: {
    readonly doubles: readonly number[];
    readonly floats: readonly number[];
  }) => { readonly doubles: Float64Array[]; readonly floats: Float32Array[] };
  /** How many calls of `allocate` there were: who keeps arrays can tell that they are still its own. */
  readonly allocationCount: () => number;
  /** The memory from an address on. */
  readonly floatsAt: (address: number, length: number) => Float32Array;
}

let known: Kernels | undefined;

/** The kernels of this thread, compiled when they are first needed. */
export function kernels(): Kernels {
  known ??= instantiate();
  return known;
}

function instantiate(): Kernels {
  const memory = new WebAssembly.Memory({ initial: ARRAYS_AT / PAGE_BYTES });
  const code = assemble([
    ...RADICES.flatMap((radix) => [passKernel(radix, false), passKernel(radix, true)]),
    copyRows,
    copyField,
    rowsToColumns,
    columnsToRows,
    divideBy,
    multiplyBy,
    productKernel(false),
    productKernel(true),
    blur,
    multiplyMatrices,
    splitRest,
  ]);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code), {
    kernels: { memory },
  });
  let allocationCount = 0;
  const allocate: Kernels['allocateBoth'] = ({ doubles, floats }) => {
    allocationCount++;
    const starts: number[] = [];
    let end = ARRAYS_AT;
    for (const bytes of [...doubles.map((n) => 8 * n), ...floats.map((n) => 4 * n)]) {
      starts.push(end);
      end += Math.ceil(bytes / 64) * 64;
    }
    const missing = end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    const { buffer } = memory;
    return {
      doubles: doubles.map((length, i) => new Float64Array(buffer, starts[i], length)),
      floats: floats.map(
        (length, i) => new Float32Array(buffer, starts[doubles.length + i], length),
      ),
    };
  };
  return {
    allocationCount: () => allocationCount,
    call: (name, ...values) => {
      const run = exports[name];
      if (typeof run !== 'function') throw new Error(`no kernel \`${name}\``);
      run(...values);
    },
    allocate: (...floats) => allocate({ doubles: [], floats }).floats,
    allocateBoth: allocate,
    floatsAt: (address, length) => new Float32Array(memory.buffer, address, length),
  };
}
