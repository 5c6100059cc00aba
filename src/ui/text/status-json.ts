import type { Attempt } from '../view/attempts.ts';
import type { RunStatus } from '../view/run-status.ts';
import { jsonText } from './json-text.ts';

/** A flow that has the lock, and no run yet. */
export interface PlanningFlow {
  readonly host: string;
  readonly pid: number;
  /** Milliseconds since 1970. */
  readonly startedAtMs: number;
}

/** As one line of JSON; without a run if there is none. Times are ISO 8601 in UTC. */
export function statusJson(
  status: RunStatus | undefined,
  planning: PlanningFlow | undefined,
  nowMs: number,
): string {
  return jsonText({
    ...(status === undefined ? {} : runOf(status, nowMs)),
    ...(planning === undefined ? {} : { planning: planningOf(planning) }),
  });
}

function runOf(status: RunStatus, nowMs: number): object {
  const { runId, state, tally, workflow, targets, host, pid } = status;
  const { startedAtMs, endedAtMs, rules, running, failed } = tally;
  return {
    run: runId,
    state,
    started: timeOf(startedAtMs),
    ended: timeOf(endedAtMs),
    durationMs: startedAtMs === undefined ? undefined : (endedAtMs ?? nowMs) - startedAtMs,
    host,
    pid,
    workflow,
    targets,
    rules,
    running: running.map((it) => ({ ...rowOf(it), elapsedMs: nowMs - it.startedAtMs })),
    failed: failed.map((it) => ({ ...rowOf(it), detail: it.end?.detail, exit: it.end?.exitCode })),
  };
}

function planningOf({ host, pid, startedAtMs }: PlanningFlow): object {
  return { host, pid, started: timeOf(startedAtMs) };
}

function rowOf({ job, attempt, startedAtMs, gpus, pool, logFile }: Attempt): object {
  const { rule, label } = job;
  return { job: label, rule, attempt, started: timeOf(startedAtMs), gpus, pool, log: logFile };
}

function timeOf(atMs: number | undefined): string | undefined {
  return atMs === undefined ? undefined : new Date(atMs).toISOString();
}
