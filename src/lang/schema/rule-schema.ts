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

/** A number, or a text with a unit. */
const AMOUNT: JsonSchema = { type: ['number', 'string'] };
const TEXTS: JsonSchema = { type: 'object', additionalProperties: TEXT };

/** A way to run a job: threads, an expected duration, and any resource. */
const VARIANT: JsonSchema = { type: 'object', additionalProperties: AMOUNT };

const RESOURCES: JsonSchema = {
  type: 'object',
  properties: {
    oneOf: {
      type: 'array',
      minItems: 1,
      items: VARIANT,
      description: 'Ways to run it, the best first: it runs by the first that the run can hold.',
    },
    mem: { ...AMOUNT, description: 'Memory: "4 GB", or a number of MB.' },
    disk: { ...AMOUNT, description: 'Disk: "4 GB", or a number of MB.' },
    time: { ...AMOUNT, description: 'The longest it may run: "4 h", or a number of minutes.' },
    gpus: { ...AMOUNT, description: 'Cards: a whole number, or a share of one below 1.' },
    gpuMem: { ...AMOUNT, description: 'Memory of a card: "16 GB", or a number of MB.' },
  },
  additionalProperties: AMOUNT,
};

/**
 * The fields of a rule, as YAML has them, in the order in which they are listed to people. What
 * says which fields there are, in either face, is made from this table, and so is the schema by
 * which editors check workflow files.
 */
export const RULE_FIELDS: Readonly<Record<string, JsonSchema>> = {
  input: { ...refTo('inputs'), description: 'The files that it needs.' },
  after: {
    ...anyOf({ enum: ['any'] }, CONFIG),
    description: 'any: it runs once the jobs that make its inputs have ended, in whatever way.',
  },
  output: {
    ...refTo('outputs'),
    description: 'The files that it makes: patterns, whose wildcards are those of the rule.',
  },
  params: {
    description: 'Values that the command sees and that are no files; a change is a reason to run.',
    ...anyOf(
      { type: 'object', propertyNames: { pattern: String.raw`^[A-Za-z_]\w*$` } },
      { type: 'array' },
      CONFIG,
    ),
  },
  log: { ...oneOrList(PATH), description: 'Log files that the command writes itself.' },
  benchmark: { ...PATH, description: 'A table of what a job took, written by flow.' },
  message: { ...TEXT, description: 'Said when a job starts.' },
  threads: {
    ...anyOf({ type: 'integer', minimum: 1 }, TEXT),
    description: 'CPU cores; 1 if nothing is said.',
  },
  resources: { ...anyOf(RESOURCES, CONFIG), description: 'What a job takes while it runs.' },
  priority: { ...anyOf({ type: 'number' }, CONFIG), description: 'More is earlier.' },
  retries: {
    ...anyOf({ type: 'integer', minimum: 0 }, CONFIG),
    description: 'How often a failed attempt is tried again.',
  },
  expect: { ...AMOUNT, description: 'How long a job takes: "4 h", or a number of minutes.' },
  constraints: { ...TEXTS, description: 'A regular expression by wildcard.' },
  shell: { ...TEXT, description: 'A command, run by bash -euo pipefail.' },
  exec: { ...listOf(SCALAR), description: 'A program and its arguments; no shell reads them.' },
  script: { ...PATH, description: 'A script, by its path from this file.' },
  preamble: { ...TEXT, description: 'Shell text before the command, in the same shell.' },
  default: { ...FLAG, description: 'Made when no target is given.' },
  localRule: { ...FLAG, description: 'Its jobs run beside flow, wherever others do.' },
};

const RUN_PARTS = ['shell', 'exec', 'script'];

/** A rule: none but the fields, and one way to run at most. */
export const RULE_SCHEMA: JsonSchema = {
  ...record(RULE_FIELDS),
  not: anyOf(
    ...RUN_PARTS.flatMap((part, index) =>
      RUN_PARTS.slice(index + 1).map((other) => ({ required: [part, other] })),
    ),
  ),
};
