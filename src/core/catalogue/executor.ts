// Where jobs run, and what was left running there.

import type { Diagnostic } from '../diagnostic.ts';

/** Attempts at what is to be made, of which only another executor can say whether they have ended. */
export function stillElsewhere({
  label,
  count,
  where,
}: {
  readonly label: string;
  readonly count: number;
  readonly where: string;
}): Diagnostic {
  const others = count === 1 ? '' : `, and ${count - 1} more,`;
  return {
    code: 'still-elsewhere',
    kind: 'usage',
    severity: 'error',
    title: `\`${label}\`${others} may still be run by \`${where}\`, where an earlier flow has left ${count === 1 ? 'it' : 'them'}`,
    spans: [],
    facts: [],
    hint: `run with \`-e ${where}\`: what runs goes on there, what has ended is taken as it ended`,
  };
}

/** Jobs that an executor's queue keeps until a person does something. `remedy`: for the first. */
export function heldInQueue(held: {
  readonly label: string;
  readonly id: string;
  readonly count: number;
  readonly system: string;
  readonly said: string;
  readonly remedy: string | undefined;
}): Diagnostic {
  const { label, id, count, system, said, remedy } = held;
  const [others, are, they] =
    count === 1 ? ['', 'is', 'does'] : [`, and ${count - 1} more,`, 'are', 'do'];
  return {
    code: 'held-in-queue',
    kind: 'environment',
    severity: 'warning',
    title: `\`${label}\`${others} ${are} held in the queue of ${system}, and ${they} not start by ${count === 1 ? 'itself' : 'themselves'}`,
    spans: [],
    facts: [
      ['job', id],
      [`${system} says`, said],
    ],
    ...(remedy === undefined ? {} : { hint: remedy }),
  };
}

const FAILED_SHOWN = 3;

/** Jobs fail on a node as soon as they are there, and do well elsewhere. */
export function nodeAvoided({
  node,
  jobs,
  system,
}: {
  readonly node: string;
  readonly jobs: readonly string[];
  readonly system: string;
}): Diagnostic {
  const names = jobs.slice(0, FAILED_SHOWN).map((label) => `\`${label}\``);
  return {
    code: 'node-avoided',
    kind: 'environment',
    severity: 'warning',
    title: `jobs fail at once on node \`${node}\` of ${system}: this run gives it no more`,
    spans: [],
    facts: [['failed there', names.join(', ')]],
    hint: 'see the logs of these jobs, and tell those who look after the cluster; the next run tries it again',
  };
}
