import type { Rule } from '../rule/rule.ts';

/** A job for people: `registration`, `stitch cycle=1`, `align sample=A, lane=2`. */
export function jobLabel(rule: Rule, wildcardValues: readonly string[]): string {
  if (wildcardValues.length === 0) return rule.name;
  return `${rule.name} ${wildcardText(rule.wildcardNames, wildcardValues)}`;
}

/** `sample=A, lane=2`. Names and values in the same order. */
export function wildcardText(names: readonly string[], values: readonly string[]): string {
  if (names.length === 1) return `${names[0]}=${values[0] ?? ''}`;
  return names.map((name, index) => `${name}=${values[index] ?? ''}`).join(', ');
}
