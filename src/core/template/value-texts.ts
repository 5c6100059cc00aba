import type { ValueFault } from './template-problem.ts';

/** The texts that a value stands for in a command: one, or those of a list, or why it has none. */
export function valueTexts(
  value: unknown,
): readonly string[] | Extract<ValueFault, { readonly kind: 'no-text' }> {
  const texts: string[] = [];
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const item of items) {
    const text = scalarText(item);
    if (text === undefined) return { kind: 'no-text', found: found(item) };
    texts.push(text);
  }
  return texts;
}

function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function found(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list in a list';
  return typeof value === 'object' ? 'a record' : typeof value;
}
