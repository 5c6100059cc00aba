import type { JobGraph, JobId } from '../graph/job-graph.ts';
import type { FileId } from '../graph/path-table.ts';
import type { FileUses } from './file-uses.ts';
import type { PlanInput } from './plan-input.ts';
import type { OwnReason } from './reason.ts';

type ForcedBy = Extract<OwnReason, { kind: 'forced' }>['by'];

/** Tells which jobs were asked to run whatever their state; the narrowest demand is named. */
export class ForcedJobs {
  readonly #graph: JobGraph;
  readonly #force: PlanInput['force'];
  readonly #uses: FileUses;
  readonly #targetJobs: ReadonlySet<JobId>;
  readonly #isIdle: boolean;

  constructor({ graph, force }: PlanInput, uses: FileUses) {
    this.#graph = graph;
    this.#force = force;
    this.#uses = uses;
    this.#targetJobs = new Set(force.targets ? graph.targetJobs : []);
    const isNamed = force.rules.size > 0 || force.files.size > 0;
    this.#isIdle = !force.all && !force.targets && !isNamed;
  }

  by(job: JobId): ForcedBy | undefined {
    if (this.#isIdle) return undefined;
    const { all, targets, rules, files } = this.#force;
    const rule = this.#graph.rules[this.#graph.ruleIndex[job] ?? 0];
    if (rule !== undefined && rules.has(rule.name)) return 'forcerun';
    if (files.size > 0 && this.#hasProduct(job, (file) => files.has(file))) return 'forcerun';
    if (targets && this.#makesTarget(job)) return 'force';
    return all ? 'forceall' : undefined;
  }

  #makesTarget(job: JobId): boolean {
    if (this.#targetJobs.has(job)) return true;
    return this.#hasProduct(job, (file) => this.#uses.isAsked(file));
  }

  #hasProduct(job: JobId, test: (file: FileId) => boolean): boolean {
    for (const file of this.#uses.products(job)) if (test(file)) return true;
    return false;
  }
}
