import type { JobId } from '../graph/job-graph.ts';
import type { FileId } from '../graph/path-table.ts';
import { DEMAND, MARK, type PlanDraft } from './plan-draft.ts';

/**
 * Spreads the demand for removed temporary files: a job that runs needs those it reads back, and
 * so its makers run, and theirs; a job that may run may need them. What is made again may come out
 * changed, so other readers of it may run, too. A worklist: each job is in it once a mark that it
 * gains, so the work is linear in the edges.
 */
export function demandTemps(draft: PlanDraft): void {
  if (draft.removedTemps.size === 0) return;
  const { marks, input } = draft;
  const pending: JobId[] = [];
  for (let job: JobId = 0; job < input.graph.jobCount; job++) {
    if (((marks[job] ?? 0) & MARK.mayRun) !== 0) pending.push(job);
  }
  for (let job = pending.pop(); job !== undefined; job = pending.pop()) {
    for (const woken of [...wakeMakers(draft, job), ...wakeReaders(draft, job)]) {
      pending.push(woken);
    }
  }
}

/** The jobs that gained a mark. */
function wakeMakers(draft: PlanDraft, job: JobId): JobId[] {
  const { contents, input, marks, removedTemps } = draft;
  const { inputStart, inputFile } = input.graph;
  const isCertain = ((marks[job] ?? 0) & MARK.own) !== 0;
  const woken: JobId[] = [];
  const end = inputStart[job + 1] ?? 0;
  for (let edge = inputStart[job] ?? 0; edge < end; edge++) {
    const file = inputFile[edge] ?? 0;
    if (!removedTemps.has(file)) continue;
    const maker = contents.makerOf(edge);
    raiseDemand(draft, file, isCertain);
    const isWoken = isCertain ? needMaker(draft, maker, file) : mayNeedMaker(draft, maker);
    if (isWoken) woken.push(maker);
  }
  return woken;
}

function raiseDemand({ demand }: PlanDraft, file: FileId, isCertain: boolean): void {
  if (demand.get(file) === DEMAND.certain) return;
  demand.set(file, isCertain ? DEMAND.certain : DEMAND.maybe);
}

/** A maker whose outputs were edited, and that was not forced, cannot bring the file back. */
function needMaker(draft: PlanDraft, maker: JobId, file: FileId): boolean {
  const marks = draft.marks[maker] ?? 0;
  const isHeld = draft.isEdited[maker] === 1 && (marks & MARK.own) === 0;
  if (!isHeld) return mark(draft, maker, MARK.own | MARK.mayRun);
  mark(draft, maker, MARK.held);
  const missing = new Set(draft.stuck.get(maker));
  draft.stuck.set(maker, [...missing.add(file)]);
  return false;
}

function mayNeedMaker(draft: PlanDraft, maker: JobId): boolean {
  if (((draft.marks[maker] ?? 0) & MARK.held) !== 0) return false;
  return mark(draft, maker, MARK.tempMayBeNeeded | MARK.mayRun);
}

function wakeReaders(draft: PlanDraft, job: JobId): JobId[] {
  const { contents, uses } = draft;
  if (!contents.isOn) return [];
  const readers = uses.readers();
  const woken: JobId[] = [];
  for (const file of uses.products(job)) {
    const last = readers.start[file + 1] ?? 0;
    for (let at = readers.start[file] ?? 0; at < last; at++) {
      const reader = readers.job[at] ?? 0;
      if (!contents.hasContent(readers.edge[at] ?? 0)) continue;
      if (mayRun(draft, reader)) woken.push(reader);
    }
  }
  return woken;
}

function mayRun(draft: PlanDraft, job: JobId): boolean {
  if (((draft.marks[job] ?? 0) & (MARK.held | MARK.neverRuns)) !== 0) return false;
  return mark(draft, job, MARK.mayRun);
}

function mark({ marks }: PlanDraft, job: JobId, added: number): boolean {
  const before = marks[job] ?? 0;
  marks[job] = before | added;
  return marks[job] !== before;
}
