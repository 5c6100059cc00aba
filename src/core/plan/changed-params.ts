import type { OwnReason } from './reason.ts';

type Changes = Extract<OwnReason, { kind: 'params-changed' }>['changes'];

/** Tells two canonical texts of params apart, by name; names within names as `config.a.b`. */
export function changedParams(old: string, now: string): Changes {
  const before = leavesOf(old);
  const after = leavesOf(now);
  const names = [...new Set([...after.keys(), ...before.keys()])];
  return names
    .map((name) => ({ name, old: before.get(name), new: after.get(name) }))
    .filter((change) => change.old !== change.new);
}

/** Values that are no objects, by the names that lead to them. */
function leavesOf(text: string): Map<string, string> {
  const leaves = new Map<string, string>();
  const pending: [name: string, value: unknown][] = [['', JSON.parse(text)]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [name, value] = next;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      leaves.set(name, JSON.stringify(value));
      continue;
    }
    const parts = Object.entries(value).map(([part, inside]): [string, unknown] => [
      name === '' ? part : `${name}.${part}`,
      inside,
    ]);
    if (parts.length === 0 && name !== '') leaves.set(name, '{}');
    for (const part of parts.toReversed()) pending.push(part);
  }
  return leaves;
}
