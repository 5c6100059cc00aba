import { brokenGpuRequest, retryTooLarge } from '../core/catalogue/run.ts';
import { type Diagnostic, FlowError } from '../core/diagnostic.ts';
import type { JobGraph, JobId } from '../core/graph/job-graph.ts';
import type { FailureCause, ResourceRequest } from '../core/rule/resources.ts';
import { poolProblems } from '../core/schedule/pool-problems.ts';
import { clampRequest } from '../core/schedule/request-fit.ts';
import type { JobMaker } from './job-maker.ts';
import { poolsOf, type RunLimits } from './run-limits.ts';

/** What the attempts of a job ask for, within what the run may give. */
export class JobRequests {
  readonly #graph: JobGraph;
  readonly #limits: Pick<RunLimits, 'capacity' | 'placed' | 'isClamping'>;
  readonly #maker: Pick<JobMaker, 'request' | 'reference'>;
  /** Why the last attempt of a job ended, for those whose last attempt failed. */
  readonly #failures = new Map<JobId, FailureCause>();

  constructor(
    graph: JobGraph,
    limits: Pick<RunLimits, 'capacity' | 'placed' | 'isClamping'>,
    maker: Pick<JobMaker, 'request' | 'reference'>,
  ) {
    this.#graph = graph;
    this.#limits = limits;
    this.#maker = maker;
  }

  failureOf(job: JobId): FailureCause | undefined {
    return this.#failures.get(job);
  }

  failed(job: JobId, cause: FailureCause): void {
    this.#failures.set(job, cause);
  }

  /** For a first attempt, whose request was checked, or a later one without problems. */
  requestFor(job: JobId, attempt: number): ResourceRequest {
    const request = this.#maker.request(job, attempt, this.#failures.get(job));
    return this.#limits.isClamping ? clampRequest(request, this.#limits.capacity) : request;
  }

  /** Why the job cannot be tried again, although it has attempts left; none: it can. */
  problemsOf(job: JobId, attempt: number): readonly Diagnostic[] {
    const rule = this.#graph.rules[this.#graph.ruleIndex[job] ?? 0];
    if (rule === undefined) throw new Error(`JobRequests: job ${job} has no rule`);
    const place = { label: this.#maker.reference(job).label, span: rule.span };
    try {
      const request = this.requestFor(job, attempt);
      const { problems, pool } = poolProblems(poolsOf(this.#limits), job, request);
      return problems.map((problem) =>
        problem.kind === 'too-large'
          ? retryTooLarge({ ...place, ...problem, pool, attempt })
          : brokenGpuRequest({ ...place, asked: problem.asked }),
      );
    } catch (error) {
      // A rule's function that fails on the attempt or failure it is given costs one job its retry.
      if (error instanceof FlowError) return error.diagnostics;
      throw error;
    }
  }
}
