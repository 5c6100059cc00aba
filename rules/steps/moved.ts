import { transfer } from 'dagflow';

/** A result of `parallelMap` whose samples go to the other thread without being copied. */
export function moved<Value extends object>(value: Value, { buffer }: Float32Array): Value {
  return buffer instanceof ArrayBuffer ? transfer(value, [buffer]) : value;
}
