import { spawnSync } from 'node:child_process';

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
