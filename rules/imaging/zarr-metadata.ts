import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'dagflow';
import { isZarrCodec, type ZarrCodec } from './zarr-codecs.ts';

interface SampleKind {
  readonly kind: 'uint' | 'int' | 'float';
  readonly bits: number;
}

/** What an array's metadata say, of version 2 or 3 alike. */
export interface ZarrShape extends SampleKind {
  readonly shape: readonly number[];
  readonly chunks: readonly number[];
  readonly isLittle: boolean;
  /** What a chunk without a file is filled with. */
  readonly fill: number;
  /** Undone in this order. */
  readonly codecs: readonly ZarrCodec[];
  /** The file of a chunk, from its indices. */
  readonly fileOf: (indices: readonly number[]) => string;
}

const lengths = z.array(z.number().int().positive());

const Version2 = z.object({
  zarr_format: z.literal(2),
  shape: lengths,
  chunks: lengths,
  dtype: z.string(),
  compressor: z.looseObject({ id: z.string() }).nullable(),
  filters: z.array(z.looseObject({ id: z.string() })).nullish(),
  order: z.string().default('C'),
  fill_value: z.unknown(),
  dimension_separator: z.enum(['.', '/']).default('.'),
});

const named = z.looseObject({
  name: z.string(),
  configuration: z.record(z.string(), z.unknown()).default({}),
});

const Version3 = z.object({
  zarr_format: z.literal(3),
  node_type: z.literal('array'),
  shape: lengths,
  data_type: z.string(),
  chunk_grid: named,
  chunk_key_encoding: named,
  fill_value: z.unknown(),
  codecs: z.array(named),
});

/** The metadata of the array in a folder, of Zarr version 2 or 3. */
export function readZarrArray(path: string): ZarrShape {
  const [third, second] = [join(path, 'zarr.json'), join(path, '.zarray')];
  const array = existsSync(third) ? version3(third) : version2(second);
  const { shape, chunks } = array;
  if (shape.length < 2 || chunks.length !== shape.length) {
    throw new Error(`an array of shape ${shape.join('×')} in chunks of ${chunks.join('×')}`);
  }
  const bytes = chunks.reduce((product, size) => product * size, array.bits / 8);
  if (bytes > 2 ** 31) throw new Error(`chunks of ${bytes} bytes are not supported`);
  return array;
}

function version2(path: string): ZarrShape {
  const array = parse(path, Version2);
  const { compressor, filters, order, dimension_separator: separator } = array;
  if (order !== 'C') throw new Error(`samples in the order “${order}” are not supported`);
  const [filter] = filters ?? [];
  if (filter !== undefined) throw new Error(`the filter “${filter.id}” is not supported`);
  const [, sign = '', letter = '', bytes = ''] = /^([<>|])([a-z])(\d)$/.exec(array.dtype) ?? [];
  const kind = { u: 'uint', i: 'int', f: 'float' }[letter];
  const sample = kindOf(`${kind ?? array.dtype}${8 * Number(bytes)}`);
  return {
    ...sample,
    shape: array.shape,
    chunks: array.chunks,
    isLittle: sign !== '>',
    fill: numberOf(array.fill_value),
    codecs: compressor === null ? [] : [codecOf(compressor.id)],
    fileOf: (indices) => indices.join(separator),
  };
}

function version3(path: string): ZarrShape {
  const array = parse(path, Version3);
  if (array.chunk_grid.name !== 'regular') {
    throw new Error(`the chunk grid “${array.chunk_grid.name}” is not supported`);
  }
  const chunks = lengths.parse(array.chunk_grid.configuration['chunk_shape']);
  const codecs: ZarrCodec[] = [];
  let isLittle: boolean | undefined;
  for (const { name, configuration } of array.codecs) {
    if (name === 'bytes') isLittle = configuration['endian'] !== 'big';
    else if (isLittle === undefined || !isZarrCodec(name)) throw unsupported(name);
    else codecs.unshift(name);
  }
  if (isLittle === undefined) throw new Error('it has no codec “bytes”');
  return {
    ...kindOf(array.data_type),
    shape: array.shape,
    chunks,
    isLittle,
    fill: numberOf(array.fill_value),
    codecs,
    fileOf: keysOf(array.chunk_key_encoding),
  };
}

function keysOf({ name, configuration }: z.infer<typeof named>): ZarrShape['fileOf'] {
  const separator = configuration['separator'] ?? (name === 'v2' ? '.' : '/');
  if ((name !== 'default' && name !== 'v2') || (separator !== '.' && separator !== '/')) {
    throw new Error(`the chunk keys “${name}” are not supported`);
  }
  const prefix = name === 'default' ? ['c'] : [];
  return (indices) => [...prefix, ...indices].join(separator);
}

function codecOf(name: string): ZarrCodec {
  if (!isZarrCodec(name)) throw unsupported(name);
  return name;
}

function unsupported(codec: string): Error {
  return new Error(`the codec “${codec}” is not supported`);
}

function kindOf(name: string): SampleKind {
  const [, kind, bits] = /^(uint|int|float)(\d+)$/.exec(name) ?? [];
  const widths = { uint: [8, 16, 32], int: [8, 16, 32], float: [16, 32, 64] };
  const isKnown = kind === 'uint' || kind === 'int' || kind === 'float';
  if (!isKnown || !widths[kind].includes(Number(bits))) {
    throw new Error(`samples of type “${name}” are not supported`);
  }
  return { kind, bits: Number(bits) };
}

/** A fill value; null means that nobody cares, some writers write numbers as text. */
function numberOf(value: unknown): number {
  if (value === null || value === undefined || value === false) return 0;
  const number = typeof value === 'string' ? Number(value) : value;
  if (value === 'NaN') return Number.NaN;
  if (typeof number !== 'number' || Number.isNaN(number)) {
    throw new Error(`the fill value ${JSON.stringify(value)} is not supported`);
  }
  return number;
}

/** A JSON file of a shape; throws what of it is missing or wrong. */
export function parse<Value>(path: string, shape: z.ZodType<Value>): Value {
  const result = shape.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}
