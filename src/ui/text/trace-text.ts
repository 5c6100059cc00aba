import type { Attempt } from '../view/attempts.ts';

type Cell = string | number | undefined;

/** Names are Nextflow's where it has one; the last four are ours. Undefined: not known. */
const FIELDS: readonly (readonly [
  name: string,
  cell: (attempt: Attempt, isLive: boolean) => Cell,
])[] = [
  ['task_id', ({ job }) => job.id],
  ['process', ({ job }) => job.rule],
  ['tag', ({ job }) => (job.label === job.rule ? undefined : job.label.slice(job.rule.length + 1))],
  ['name', ({ job }) => job.label],
  ['status', ({ end }, isLive) => (end === undefined ? unended(isLive) : STATUS[end.kind])],
  ['exit', ({ end }) => (end?.kind === 'succeeded' ? 0 : end?.exitCode)],
  ['attempt', ({ attempt }) => attempt],
  ['cpus', ({ threads }) => threads],
  ['submit', ({ startedAtMs }) => timeText(startedAtMs)],
  ['start', ({ end }) => (end === undefined ? undefined : timeText(end.atMs - end.durationMs))],
  ['complete', ({ end }) => (end === undefined ? undefined : timeText(end.atMs))],
  ['duration', ({ startedAtMs, end }) => (end === undefined ? undefined : end.atMs - startedAtMs)],
  ['realtime', ({ end }) => rounded(end?.durationMs, 1)],
  ['%cpu', (attempt) => cpuPercent(attempt)],
  ['peak_rss', ({ end }) => bytes(end?.usage?.peakRssMib)],
  ['read_bytes', ({ end }) => bytes(end?.usage?.readMib)],
  ['write_bytes', ({ end }) => bytes(end?.usage?.writtenMib)],
  ['queue', ({ pool }) => pool],
  ['gpus', ({ gpus }) => (gpus.length === 0 ? undefined : gpus.join(' '))],
  ['gpu_memory', ({ end }) => bytes(end?.usage?.gpuMemMib)],
  ['error', ({ end }) => end?.detail],
  ['log', ({ logFile }) => logFile],
];

const STATUS = {
  succeeded: 'COMPLETED',
  failed: 'FAILED',
  lost: 'FAILED',
  cancelled: 'ABORTED',
} as const;

/** The names of the columns, as a line of CSV. */
export const TRACE_HEAD: string = csvLine(FIELDS.map(([name]) => name));

/** An attempt of a run that goes on or does not, as a line of CSV (RFC 4180); unknown is `-`. */
export function traceCsv(attempt: Attempt, isLive: boolean): string {
  return csvLine(FIELDS.map(([, cell]) => cell(attempt, isLive) ?? '-'));
}

/** The same as a line of JSON; what is not known is null. */
export function traceJson(attempt: Attempt, isLive: boolean): string {
  return JSON.stringify(
    Object.fromEntries(FIELDS.map(([name, cell]) => [name, cell(attempt, isLive) ?? null])),
  );
}

function csvLine(cells: readonly (string | number)[]): string {
  return cells
    .map((cell) => {
      const text = String(cell);
      return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join(',');
}

/** Nobody told its end: it runs, or whoever ran it died. */
function unended(isLive: boolean): string {
  return isLive ? 'RUNNING' : STATUS.cancelled;
}

/** Of one core. */
function cpuPercent({ end }: Attempt): number | undefined {
  const cpuS = end?.usage?.cpuS;
  if (end === undefined || cpuS === undefined || end.durationMs <= 0) return undefined;
  return rounded((cpuS * 100_000) / end.durationMs, 10);
}

function bytes(mebibytes: number | undefined): number | undefined {
  return mebibytes === undefined ? undefined : Math.round(mebibytes * 1024 * 1024);
}

function rounded(value: number | undefined, parts: number): number | undefined {
  return value === undefined ? undefined : Math.round(value * parts) / parts;
}

function timeText(atMs: number): string {
  return new Date(atMs).toISOString();
}
