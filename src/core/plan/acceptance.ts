import { outputsOf } from '../graph/graph-views.ts';
import type { JobGraph, JobId } from '../graph/job-graph.ts';
import type { FileId } from '../graph/path-table.ts';
import { EnsuredOutputs } from './ensured-outputs.ts';
import { FILE_KIND, type FileFacts } from './file-facts.ts';
import type { InputChanges } from './input-changes.ts';
import type { Plan } from './plan.ts';
import type { PlanInput } from './plan-input.ts';
import type { OwnReason } from './reason.ts';
import { isOwn } from './reason-order.ts';

/** A job that can be taken as done as it is, and what differs from its record. */
export interface AcceptedJob {
  readonly job: JobId;
  /** None where nobody has looked at the job before, or only outputs were edited. */
  readonly reasons: readonly OwnReason[];
  readonly edited: readonly FileId[];
}

/** A job that is not taken, and why. */
export interface LeftJob {
  readonly job: JobId;
  readonly reasons: readonly OwnReason[];
  /** Outputs that are something else than the rule makes. */
  readonly misfits: readonly Misfit[];
}

export interface Misfit {
  readonly file: FileId;
  readonly found: 'file' | 'directory' | 'other';
}

/** What `accept` would do to some jobs of a plan, in an order in which they could run. */
export interface Acceptance {
  readonly accepted: readonly AcceptedJob[];
  /** Not done in a way that a record could cure: an output is missing, broken, or may be a torso. */
  readonly left: readonly LeftJob[];
  /** Made from another content of an input than the one that is there, and nobody named them. */
  readonly stale: readonly LeftJob[];
  /** How many are as recorded. */
  readonly sameCount: number;
}

export interface AcceptanceRequest {
  readonly plan: Plan;
  readonly input: PlanInput;
  readonly changes: Pick<InputChanges, 'ofKept'>;
  readonly isAsked: (job: JobId) => boolean;
  /** The asked jobs were named: then also those are taken that are known to be stale. */
  readonly isNamed: boolean;
}

/** Reasons that say something of the outputs, and not of what they were made from. */
const INCURABLE: ReadonlySet<OwnReason['kind']> = new Set([
  'no-output',
  'output-missing',
  'incomplete',
  'not-ensured',
]);

/**
 * Which of the asked jobs have something to accept. An input that another job may make again is
 * compared as it lies there, since nothing is made.
 */
export function acceptanceOf(request: AcceptanceRequest): Acceptance {
  const { plan, input, changes, isAsked, isNamed } = request;
  const { graph } = plan;
  const adopted = new Set(plan.adopted);
  const editedFiles = new Set(plan.edited);
  const ensured = new EnsuredOutputs(input);
  const accepted: AcceptedJob[] = [];
  const left: LeftJob[] = [];
  const stale: LeftJob[] = [];
  let sameCount = 0;
  for (const job of graph.order.subarray(0, graph.jobCount)) {
    if (!isAsked(job) || graph.rules[graph.ruleIndex[job] ?? 0]?.run === undefined) continue;
    const reasons = differences(plan, changes, job);
    const edited =
      plan.isEdited[job] === 1
        ? Array.from(outputsOf(graph, job)).filter((file) => editedFiles.has(file))
        : [];
    if (reasons.length + edited.length === 0 && !adopted.has(job)) {
      sameCount += 1;
      continue;
    }
    const told = new Set(reasons.flatMap((it) => (it.kind === 'not-ensured' ? [it.path] : [])));
    const broken = ensured.broken(job, (file) => !told.has(graph.paths.path(file)));
    const incurable = [...reasons.filter(({ kind }) => INCURABLE.has(kind)), ...broken];
    const misfits = misfitsOf(graph, input.facts, job);
    const older = isNamed ? [] : reasons.filter(isStale);
    if (incurable.length + misfits.length > 0) left.push({ job, reasons: incurable, misfits });
    else if (older.length > 0) stale.push({ job, reasons: older, misfits });
    else accepted.push({ job, reasons, edited });
  }
  return { accepted, left, stale, sameCount };
}

/** What the job read is known, and it is not what is there. */
function isStale(reason: OwnReason): boolean {
  return reason.kind === 'input-changed' && reason.old !== 'unknown';
}

const FOUND = ['file', 'directory', 'other'] as const;

function misfitsOf(graph: JobGraph, { kind }: FileFacts, job: JobId): readonly Misfit[] {
  const items = graph.rules[graph.ruleIndex[job] ?? 0]?.output.flatMap((group) => group.items);
  return Array.from(outputsOf(graph, job)).flatMap((file, place): Misfit[] => {
    const made = items?.[place]?.isDirectory === true ? 'directory' : 'file';
    const found = FOUND.find((word) => kind[file] === FILE_KIND[word]);
    return found === undefined || found === made ? [] : [{ file, found }];
  });
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
