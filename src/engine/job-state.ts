//   undecided ── an input changed, or an absent output is needed ──► waiting
//   undecided ── all is as it was, and an output may be needed ────► dormant
//   undecided ── all is as it was ─────────────────────────────────► pruned
//   dormant ──── an absent output is needed ───────────────────────► waiting
//   dormant ──── nobody came to need it ───────────────────────────► pruned
//   undecided, dormant ── has to run, but was edited by hand ──────► held
//   waiting ──── its needs have ended ─────────────────────────────► ready
//   ready ────── a dormant job that it reads from was called ──────► waiting
//   ready ────── its resources are free ───────────────────────────► running
//   running ──── tried again at once ──────────────────────────────► waiting
//   running ──── tried again later ───► backing off ── timer ──────► waiting
//   running ───────────────────────────────────────────────────────► succeeded, failed, cancelled
//   any but dormant and running ── a need broke, or the run stops ─► skipped
//
// `kept` jobs never move; nothing leaves the states at the right that are not named at the left.

/** The states of a job in a run, as bytes in a column. */
export const STATE = {
  /** Does not run: up to date, a target rule, or nothing that the plan speaks of. */
  kept: 0,
  /** Will run; something it needs has not ended. */
  waiting: 1,
  /** May run, if an input comes out changed. */
  undecided: 2,
  /** May run, if a job that will run needs a removed temporary file of it. */
  dormant: 3,
  /** Will run as soon as its resources are free. */
  ready: 4,
  running: 5,
  /** Will run again when its timer fires. */
  backingOff: 6,
  succeeded: 7,
  failed: 8,
  cancelled: 9,
  /** Something it needs failed, or the run was stopped. */
  skipped: 10,
  /** Was undecided or dormant, and turned out not to be needed. */
  pruned: 11,
  /** Stale, but its outputs were edited by hand. */
  held: 12,
} as const;
export type JobState = (typeof STATE)[keyof typeof STATE];

export const STATE_COUNT = 13;

/** For people: `waiting`, `running`, `backing-off` … */
export function stateName(state: number): string {
  const [name = 'kept'] = Object.entries(STATE).find(([, it]) => it === state) ?? [];
  return name === 'backingOff' ? 'backing-off' : name;
}

/** Its end is awaited by the jobs that need it. */
export function isOpen(state: number): boolean {
  return state !== STATE.dormant && state >= STATE.waiting && state <= STATE.backingOff;
}

/** Is certain to run, unless something fails, and has not ended. */
export function isDefinite(state: number): boolean {
  return state === STATE.waiting || (state >= STATE.ready && state <= STATE.backingOff);
}

/** Its outputs are not what they should be. */
export function isBroken(state: number): boolean {
  return state === STATE.failed || state === STATE.cancelled || state === STATE.skipped;
}

/** It has what it needs of its inputs, for this run and the next. */
export function isDone(state: number): boolean {
  return state === STATE.kept || state === STATE.succeeded || state === STATE.pruned;
}

/** It has not ended, and could still come to run. */
export function mayRun(state: number): boolean {
  return isOpen(state) || state === STATE.dormant;
}
