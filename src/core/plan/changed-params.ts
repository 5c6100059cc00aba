import { MISSING, readPath } from '../job/params-text.ts';
import type { OwnReason } from './reason.ts';

type Changes = Extract<OwnReason, { kind: 'params-changed' }>['changes'];

/**
 * What makes two canonical texts of params differ, by name; names within names as `a.b`. Where all
 * values are the same, it is the order of the names.
 */
export function changedParams(old: string, now: string): Changes {
  const before = leavesOf(old);
  const after = leavesOf(now);
  const names = [...new Set([...after.keys(), ...before.keys()])];
  const changes = names
    .map((name) => ({ name, old: before.get(name), new: after.get(name) }))
    .filter((change) => change.old !== change.new);
  if (changes.length > 0) return changes;
  return [{ name: '(order)', old: namesOf(before), new: namesOf(after) }];
}

function namesOf(leaves: ReadonlyMap<string, string>): string {
  return JSON.stringify([...leaves.keys()]);
}

/** Values that are no objects, by the names that lead to them. */
function leavesOf(text: string): Map<string, string> {
  const leaves = new Map<string, string>();
  const pending: [name: string, value: unknown][] = [['', JSON.parse(text)]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [name, value] = next;
    if (value === MISSING && readPath(name) !== undefined) continue;
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
