import { FILE_DEFINITIONS } from './file-schemas.ts';
import {
  anyOf,
  type JsonSchema,
  listOf,
  oneOrList,
  PATH,
  record,
  refTo,
  TEXT,
} from './json-schema.ts';
import { RULE_SCHEMA } from './rule-schema.ts';

const NAMES = { ...listOf(TEXT), minItems: 2 };
const ORDER = record({ rules: NAMES, fallback: { type: 'boolean' } }, ['rules']);

/** The keys of a workflow file in YAML, in the order in which they are listed to people. */
export const WORKFLOW_FIELDS: Readonly<Record<string, JsonSchema>> = {
  config: { type: ['object', 'null'], description: 'Defaults of the config.' },
  include: { ...oneOrList(PATH), description: 'Other workflow files, by paths from this one.' },
  constraints: {
    type: 'object',
    description: 'A regular expression by wildcard, for all rules of the file.',
    additionalProperties: TEXT,
  },
  preamble: { ...TEXT, description: 'Shell text before the command of every job.' },
  order: {
    ...anyOf(NAMES, ORDER, listOf(anyOf(NAMES, ORDER))),
    description: 'Which rule is preferred for a file that several make, the first one first.',
  },
  envvars: {
    ...oneOrList({ type: 'string', pattern: String.raw`^[A-Za-z_]\w*$` }),
    description: 'Variables of the environment that the jobs need.',
  },
  rules: {
    type: 'object',
    description: 'The rules, under their names.',
    additionalProperties: refTo('rule'),
  },
};

/** The JSON Schema of workflow files in YAML, by which editors check and complete them. */
export function workflowSchema(): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A workflow of flow',
    ...record(WORKFLOW_FIELDS),
    ...anyOf({ required: ['rules'] }, { required: ['include'] }),
    definitions: { ...FILE_DEFINITIONS, rule: RULE_SCHEMA },
  };
}
