/** How deep values may nest; a value that contains itself nests for ever. */
const DEEPEST = 100;

/** Why a value has no canonical text: what was found, and where in the value. */
export interface CanonicalFault {
  /** `.a[0]`; empty for the value itself. */
  readonly path: string;
  readonly found: string;
}

/**
 * JSON that is the same for equal values: records sorted by key, no blanks. Only JSON values have
 * such a text; nothing is dropped or turned into null on the way.
 */
export function canonicalJson(value: unknown): string | { readonly fault: CanonicalFault } {
  try {
    return write(value, '', DEEPEST);
  } catch (error) {
    if (error instanceof NotCanonical) return { fault: error.fault };
    throw error;
  }
}

class NotCanonical extends Error {
  readonly fault: CanonicalFault;

  constructor(fault: CanonicalFault) {
    super(fault.found);
    this.fault = fault;
  }
}

function write(value: unknown, path: string, depth: number): string {
  if (depth === 0) throw new NotCanonical({ path: '', found: 'nested too deep, or in itself' });
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'number':
      if (!Number.isFinite(value)) throw new NotCanonical({ path, found: String(value) });
      return JSON.stringify(value);
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? writeList(value, path, depth) : writeRecord(value, path, depth);
    case 'function':
    case 'bigint':
    case 'symbol':
    case 'undefined':
      throw new NotCanonical({ path, found: typeof value });
  }
}

function writeList(list: readonly unknown[], path: string, depth: number): string {
  // Holes are undefined here, and refused.
  const items = Array.from(list, (item, index) => write(item, `${path}[${index}]`, depth - 1));
  return `[${items.join(',')}]`;
}

function writeRecord(record: object, path: string, depth: number): string {
  if (!isPlain(record)) throw new NotCanonical({ path, found: kindOf(record) });
  const entries = Object.entries(record)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${write(item, `${path}.${key}`, depth - 1)}`);
  return `{${entries.join(',')}}`;
}

/** Made by `{…}` or `JSON.parse`, here or in another realm: no class, so nothing is hidden. */
function isPlain(record: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(record);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function kindOf(record: object): string {
  const maker: unknown = record.constructor;
  return typeof maker === 'function' && maker.name !== '' ? `a ${maker.name}` : 'an object';
}
