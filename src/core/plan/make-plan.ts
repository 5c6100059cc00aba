import { editedBesideMissing } from '../catalogue/plan.ts';
import { assert, type Diagnostic, FlowError } from '../diagnostic.ts';
import type { FileId } from '../graph/path-table.ts';
import { ContentComparison } from './content-comparison.ts';
import { demandTemps } from './demand-temps.ts';
import { FileUses } from './file-uses.ts';
import { findOwnReasons } from './find-own-reasons.ts';
import { finishPlan } from './finish-plan.ts';
import { protectedOutputs } from './protected-outputs.ts';
import type { Plan, StandIn } from './plan.ts';
import type { PlanDraft } from './plan-draft.ts';
import type { PlanInput } from './plan-input.ts';

/**
 * Decides which jobs of the graph have to run, and why: `docs/design/decision-table.md` says it
 * row by row. Linear in jobs and edges; makes no object for a job that is up to date.
 *
 * Throws a `FlowError` where an output is needed and missing, and another output of the same job
 * was edited by hand: to make the one would overwrite the other. So it does where a job that runs
 * would overwrite what a rule protects. Neither where the plan is only looked at.
 */
export function makePlan(input: PlanInput): Plan {
  const draft = startDraft(input);
  findOwnReasons(draft);
  demandTemps(draft);
  if (input.isOnlyLookedAt !== true) {
    const problems = [...stuckJobs(draft), ...protectedOutputs(draft)];
    if (problems.length > 0) throw new FlowError(problems);
  }
  return finishPlan(draft);
}

function startDraft(input: PlanInput): PlanDraft {
  const { graph } = input;
  const removedTemps = new Map<FileId, StandIn>();
  return {
    input,
    uses: new FileUses(graph),
    contents: new ContentComparison(input, removedTemps),
    marks: new Uint8Array(graph.jobCount),
    // oxlint-disable-next-line unicorn/no-new-array -- holes: most jobs have none
    ownReasons: new Array(graph.jobCount),
    removedTemps,
    leftOut: new Set(),
    demand: new Map(),
    adopted: [],
    edited: [],
    isEdited: new Uint8Array(graph.jobCount),
    stuck: new Map(),
  };
}

function stuckJobs({ input: { graph }, edited, stuck }: PlanDraft): Diagnostic[] {
  const isEdited = new Set(edited);
  return [...stuck].map(([job, missing]) => {
    const rule = graph.rules[graph.ruleIndex[job] ?? 0];
    assert(rule !== undefined, `no rule for job ${job}`);
    const outputs = graph.outputFile.subarray(graph.outputStart[job], graph.outputStart[job + 1]);
    const pathsOf = (files: readonly FileId[]): string[] =>
      files.map((file) => graph.paths.path(file));
    return editedBesideMissing({
      rule,
      missing: pathsOf(missing),
      edited: pathsOf([...outputs].filter((file) => isEdited.has(file))),
    });
  });
}
