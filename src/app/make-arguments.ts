import type { GivenValue } from '../core/catalogue/usage.ts';
import { isKeyed } from './options/option-row.ts';
import type { ArgumentParts, Arguments } from './parse-arguments.ts';

/** The values of all layers together; of `KEY=VALUE`, the last layer wins key by key. */
export function makeArguments({ layers, ...rest }: ArgumentParts): Arguments {
  const merged = new Map<string, readonly GivenValue[]>();
  for (const row of rest.command.options) {
    const all = layers.map(({ given }) => given.get(row.name) ?? []);
    merged.set(row.name, isKeyed(row) ? lastByKey(all) : all.flat());
  }
  const given = (flag: string): readonly GivenValue[] => merged.get(flag) ?? [];
  return {
    ...rest,
    has: (flag) => layers.some(({ switches }) => switches.has(flag)),
    value: (flag) => given(flag).at(-1)?.text,
    values: (flag) => given(flag).map(({ text }) => text),
    given,
  };
}

/** Of `KEY=VALUE`, those whose key no later layer gives. */
function lastByKey(layers: readonly (readonly GivenValue[])[]): readonly GivenValue[] {
  const taken = new Set<string>();
  const kept: GivenValue[][] = [];
  for (const layer of layers.toReversed()) {
    kept.push(layer.filter(({ text }) => !taken.has(keyOf(text))));
    for (const { text } of layer) taken.add(keyOf(text));
  }
  return kept.toReversed().flat();
}

function keyOf(text: string): string {
  return text.split('=', 1)[0] ?? '';
}
