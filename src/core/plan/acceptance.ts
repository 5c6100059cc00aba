import { outputsOf } from '../graph/graph-views.ts';
import type { JobId } from '../graph/job-graph.ts';
import type { FileId } from '../graph/path-table.ts';
import type { InputChanges } from './input-changes.ts';
import type { Plan } from './plan.ts';
import type { OwnReason } from './reason.ts';
import { isOwn } from './reason-order.ts';

/** A job that can be taken as done as it is, and what differs from its record. */
export interface AcceptedJob {
  readonly job: JobId;
  /** None where nobody has looked at the job before, or only outputs were edited. */
  readonly reasons: readonly OwnReason[];
  readonly edited: readonly FileId[];
}

/** What `accept` would do to some jobs of a plan, in an order in which they could run. */
export interface Acceptance {
  readonly accepted: readonly AcceptedJob[];
  /** Not done in a way that a record could cure: an output is missing, or may be a torso. */
  readonly left: readonly { readonly job: JobId; readonly reasons: readonly OwnReason[] }[];
  /** How many are as recorded. */
  readonly sameCount: number;
}

/** Reasons that say something of the outputs, and not of what they were made from. */
const INCURABLE: ReadonlySet<OwnReason['kind']> = new Set([
  'no-output',
  'output-missing',
  'incomplete',
]);

/**
 * Which of the asked jobs have something to accept. An input that another job may make again is
 * compared as it lies there, since nothing is made.
 */
export function acceptanceOf(
  plan: Plan,
  changes: Pick<InputChanges, 'ofKept'>,
  isAsked: (job: JobId) => boolean,
): Acceptance {
  const { graph } = plan;
  const adopted = new Set(plan.adopted);
  const editedFiles = new Set(plan.edited);
  const accepted: AcceptedJob[] = [];
  const left: { job: JobId; reasons: readonly OwnReason[] }[] = [];
  let sameCount = 0;
  for (const job of graph.order.subarray(0, graph.jobCount)) {
    if (!isAsked(job) || graph.rules[graph.ruleIndex[job] ?? 0]?.run === undefined) continue;
    const reasons = differences(plan, changes, job);
    const incurable = reasons.filter(({ kind }) => INCURABLE.has(kind));
    const edited =
      plan.isEdited[job] === 1
        ? Array.from(outputsOf(graph, job)).filter((file) => editedFiles.has(file))
        : [];
    if (incurable.length > 0) left.push({ job, reasons: incurable });
    else if (reasons.length + edited.length > 0 || adopted.has(job)) {
      accepted.push({ job, reasons, edited });
    } else sameCount += 1;
  }
  return { accepted, left, sameCount };
}

/** Its maker has yet to run, and then it is seen what came of it. */
function isToCome(change: OwnReason): boolean {
  return change.kind === 'input-changed' && change.new === 'absent';
}

/** What differs from the record now. That others want a removed temporary file back is none. */
function differences(
  plan: Plan,
  changes: Pick<InputChanges, 'ofKept'>,
  job: JobId,
): readonly OwnReason[] {
  return plan.reasons(job).flatMap((reason): readonly OwnReason[] => {
    if (reason.kind === 'input-remade') {
      const change = changes.ofKept(job, plan.graph.paths.find(reason.path));
      return change === undefined || isToCome(change) ? [] : [change];
    }
    return isOwn(reason) && reason.kind !== 'temp-needed' ? [reason] : [];
  });
}
