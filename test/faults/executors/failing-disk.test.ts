import { describe, expect, test } from 'vitest';
import type { Disk } from '../../../src/ports/disk.ts';
import type { JobOutcome } from '../../../src/ports/executor.ts';
import { ExecutorRig, type JobOrder, siblingOf } from '../../conformance/executor/executor-rig.ts';
import { openLocal } from '../../conformance/open-local.ts';
import { type Fault, faultyCalls } from '../../rigs/faulty-disk.ts';

/** More calls than any of these attempts makes; each test checks that it is. */
const ENOUGH_CALLS = 60;

const ATTEMPTS: Readonly<Record<string, JobOrder>> = {
  'an attempt that makes its outputs': {
    shell: 'echo new > out/a; mkdir out/d; echo new > out/d/x; echo new > out/b',
  },
  'an attempt that fails halfway': { shell: 'echo part > out/a; echo part > out/b; exit 1' },
  'an attempt that forgets an output': { shell: 'echo new > out/a; mkdir out/d' },
};

describe.each(Object.entries(ATTEMPTS))('%s', (_name, order) => {
  test.each<{ fault: Fault; how: string }>([
    { fault: 'is-refused', how: 'refuses one call' },
    { fault: 'dies-before', how: 'refuses all calls from one on' },
  ])('loses nothing to a disk that $how, whichever it is', async ({ fault }) => {
    let wasReached = true;
    for (let at = 1; wasReached && at <= ENOUGH_CALLS; at += 1) {
      wasReached = await tryWith({ fault, at, code: at % 2 === 0 ? 'ENOSPC' : 'EIO' }, order);
    }
    expect(wasReached, 'the last fault came after the end').toBe(false);
  });
});

/** Answers whether the call came that was to fail. */
async function tryWith(
  plan: { readonly fault: Fault; readonly at: number; readonly code: string },
  order: JobOrder,
): Promise<boolean> {
  let isReached: (() => boolean) | undefined;
  const opened = await openLocal({
    disk: (disk) => {
      const faulty = faultyCalls<Disk>(disk, plan);
      isReached = faulty.isReached;
      return faulty.calls;
    },
  });
  const rig = new ExecutorRig(opened);
  await rig.open();
  rig.write('in', 'input').write('out/a', 'old').write('out/d/x', 'old');
  const { spec, outcome } = rig.launch({
    ...order,
    inputs: ['in'],
    outputs: ['out/a', 'out/d/', 'out/b'],
    writeFiles: [{ path: 'job.json', text: '{}' }],
  });
  checkOutputs(await outcome, { rig, token: spec.token, at: plan.at });
  expect(rig.read('in')).toBe('input');
  await rig.close();
  return isReached?.() === true;
}

interface Tried {
  readonly rig: ExecutorRig;
  readonly token: string;
  readonly at: number;
}

function checkOutputs(outcome: JobOutcome, { rig, token, at }: Tried): void {
  const label = `fault at call ${at}: ${JSON.stringify(outcome)}`;
  if (outcome.kind === 'succeeded') {
    expect(
      ['out/a', 'out/d/x', 'out/b'].map((it) => rig.read(it)),
      label,
    ).toEqual(['new\n', 'new\n', 'new\n']);
    return;
  }
  expect(outcome.kind, label).toBe('failed');
  const detail = outcome.kind === 'failed' ? outcome.detail : '';
  for (const [output, file] of [
    ['out/a', ''],
    ['out/d', '/x'],
  ]) {
    const sibling = siblingOf(`${output}`, token);
    if (rig.read(`${output}${file}`) === 'old') continue;
    expect(rig.read(`${sibling}${file}`), label).toBe('old');
    expect(detail, label).toContain(`\`${sibling}\``);
  }
  if (rig.has('out/b')) expect(detail, label).toContain('`out/b` could not be removed');
}
