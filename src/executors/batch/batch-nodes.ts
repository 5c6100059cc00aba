import { nodeAvoided } from '../../core/catalogue/executor.ts';
import type { Diagnostic } from '../../core/diagnostic.ts';
import type { JobOutcome } from '../../ports/executor.ts';
import type { BatchAttempt } from './batch-attempt.ts';
import type { BatchSystem } from './batch-system.ts';
import { type BadNode, type NodeEnding, NodeHealth } from './node-health.ts';

/** A job that fails within so long fails at once. */
const AT_ONCE_MS = 10_000;

/** Keeps jobs from nodes that fail everything, where the system can do that. */
export class BatchNodes {
  readonly #system: BatchSystem;
  readonly #health = new NodeHealth();
  #found: BadNode[] = [];

  constructor(system: BatchSystem) {
    this.#system = system;
  }

  note(attempt: BatchAttempt, outcome: JobOutcome, durationMs: number): void {
    const { node, spec } = attempt;
    const end = endOf(attempt, outcome, durationMs);
    if (node === undefined || end === undefined) return;
    const { label, rule } = spec;
    for (const bad of this.#health.note({ node, job: label, rule, end })) this.#found.push(bad);
  }

  /** Has the system avoid what was found since the last time; warnings of it. */
  async avoid(open: readonly BatchAttempt[]): Promise<readonly Diagnostic[]> {
    const found = this.#found;
    const { name } = this.#system;
    if (found.length === 0 || this.#system.avoid === undefined) return [];
    this.#found = [];
    const waiting = open.flatMap(({ phase, job, observation, spec }) =>
      phase === 'submitted' && job !== undefined && observation?.state === 'queued'
        ? [{ job, spec }]
        : [],
    );
    await this.#system.avoid(
      found.map(({ node }) => node),
      waiting,
    );
    return found.map(({ node, jobs }) => nodeAvoided({ node, jobs, system: name }));
  }
}

function endOf(
  { record, lastStart }: BatchAttempt,
  outcome: JobOutcome,
  durationMs: number,
): NodeEnding['end'] | undefined {
  if (outcome.kind === 'succeeded') return 'good';
  if (outcome.kind !== 'failed') return undefined;
  if (outcome.cause === 'node' && lastStart < 0) return 'machine';
  const isAtOnce = record !== undefined && durationMs < AT_ONCE_MS;
  return isAtOnce && COUNTED.has(outcome.cause) ? 'at-once' : undefined;
}

/** Others say something of the job, and nothing of the node. */
const COUNTED: ReadonlySet<string> = new Set(['exit', 'signal', 'start', 'node', 'missing-output']);
