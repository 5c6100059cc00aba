import { assert } from '../core/diagnostic.ts';
import { FINAL_EDGE, type JobId, NO_JOB } from '../core/graph/job-graph.ts';
import type { Pools } from '../core/schedule/pools.ts';
import type { Attempt } from './attempts.ts';
import type { JobColumns } from './job-columns.ts';
import { isBroken, isDefinite, isOpen, type JobState, STATE } from './job-state.ts';

export interface MachineParts {
  readonly columns: JobColumns;
  readonly running: readonly Attempt[];
  readonly pools: Pools;
  readonly isStopped: boolean;
}

/** Recomputes from the states and the graph what the machine keeps up to date as it goes. */
export function checkMachine({ columns, running, pools, isStopped }: MachineParts): void {
  for (const state of Object.values(STATE)) checkCount(columns, state);
  pools.check(running.map(({ lease }) => lease));
  const runningJobs = new Set(running.map(({ job }) => job));
  assert(runningJobs.size === running.length, 'a job runs twice');
  for (let job = 0; job < columns.graph.jobCount; job += 1) {
    const state = columns.state[job] ?? 0;
    assert((state === STATE.running) === runningJobs.has(job), `job ${job} runs and does not`);
    if (!isStopped) checkNeeds(columns, job);
  }
}

function checkCount(columns: JobColumns, state: JobState): void {
  const count = columns.state.filter((other) => other === state).length;
  assert(count === columns.count(state), `jobs in state ${state} are miscounted`);
}

function checkNeeds(columns: JobColumns, job: JobId): void {
  const state = columns.state[job] ?? 0;
  if (!isOpen(state)) return;
  let open = 0;
  for (let at = columns.inputStart(job); at < columns.inputEnd(job); at += 1) {
    const maker = columns.maker(columns.inputFile(at));
    if (maker === NO_JOB) continue;
    const makerState = columns.state[maker] ?? 0;
    if (isOpen(makerState)) open += 1;
    const isHarmless = columns.inputEdge(at) === FINAL_EDGE || !isBroken(makerState);
    assert(isHarmless, `job ${job} awaits what it will not get`);
  }
  let readers = 0;
  columns.eachUser(job, (user) => {
    if (columns.state[user] === STATE.running) readers += 1;
  });
  const need = columns.need[job] ?? 0;
  if (state === STATE.running) {
    // A dormant maker may be called while the job runs; it then waits for the job to end.
    return;
  }
  assert(need === open + readers, `the needs of job ${job} are miscounted`);
  const isLate = isDefinite(state) && state !== STATE.backingOff && need === 0;
  assert(isLate === (state === STATE.ready), `job ${job} is ready or is not`);
}
