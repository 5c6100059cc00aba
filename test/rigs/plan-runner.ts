import type { FileRow } from '../../src/core/records/journal-entry.ts';
import { runPlan } from '../../src/engine/run-plan.ts';
import type { RunResult, RunTools } from '../../src/engine/run-request.ts';
import type { JobOutcome } from '../../src/ports/executor.ts';
import type { JobSpec } from '../../src/ports/job-spec.ts';
import type { RunEvent } from '../../src/ports/run-event.ts';
import { ManualClock } from './manual-clock.ts';
import { MemoryJournal } from './memory-journal.ts';
import { newDigest, rowOf, type World } from './run-rig.ts';
import { ScriptedExecutor, type Script } from './scripted-executor.ts';

/** Every output comes out new, and every input is as it should be. */
export function success(spec: JobSpec): Extract<JobOutcome, { kind: 'succeeded' }> {
  return {
    kind: 'succeeded',
    inputs: spec.prepare.inputs.map(({ path }) => ({ path, digest: newDigest(path) })),
    inputFiles: [],
    outputs: spec.verify.outputs.map(({ path }) => rowOf(path, newDigest(path))),
  };
}

/** All that a run needs, from memory, and what it left there. */
export class PlanRunner {
  readonly world: World;
  readonly executor: ScriptedExecutor;
  readonly journal: MemoryJournal;
  readonly clock = new ManualClock();
  readonly events: RunEvent[] = [];
  readonly removed: string[] = [];
  readonly #listeners = new Set<(signal: string) => void>();
  readonly #changes: Partial<RunTools>;
  #result: RunResult | undefined;

  constructor(
    world: World,
    {
      executor = new ScriptedExecutor(success),
      journal = new MemoryJournal(),
      ...changes
    }: Partial<RunTools> & {
      readonly executor?: ScriptedExecutor;
      readonly journal?: MemoryJournal;
    } = {},
  ) {
    this.world = world;
    this.executor = executor;
    this.journal = journal;
    this.#changes = changes;
  }

  static script(world: World, script: Script): PlanRunner {
    return new PlanRunner(world, { executor: new ScriptedExecutor(script) });
  }

  async run(): Promise<RunResult> {
    this.#result = await runPlan({
      ...this.world.request,
      trashFolder: '.flow/trash/run',
      tools: {
        executor: this.executor,
        journal: this.journal,
        disk: {
          remove: (path) => this.removed.push(path),
          lstat: () => ({ type: 'file', size: 0, mtimeMs: 0 }),
          isProtected: () => false,
          protect: () => {},
          stat: () => ({ type: 'file', size: 0, mtimeMs: 0 }),
        },
        hasher: {
          fingerprint: (path): Promise<FileRow> => Promise.resolve(rowOf(path, newDigest(path))),
        },
        clock: this.clock,
        tell: (event) => this.events.push(event),
        onSignal: (call) => {
          this.#listeners.add(call);
          return () => this.#listeners.delete(call);
        },
        ...this.#changes,
      },
    });
    return this.#result;
  }

  get hasSettled(): boolean {
    return this.#result !== undefined;
  }

  signal(name = 'SIGINT'): void {
    for (const call of this.#listeners) call(name);
  }

  get isListening(): boolean {
    return this.#listeners.size > 0;
  }

  /** `started a`, `ended a failed`, …, in the order of telling. */
  get story(): readonly string[] {
    return this.events.flatMap((event) => {
      switch (event.kind) {
        case 'job-started':
          return [`start ${event.job.label}`];
        case 'job-ended':
          return [`${event.job.label} ${event.outcome.kind}${event.willRetry ? ', again' : ''}`];
        case 'job-skipped':
          return [`skip ${event.job.label}`];
        case 'job-pruned':
          return [`prune ${event.job.label}`];
        case 'job-held':
          return [`hold ${event.job.label}`];
        case 'run-started':
        case 'run-cancelled':
        case 'run-ended':
        case 'jobs-adopted':
        case 'temp-removed':
        case 'warned':
          return [event.kind];
      }
    });
  }
}
