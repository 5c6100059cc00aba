import assert from 'node:assert/strict';
import type { LaunchEffect } from '../../src/engine/run-effect.ts';
import type { RunMachine } from '../../src/engine/machine.ts';
import type { JobWait } from '../../src/ports/wait-view.ts';
import type { AnyLimits } from './any-world.ts';
import type { World } from './run-rig.ts';

interface Watched {
  readonly world: World;
  readonly limits: AnyLimits;
  readonly machine: RunMachine;
  readonly running: ReadonlyMap<string, LaunchEffect>;
}

/**
 * Asks for every job why it waits, and throws where the answer does not hold: each job that waits
 * has a reason, and what is said to be short is short by what runs.
 */
export function checkWaits(watched: Watched): void {
  const { world, machine, running } = watched;
  const all = machine.waits({});
  assert.ok(all.kind === 'view');
  assert.equal(all.view.running.length, running.size);
  for (let job = 0; job < world.graph.jobCount; job += 1) {
    const answer = machine.waits({ job: world.name(job) });
    assert.ok(answer.kind === 'view', `job ${job} is not known`);
    const [first] = answer.view.waits;
    assert.equal(first?.job.id, job);
    if (first !== undefined) checkCause(first, watched);
  }
}

function checkCause({ job, cause }: JobWait, { limits, running }: Watched): void {
  const launches = [...running.values()];
  const isRunning = launches.some((launch) => launch.job === job.id);
  assert.equal(cause.kind === 'running', isRunning, `job ${job.id} runs or does not`);
  if (cause.kind === 'turn') assert.fail(`job ${job.id} would fit and does not run`);
  if (cause.kind === 'needs')
    assert.ok(cause.needCount >= cause.needs.length && cause.needCount > 0);
  if (cause.kind !== 'short') return;
  assert.ok(cause.shortages.length > 0);
  for (const { resource, asked, free, has, holders, holderCount } of cause.shortages) {
    assert.ok(holderCount <= launches.length && holders.length <= holderCount);
    assert.ok(has >= Math.ceil(asked), `job ${job.id} could never get ${asked} of ${resource}`);
    if (resource === 'gpus') continue;
    const used = launches.map(({ request }) => usedOf(resource, request));
    const sum = used.reduce((total, amount) => total + amount, 0);
    assert.ok(asked > free, `${resource} is short and is not`);
    assert.equal(free, has - sum);
    assert.equal(has, { cores: limits.cores, jobs: limits.jobs, licence: 2 }[resource]);
    assert.equal(holderCount, used.filter((amount) => amount > 0).length);
  }
}

function usedOf(resource: string, request: LaunchEffect['request']): number {
  if (resource === 'jobs') return 1;
  return resource === 'cores' ? request.threads : Number(request.custom[resource] ?? 0);
}
