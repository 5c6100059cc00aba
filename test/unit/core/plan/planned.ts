import { createHash } from 'node:crypto';
import type { JobGraph, JobId } from '../../../../src/core/graph/job-graph.ts';
import { acceptanceOf } from '../../../../src/core/plan/acceptance.ts';
import { InputChanges } from '../../../../src/core/plan/input-changes.ts';
import type { PlanInput } from '../../../../src/core/plan/plan-input.ts';
import { type Plan, VERDICT } from '../../../../src/core/plan/plan.ts';
import type { OwnReason, Reason } from '../../../../src/core/plan/reason.ts';
import { jobNamed } from '../../../rigs/graph-rig.ts';

/** A plan, asked by the labels of jobs and the names of files. */
export class Planned {
  readonly input: PlanInput;
  readonly plan: Plan;
  readonly #changes: InputChanges;

  constructor(input: PlanInput, plan: Plan) {
    this.input = input;
    this.plan = plan;
    this.#changes = new InputChanges(input, plan);
  }

  verdict(label: string): string {
    const verdict = this.plan.verdict[this.#job(label)];
    return Object.entries(VERDICT).find(([, value]) => value === verdict)?.[0] ?? '?';
  }

  reasons(label: string): readonly Reason[] {
    return this.plan.reasons(this.#job(label));
  }

  adopted(): string[] {
    return this.plan.adopted.map((job) => ruleName(this.plan.graph, job));
  }

  edited(): string[] {
    return this.plan.edited.map((file) => this.plan.graph.paths.path(file));
  }

  isEdited(label: string): boolean {
    return this.plan.isEdited[this.#job(label)] === 1;
  }

  /** `content`: undefined where nobody knows it; `absent`. */
  ofRemade(label: string, path: string, content: string | undefined): OwnReason | undefined {
    const isText = content !== undefined && content !== 'absent';
    const digest = isText ? digestOf(content) : content;
    return this.#changes.ofRemade(this.#job(label), this.plan.graph.paths.find(path), digest);
  }

  ofKept(label: string, path: string): OwnReason | undefined {
    return this.#changes.ofKept(this.#job(label), this.plan.graph.paths.find(path));
  }

  /** What `accept` would do to the job. */
  accepting(label: string, isNamed = true): { verdict: string; reasons: readonly OwnReason[] } {
    const asked = this.#job(label);
    const { accepted, left, stale } = acceptanceOf({
      plan: this.plan,
      input: this.input,
      changes: this.#changes,
      isAsked: (job) => job === asked,
      isNamed,
    });
    const found = accepted[0] ?? left[0] ?? stale[0];
    if (found === undefined) return { verdict: 'same', reasons: [] };
    return { verdict: accepted.length > 0 ? 'accepted' : 'left', reasons: found.reasons };
  }

  #job(label: string): JobId {
    return jobNamed(this.plan.graph, label);
  }
}

export function digestOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

export function ruleName(graph: JobGraph, job: JobId): string {
  return graph.rules[graph.ruleIndex[job] ?? -1]?.name ?? '';
}
