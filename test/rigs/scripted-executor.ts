import type { Executor, ExecutorSession, JobOutcome } from '../../src/ports/executor.ts';
import type { FrozenAttempt } from '../../src/ports/frozen-attempt.ts';
import type { JobSpec } from '../../src/ports/job-spec.ts';

/** How an attempt ends; `hangs`: not before the test or a cancel ends it. */
export type Script = (spec: JobSpec) => JobOutcome | 'hangs';

export interface ScriptedFaults {
  readonly open?: () => Promise<void>;
  readonly launch?: (batch: readonly JobSpec[]) => void;
  /** In the place of ending what hangs as cancelled. */
  readonly cancel?: (tokens: readonly string[]) => Promise<void>;
  readonly close?: () => Promise<void>;
}

/** Starts nothing: the test decides how attempts end, and what the executor does wrong. */
export class ScriptedExecutor implements Executor {
  readonly name = 'scripted';
  readonly launched: JobSpec[] = [];
  readonly batches: (readonly string[])[] = [];
  readonly cancels: { readonly labels: readonly string[]; readonly how: string }[] = [];
  readonly #script: Script;
  readonly #faults: ScriptedFaults;
  readonly #running = new Map<string, JobSpec>();
  #session: ExecutorSession | undefined;
  isClosed = false;

  constructor(script: Script, faults: ScriptedFaults = {}) {
    this.#script = script;
    this.#faults = faults;
  }

  get session(): ExecutorSession {
    if (this.#session === undefined) throw new Error('not open');
    return this.#session;
  }

  /** Labels of attempts that run. */
  get running(): readonly string[] {
    return [...this.#running.values()].map(({ label }) => label);
  }

  async open(session: ExecutorSession): Promise<void> {
    await this.#faults.open?.();
    this.#session = session;
  }

  launch(batch: readonly JobSpec[]): void {
    this.batches.push(batch.map(({ label }) => label));
    this.#faults.launch?.(batch);
    for (const spec of batch) {
      this.launched.push(spec);
      this.#running.set(spec.token, spec);
      const outcome = this.#script(spec);
      if (outcome !== 'hangs') setImmediate(() => this.#end(spec, outcome));
    }
  }

  /** Ends an attempt that hangs. */
  end(label: string, outcome: JobOutcome): void {
    const spec = [...this.#running.values()].find((each) => each.label === label);
    if (spec === undefined) throw new Error(`${label} does not run`);
    this.#end(spec, outcome);
  }

  async cancel(tokens: readonly string[], how: 'gently' | 'at-once'): Promise<void> {
    const specs = tokens.flatMap((token) => this.#running.get(token) ?? []);
    this.cancels.push({ labels: specs.map(({ label }) => label), how });
    if (this.#faults.cancel !== undefined) {
      await this.#faults.cancel(tokens);
      return;
    }
    for (const spec of specs) this.#end(spec, { kind: 'cancelled' });
    await Promise.resolve();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.#faults.close?.();
    this.#running.clear();
  }

  /** Without the script: what was launched before is not the script's. */
  protected goOn(spec: JobSpec): void {
    this.#running.set(spec.token, spec);
  }

  #end(spec: JobSpec, outcome: JobOutcome): void {
    if (!this.#running.delete(spec.token)) return;
    this.session.started(spec.token);
    this.session.ended(spec.token, outcome, 5);
  }
}

/** One that also takes on what an earlier flow has launched; such attempts hang. */
export class AdoptingExecutor extends ScriptedExecutor {
  readonly adopted: string[] = [];

  adopt(attempts: readonly FrozenAttempt[]): void {
    for (const { spec } of attempts) {
      this.adopted.push(spec.token);
      this.goOn(spec);
    }
  }
}
