import { spawnSync } from 'node:child_process';
import { stringify } from 'yaml';
import { schemaFaults } from '../../src/lang/schema/schema-faults.ts';
import { workflowSchema } from '../../src/lang/schema/workflow-schema.ts';
import { parseYaml } from '../../src/lang/yaml/parse-yaml.ts';

const PROGRAM = `
import json, sys, warnings
warnings.simplefilter("ignore")
import jsonschema

given = json.load(sys.stdin)
jsonschema.Draft7Validator.check_schema(given["schema"])
validator = jsonschema.Draft7Validator(given["schema"])
json.dump([validator.is_valid(each) for each in given["values"]], sys.stdout)
`;

/** Is there a validator on this machine: Python's package `jsonschema`? */
export function hasValidator(): boolean {
  return spawnSync('python3', ['-c', 'import jsonschema']).status === 0;
}

/** Which of the values a JSON Schema of draft 7 accepts, as a validator that is not ours sees it. */
export function acceptedBy(schema: object, values: readonly unknown[]): readonly boolean[] {
  const input = JSON.stringify({ schema, values });
  const { status, stdout, stderr } = spawnSync('python3', ['-c', PROGRAM], {
    input,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const accepted: readonly boolean[] = JSON.parse(stdout);
  return accepted;
}

/** Whether the schema of workflow files accepts a value that is written as YAML, as `flow lint` sees it. */
export function isAccepted(value: unknown): boolean {
  const root = parseYaml(stringify(value), '/w/flow.yaml');
  return root !== undefined && schemaFaults(workflowSchema(), root).length === 0;
}
