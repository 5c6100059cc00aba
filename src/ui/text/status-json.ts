import type { Attempt } from '../view/attempts.ts';
import type { RunStatus } from '../view/run-status.ts';

/** The same as one line of JSON. Times are ISO 8601 in UTC, durations milliseconds; null: not known. */
export function statusJson(status: RunStatus, nowMs: number): string {
  const { runId, state, tally, workflow, targets, host, pid } = status;
  const { startedAtMs, endedAtMs, rules, running, failed } = tally;
  return `${JSON.stringify({
    version: 1,
    run: runId,
    state,
    started: timeOf(startedAtMs),
    ended: timeOf(endedAtMs),
    durationMs: startedAtMs === undefined ? null : (endedAtMs ?? nowMs) - startedAtMs,
    host: host ?? null,
    pid: pid ?? null,
    workflow: workflow ?? null,
    targets,
    rules,
    running: running.map((it) => ({ ...rowOf(it), elapsedMs: nowMs - it.startedAtMs })),
    failed: failed.map((it) => ({
      ...rowOf(it),
      detail: it.end?.detail ?? null,
      exit: it.end?.exitCode ?? null,
    })),
  })}\n`;
}

function rowOf({ job, attempt, startedAtMs, gpus, logFile }: Attempt): object {
  const { rule, label } = job;
  return { job: label, rule, attempt, started: timeOf(startedAtMs), gpus, log: logFile };
}

function timeOf(atMs: number | undefined): string | null {
  return atMs === undefined ? null : new Date(atMs).toISOString();
}
