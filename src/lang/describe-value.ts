/** A value as a message names it: `a number`, `a list`, `nothing`. */
export function describeValue(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'function') return isClass(value) ? 'a class' : 'a function';
  if (typeof value === 'object') return value instanceof Promise ? 'a promise' : 'a record';
  if (typeof value === 'string') return value === '' ? 'an empty text' : `the text \`${value}\``;
  return typeof value === 'boolean' || typeof value === 'number'
    ? `\`${value}\``
    : `a ${typeof value}`;
}

/** Declared with `class`: its text begins so, by the language's definition. */
export function isClass(value: object): boolean {
  return typeof value === 'function' && /^class\b/u.test(Function.prototype.toString.call(value));
}
