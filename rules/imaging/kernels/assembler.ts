/**
 * WebAssembly with 128-bit vectors, written as expressions: what a compiler would make of the inner
 * loops, without a compiler. An expression is its bytes; what the types do not catch,
 * the engine's validation does (WebAssembly Core Specification 2.0, §5 Binary Format).
 */
export type Code = readonly number[];

export type ValueType = 'i32' | 'f32' | 'f64' | 'v128';

const TYPE_CODES: Readonly<Record<ValueType, number>> = {
  i32: 0x7f,
  f32: 0x7d,
  f64: 0x7c,
  v128: 0x7b,
};

/** A parameter or local variable of a function. */
export interface Local {
  readonly get: Code;
  set(value: Code): Code;
}

/** A function of the module; it answers nothing and works on the memory. */
export interface Kernel {
  readonly name: string;
  readonly parameters: readonly ValueType[];
  readonly locals: readonly ValueType[];
  readonly body: Code;
}

/** Hands out further local variables while a function is written. */
export type NewLocal = (type: ValueType) => Local;

export function kernel(
  name: string,
  parameters: readonly ValueType[],
  write: (parameters: readonly Local[], local: NewLocal) => Code,
): Kernel {
  const locals: ValueType[] = [];
  const local: NewLocal = (type) => {
    locals.push(type);
    return variable(parameters.length + locals.length - 1);
  };
  const body = write(
    parameters.map((_, index) => variable(index)),
    local,
  );
  return { name, parameters, locals, body };
}

function variable(index: number): Local {
  const at = unsigned(index);
  return { get: [0x20, ...at], set: (value) => [...value, 0x21, ...at] };
}

/** The module: all kernels by name, over one imported memory, `kernels.memory`. */
export function assemble(kernels: readonly Kernel[]): Uint8Array<ArrayBuffer> {
  const types = kernels.map(({ parameters }) => [
    0x60,
    ...vector(parameters.map((type) => [TYPE_CODES[type]])),
    0,
  ]);
  const imports = [[...text('kernels'), ...text('memory'), 0x02, 0x00, ...unsigned(1)]];
  const exports = kernels.map(({ name }, index) => [...text(name), 0x00, ...unsigned(index)]);
  const bodies = kernels.map(({ locals, body }) => {
    const declared = vector(locals.map((type) => [1, TYPE_CODES[type]]));
    const content = [...declared, ...body, END];
    return [...unsigned(content.length), ...content];
  });
  return Uint8Array.from([
    ...HEADER,
    ...section(1, vector(types)),
    ...section(2, vector(imports)),
    ...section(3, vector(kernels.map((_, index) => unsigned(index)))),
    ...section(7, vector(exports)),
    ...section(10, vector(bodies)),
  ]);
}

/** The magic number and version 1. */
const HEADER: Code = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

function section(id: number, content: Code): Code {
  return [id, ...unsigned(content.length), ...content];
}

function vector(items: readonly Code[]): Code {
  return [...unsigned(items.length), ...items.flat()];
}

function text(value: string): Code {
  return vector([...Buffer.from(value)].map((byte) => [byte]));
}

/** LEB128. */
function unsigned(value: number): Code {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest & 0x7f;
    rest >>>= 7;
    bytes.push(rest === 0 ? low : low | 0x80);
  } while (rest !== 0);
  return bytes;
}

function signed(value: number): Code {
  const bytes: number[] = [];
  let rest = value;
  for (;;) {
    const low = rest & 0x7f;
    rest >>= 7;
    const isLast = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0);
    bytes.push(isLast ? low : low | 0x80);
    if (isLast) return bytes;
  }
}

const END = 0x0b;

/** Addresses and counts. */
export const int = {
  constant: (value: number): Code => [0x41, ...signed(value)],
  add: (a: Code, b: Code): Code => [...a, ...b, 0x6a],
  subtract: (a: Code, b: Code): Code => [...a, ...b, 0x6b],
  multiply: (a: Code, b: Code): Code => [...a, ...b, 0x6c],
  /** The smaller of two signed numbers; both are evaluated twice. */
  least: (a: Code, b: Code): Code => [...a, ...b, ...a, ...b, 0x48, 0x1b],
};

/** Carries `body` out for counter = from, from + step … below `end`. */
export function loop(
  counter: Local,
  { from, end, step }: { readonly from: Code; readonly end: Code; readonly step: Code },
  body: Code,
): Code {
  const next = counter.set(int.add(counter.get, step));
  const isDone: Code = [...counter.get, ...end, 0x4e];
  const isNotDone: Code = [...counter.get, ...end, 0x48];
  const repeated: Code = [...body, ...next, ...isNotDone, ...LEAVE_OR_REPEAT];
  return [
    ...counter.set(from),
    ...BLOCK,
    ...isDone,
    ...LEAVE_OR_REPEAT,
    ...LOOP,
    ...repeated,
    END,
    END,
  ];
}

const BLOCK: Code = [0x02, 0x40];
const LOOP: Code = [0x03, 0x40];
/** A branch, if the number on the stack is not 0: out of a block, or to the start of a loop. */
const LEAVE_OR_REPEAT: Code = [0x0d, 0];

/** Arithmetic on 32-bit floats, one or four at a time. */
export interface Floats {
  readonly type: 'f32' | 'v128';
  readonly bytes: number;
  readonly constant: (value: number) => Code;
  /** The one number at an address, for all lanes. */
  readonly spread: (address: Code, offset?: number) => Code;
  readonly load: (address: Code, offset?: number) => Code;
  readonly store: (address: Code, value: Code, offset?: number) => Code;
  readonly add: (a: Code, b: Code) => Code;
  readonly subtract: (a: Code, b: Code) => Code;
  readonly multiply: (a: Code, b: Code) => Code;
  readonly divide: (a: Code, b: Code) => Code;
  readonly largest: (a: Code, b: Code) => Code;
}

export const single: Floats = {
  type: 'f32',
  bytes: 4,
  constant: (value) => [0x43, ...floatBytes(value)],
  spread: (address, offset = 0) => [...address, 0x2a, 2, ...unsigned(offset)],
  load: (address, offset = 0) => [...address, 0x2a, 2, ...unsigned(offset)],
  store: (address, value, offset = 0) => [...address, ...value, 0x38, 2, ...unsigned(offset)],
  add: (a, b) => [...a, ...b, 0x92],
  subtract: (a, b) => [...a, ...b, 0x93],
  multiply: (a, b) => [...a, ...b, 0x94],
  divide: (a, b) => [...a, ...b, 0x95],
  largest: (a, b) => [...a, ...b, 0x97],
};

export const four: Floats = {
  type: 'v128',
  bytes: 16,
  constant: (value) => [...single.constant(value), ...simd(0x13)],
  spread: (address, offset = 0) => [...address, ...simd(0x09), 2, ...unsigned(offset)],
  load: (address, offset = 0) => [...address, ...simd(0x00), 2, ...unsigned(offset)],
  store: (address, value, offset = 0) => [
    ...address,
    ...value,
    ...simd(0x0b),
    2,
    ...unsigned(offset),
  ],
  add: (a, b) => [...a, ...b, ...simd(0xe4)],
  subtract: (a, b) => [...a, ...b, ...simd(0xe5)],
  multiply: (a, b) => [...a, ...b, ...simd(0xe6)],
  divide: (a, b) => [...a, ...b, ...simd(0xe7)],
  largest: (a, b) => [...a, ...b, ...simd(0xe9)],
};

/** Arithmetic on two 64-bit floats at a time. */
export const doubles = {
  bytes: 16,
  zero: [...four.constant(0)] as Code,
  /** Of a local variable or parameter of type f64, for both lanes. */
  spread: (value: Code): Code => [...value, ...simd(0x14)],
  load: four.load,
  store: four.store,
  add: (a: Code, b: Code): Code => [...a, ...b, ...simd(0xf0)],
  subtract: (a: Code, b: Code): Code => [...a, ...b, ...simd(0xf1)],
  multiply: (a: Code, b: Code): Code => [...a, ...b, ...simd(0xf2)],
  least: (a: Code, b: Code): Code => [...a, ...b, ...simd(0xf6)],
  largest: (a: Code, b: Code): Code => [...a, ...b, ...simd(0xf7)],
};

/** Four numbers out of the eight of two vectors, by index. */
export function pick(a: Code, b: Code, lanes: readonly [number, number, number, number]): Code {
  const bytes = lanes.flatMap((lane) => [4 * lane, 4 * lane + 1, 4 * lane + 2, 4 * lane + 3]);
  return [...a, ...b, ...simd(0x0d), ...bytes];
}

function simd(opcode: number): Code {
  return [0xfd, ...unsigned(opcode)];
}

function floatBytes(value: number): Code {
  return [...new Uint8Array(Float32Array.of(value).buffer)];
}
