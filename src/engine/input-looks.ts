import { FINAL_EDGE, type JobId, NO_JOB } from '../core/graph/job-graph.ts';
import type { FileId } from '../core/graph/path-table.ts';
import type { JobColumns } from './job-columns.ts';
import { isBroken, STATE } from './job-state.ts';

// What the state of a job, its inputs and their makers means for it. `at` is an input, by its
// index into the graph's inputs.

/** The user of this input is not certain to run, and its content could make it so. */
export function couldBeCalled(columns: JobColumns, user: JobId, at: number): boolean {
  const state = columns.state[user];
  const isUnsure = state === STATE.undecided || state === STATE.dormant;
  return isUnsure && columns.readsContent(at);
}

/** The maker has ended, and the input will not be what its user needs. */
export function isBrokenFor(columns: JobColumns, maker: JobId, at: number): boolean {
  const state = columns.state[maker] ?? 0;
  if (state === STATE.held) return columns.isAbsent(at);
  return isBroken(state) && columns.inputEdge(at) !== FINAL_EDGE;
}

/** Undecided, and all that could change its inputs has ended or sleeps. */
export function isUndisturbed({ state, need, awaited }: JobColumns, job: JobId): boolean {
  return state[job] === STATE.undecided && need[job] === 0 && awaited[job] === 0;
}

/** Inputs of a job whose content counts and that a dormant job would make. */
export function dormantInputs(columns: JobColumns, job: JobId): readonly FileId[] {
  const files: FileId[] = [];
  for (let at = columns.inputStart(job); at < columns.inputEnd(job); at += 1) {
    const file = columns.inputFile(at);
    const maker = columns.maker(file);
    if (maker === NO_JOB || !columns.readsContent(at)) continue;
    if (columns.state[maker] === STATE.dormant) files.push(file);
  }
  return files;
}
