import type { JobId } from '../graph/job-graph.ts';
import type { FileId } from '../graph/path-table.ts';
import { type Plan, VERDICT } from './plan.ts';
import { DEMAND, MARK, type PlanDraft } from './plan-draft.ts';
import type { ConditionalReason, OwnReason, Reason } from './reason.ts';

/** Turns marks into verdicts. The plan keeps the draft, to word reasons when they are asked for. */
export function finishPlan(draft: PlanDraft): Plan {
  const { graph } = draft.input;
  const verdict = new Uint8Array(graph.jobCount);
  const counts = { keep: 0, run: 0, conditional: 0, dormant: 0, held: 0 };
  for (let place = 0; place < graph.jobCount; place++) {
    const job = graph.order[place] ?? 0;
    const name = draft.marks[job] === 0 ? 'keep' : verdictOf(draft, verdict, job);
    verdict[job] = VERDICT[name];
    if (graph.rules[graph.ruleIndex[job] ?? 0]?.run !== undefined) counts[name] += 1;
  }
  return {
    graph,
    verdict,
    counts,
    reasons: (job) => reasonsOf(draft, verdict, job),
    adopted: draft.adopted.filter((job) => isAtRest(draft, verdict, job)),
    edited: draft.edited,
    isEdited: draft.isEdited,
    removedTemps: draft.removedTemps,
    leftOut: draft.leftOut,
  };
}

/** The verdicts of the jobs that this one needs are there already. */
function verdictOf(draft: PlanDraft, verdict: Uint8Array, job: JobId): keyof typeof VERDICT {
  const marks = draft.marks[job] ?? 0;
  if ((marks & MARK.held) !== 0) return 'held';
  if ((marks & MARK.own) !== 0) return 'run';
  if ((marks & MARK.mayRun) === 0) return 'keep';
  if ((marks & MARK.tempMayBeNeeded) === 0) return 'conditional';
  const isWaiting = inputsMadeBy(draft, job, (maker) => {
    const its = verdict[maker];
    return its === VERDICT.run || its === VERDICT.conditional;
  }).next();
  return isWaiting.done === true ? 'dormant' : 'conditional';
}

function reasonsOf(draft: PlanDraft, verdict: Uint8Array, job: JobId): readonly Reason[] {
  const own = draft.ownReasons[job];
  if (draft.demand.size === 0 && own !== undefined) return own;
  const temps = tempsThatMayBeNeeded(draft, job);
  const its = verdict[job];
  if (its === VERDICT.dormant) return [...temps];
  if (its === VERDICT.conditional) return [...remadeInputs(draft, verdict, job), ...temps];
  return [...(own ?? []), ...tempsNeeded(draft, job)];
}

/** The job is kept, and so are its inputs, whether they count or not. */
function isAtRest(draft: PlanDraft, verdict: Uint8Array, job: JobId): boolean {
  if (verdict[job] !== VERDICT.keep) return false;
  return inputsMadeBy(draft, job, (maker) => mayRun(verdict, maker)).next().done === true;
}

function mayRun(verdict: Uint8Array, job: JobId): boolean {
  return verdict[job] !== VERDICT.keep && verdict[job] !== VERDICT.held;
}

function* remadeInputs(
  draft: PlanDraft,
  verdict: Uint8Array,
  job: JobId,
): Generator<ConditionalReason> {
  const told = new Set<FileId>();
  for (const file of inputsMadeBy(draft, job, (maker) => mayRun(verdict, maker))) {
    if (told.has(file)) continue;
    told.add(file);
    yield { kind: 'input-remade', path: draft.input.graph.paths.path(file) };
  }
}

/** Inputs whose content counts and whose maker passes the test. */
function* inputsMadeBy(
  { contents, input }: PlanDraft,
  job: JobId,
  test: (maker: JobId) => boolean,
): Generator<FileId> {
  const { inputStart, inputFile } = input.graph;
  const end = inputStart[job + 1] ?? 0;
  for (let edge = inputStart[job] ?? 0; edge < end; edge++) {
    const maker = contents.makerOf(edge);
    if (maker >= 0 && contents.hasContent(edge) && test(maker)) yield inputFile[edge] ?? 0;
  }
}

function* tempsNeeded(draft: PlanDraft, job: JobId): Generator<OwnReason> {
  for (const file of draft.uses.products(job)) {
    if (draft.demand.get(file) !== DEMAND.certain) continue;
    yield { kind: 'temp-needed', path: draft.input.graph.paths.path(file) };
  }
}

function* tempsThatMayBeNeeded(draft: PlanDraft, job: JobId): Generator<ConditionalReason> {
  for (const file of draft.uses.products(job)) {
    if (!draft.demand.has(file)) continue;
    yield { kind: 'temp-may-be-needed', path: draft.input.graph.paths.path(file) };
  }
}
