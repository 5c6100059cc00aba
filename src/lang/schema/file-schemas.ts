import {
  anyOf,
  CONFIG,
  FLAG,
  type JsonSchema,
  listOf,
  oneOrList,
  PATH,
  record,
  refTo,
  SCALAR,
  TEXT,
} from './json-schema.ts';

/** A record that is no record of names, as it has just this key. */
function lone(key: string, schema: JsonSchema): JsonSchema {
  return record({ [key]: schema }, [key]);
}

/** Files under names: a record that is none of those that mean something of their own. */
function named(group: JsonSchema, meanings: readonly JsonSchema[]): JsonSchema {
  return {
    type: 'object',
    propertyNames: { pattern: String.raw`^[A-Za-z_]\w*$` },
    not: anyOf(...meanings),
    additionalProperties: group,
  };
}

function hasOnly(key: string): JsonSchema {
  return { required: [key], maxProperties: 1 };
}

const REFERENCE = record({ rule: TEXT, output: TEXT }, ['rule']);
const MULTIEXT = record(
  {
    multiext: TEXT,
    ext: anyOf(listOf(TEXT), { type: 'object', additionalProperties: TEXT }, CONFIG),
  },
  ['multiext', 'ext'],
);
const IS_MULTIEXT: JsonSchema = { required: ['multiext', 'ext'], maxProperties: 2 };
const IS_REFERENCE: JsonSchema = {
  required: ['rule'],
  propertyNames: { enum: ['rule', 'output'] },
};

const EXPAND: JsonSchema = {
  type: 'object',
  description: 'Paths with values in the place of wildcards.',
  properties: {
    expand: oneOrList(anyOf(PATH, refTo('reference'), refTo('multiext'))),
    from: refTo('rows'),
    how: anyOf({ enum: ['product', 'zip'] }, CONFIG),
    partial: anyOf({ type: 'boolean' }, CONFIG),
  },
  required: ['expand'],
  additionalProperties: oneOrList(SCALAR),
};

const CONDITIONS = anyOf({ type: 'object', additionalProperties: SCALAR }, CONFIG);

const LOOKUP = record(
  {
    table: { ...PATH, description: 'A .csv, .tsv or .tab file.' },
    where: CONDITIONS,
    column: oneOrList(TEXT),
    all: FLAG,
  },
  ['table'],
);

const GRID = anyOf(
  { type: 'object', additionalProperties: anyOf(listOf(SCALAR), CONFIG) },
  listOf({ type: 'object', additionalProperties: SCALAR }),
  CONFIG,
);

const ROWS = anyOf(
  lone('discover', PATH),
  record({ table: PATH, where: CONDITIONS }, ['table']),
  lone('grid', refTo('grid')),
);

const LOOKUP_INPUT: JsonSchema = {
  required: ['lookup'],
  maxProperties: 1,
  properties: { lookup: { type: 'object' } },
};

const INPUT_FLAGS = ['ancient', 'orderOnly'];

const INPUT = anyOf(
  PATH,
  refTo('reference'),
  refTo('expand'),
  refTo('multiext'),
  lone('glob', PATH),
  lone('lookup', refTo('lookup')),
  ...INPUT_FLAGS.map((flag) => lone(flag, refTo('inputs'))),
);

const INPUT_MEANINGS: readonly JsonSchema[] = [
  { required: ['expand'] },
  IS_REFERENCE,
  IS_MULTIEXT,
  LOOKUP_INPUT,
  ...['glob', ...INPUT_FLAGS].map(hasOnly),
];

/** Flags of outputs that stand around a path alone. */
const OUTPUT_FLAGS = ['temp', 'directory', 'protect', 'touch', 'optional'];

const ONE_OUTPUT = anyOf(
  PATH,
  ...OUTPUT_FLAGS.map((flag) => lone(flag, refTo('oneOutput'))),
  record({ ensure: refTo('oneOutput'), nonEmpty: FLAG, sha256: TEXT }, ['ensure']),
  ...['caption', 'category'].map((how) =>
    record({ report: refTo('oneOutput'), caption: TEXT, category: TEXT }, ['report', how]),
  ),
);

const OUTPUT_MEANINGS: readonly JsonSchema[] = [
  IS_MULTIEXT,
  { required: ['ensure'] },
  { required: ['report', 'caption'] },
  { required: ['report', 'category'] },
  ...OUTPUT_FLAGS.map(hasOnly),
];

/** What inputs and outputs are made of. */
export const FILE_DEFINITIONS: Readonly<Record<string, JsonSchema>> = {
  config: {
    type: 'string',
    description: 'A value of the config, of any kind.',
    pattern: String.raw`^\{config[.\[][^{}]*\}$`,
  },
  reference: { ...REFERENCE, description: 'An output of another rule.' },
  multiext: { ...MULTIEXT, description: 'Paths that differ only in how they end.' },
  expand: EXPAND,
  rows: { ...ROWS, description: 'Values of wildcards that go together.' },
  lookup: { ...LOOKUP, description: 'A field of the row of a table, some fields, or the row.' },
  grid: { ...GRID, description: 'A space of parameters: lists under names, or points.' },
  input: INPUT,
  // A list within a list is mostly what an anchor stands for.
  inputList: listOf(oneOrList(refTo('input'))),
  inputs: anyOf(
    refTo('input'),
    refTo('inputList'),
    named(anyOf(refTo('input'), refTo('inputList')), INPUT_MEANINGS),
  ),
  oneOutput: ONE_OUTPUT,
  output: anyOf(refTo('oneOutput'), refTo('multiext')),
  outputs: anyOf(
    refTo('output'),
    listOf(refTo('output')),
    named(oneOrList(refTo('output')), OUTPUT_MEANINGS),
  ),
};
