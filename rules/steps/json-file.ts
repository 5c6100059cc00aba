import { readFileSync, writeFileSync } from 'node:fs';

/** Indented JSON, the keys in the order of the value. */
export function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, undefined, 1)}\n`);
}

/** What a step of ours wrote; its shape is that step's. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the step
export function readJson<Value>(path: string): Value {
  // Only files that our own steps write are read, and they are written from values of this type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return JSON.parse(readFileSync(path, 'utf8')) as Value;
}
