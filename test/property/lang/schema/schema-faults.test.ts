import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { FlowError } from '../../../../src/core/diagnostic.ts';
import { RULE_FIELDS } from '../../../../src/lang/schema/rule-schema.ts';
import { WORKFLOW_FIELDS, workflowSchema } from '../../../../src/lang/schema/workflow-schema.ts';
import { acceptedBy, hasValidator, isAccepted } from '../../../rigs/json-schema.ts';
import { workflowShape } from '../../../rigs/workflow-shapes.ts';
import { open } from '../../../unit/lang/workflow-rig.ts';

const SHAPES = workflowShape(Object.keys(RULE_FIELDS), Object.keys(WORKFLOW_FIELDS));

test.skipIf(!hasValidator())('a validator that is not ours accepts the same files', () => {
  const values = fc.sample(SHAPES, { numRuns: 3000 });
  const theirs = acceptedBy(workflowSchema(), values);
  const ours = values.map(isAccepted);
  expect(values.filter((_, index) => ours[index] !== theirs[index])).toEqual([]);
  // Neither is rare.
  expect(ours.filter((it) => it).length).toBeGreaterThan(300);
  expect(ours.filter((it) => !it).length).toBeGreaterThan(300);
});

test('what the schema refuses is refused when the file is read, too', async () => {
  await fc.assert(
    fc.asyncProperty(SHAPES, async (value) => {
      if (isAccepted(value)) return;
      await expect(open({ 'flow.yaml': stringify(value), 't.csv': 'w\n1\n' })).rejects.toThrow(
        FlowError,
      );
    }),
    { numRuns: 1000 },
  );
});
