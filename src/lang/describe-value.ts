/** A value as a message names it: `a number`, `a list`, `nothing`. */
export function describeValue(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object') return value instanceof Promise ? 'a promise' : 'a record';
  if (typeof value === 'string') return value === '' ? 'an empty text' : `the text \`${value}\``;
  return typeof value === 'boolean' || typeof value === 'number'
    ? `\`${value}\``
    : `a ${typeof value}`;
}
