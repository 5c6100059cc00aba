import { systemClock } from '../adapters/system-clock.ts';
import { EXIT_CODE } from '../core/diagnostic.ts';
import { outputsOf } from '../core/graph/graph-views.ts';
import type { JobId } from '../core/graph/job-graph.ts';
import { type Acceptance, acceptanceOf } from '../core/plan/acceptance.ts';
import { FILE_KIND } from '../core/plan/file-facts.ts';
import { InputChanges } from '../core/plan/input-changes.ts';
import type { Plan } from '../core/plan/plan.ts';
import { recordedFile } from '../core/records/recorded-file.ts';
import { NO_ROW } from '../core/records/record-table.ts';
import type { Records } from '../core/records/records.ts';
import { adoptJobs } from '../engine/adopt-jobs.ts';
import { KnownFiles } from '../engine/known-files.ts';
import { acceptLines, acceptSummary } from '../ui/text/accept-text.ts';
import { planWithoutTrace } from './commands/dry-run.ts';
import { makeRequestPlan, type PlanRequest, type RequestPlan } from './make-request-plan.ts';
import type { LockedContext, LookContext } from './run-context.ts';
import { underLock } from './under-lock.ts';

/** What is to be accepted. */
export interface AcceptRequest extends Pick<PlanRequest, 'words' | 'isPlain'> {
  /** Of the jobs of the graph; throws a usage error for names that are none. */
  readonly isAsked: (planned: RequestPlan) => (job: JobId) => boolean;
  /** Whether jobs are taken that were made from other inputs than those that are there. */
  readonly takesStale: boolean;
  /** Whether all that is asked for was named, so that it is a failure if it cannot be accepted. */
  readonly isNamed: boolean;
}

/**
 * Takes jobs as done as they are: records what lies there, and runs nothing. With `--dry-run` says
 * what it would take. Answers the exit code.
 */
export async function acceptJobs(context: LookContext, request: AcceptRequest): Promise<number> {
  const { terminal } = context;
  if (context.args.has('dry-run')) {
    const planned = await planWithoutTrace(context, { ...request, isOnlyLookedAt: true });
    const acceptance = lookFor(planned, request);
    tell(planned, acceptance, terminal.out);
    terminal.out.write(`${acceptSummary(acceptance, acceptance.accepted.length, true)}\n`);
    return exitCode(acceptance, request);
  }
  return await underLock(context, async (locked) => await acceptLocked(locked, request));
}

async function acceptLocked(context: LockedContext, request: AcceptRequest): Promise<number> {
  const { args, workspace, workflow, terminal, records, journal, hasher } = context;
  const { words, isPlain = false } = request;
  const { disk, workingDirectory } = workspace;
  const planned = await makeRequestPlan({
    workflow,
    words,
    args,
    isPlain,
    isOnlyLookedAt: true,
    workingDirectory,
    runFolder: '',
    records,
    disk,
    hasher,
  });
  journal.append(planned.refreshed.map((file) => ({ kind: 'file', file })));
  const acceptance = lookFor(planned, request);
  if (!args.has('quiet')) tell(planned, acceptance, terminal.err);
  const count = await record(context, planned, acceptance);
  if (!args.has('quiet')) terminal.err.write(`${acceptSummary(acceptance, count, false)}\n`);
  return exitCode(acceptance, request);
}

function lookFor(planned: RequestPlan, { isAsked, takesStale }: AcceptRequest): Acceptance {
  const { plan, input } = planned;
  return acceptanceOf({
    plan,
    input,
    changes: new InputChanges(input, plan),
    isAsked: isAsked(planned),
    isNamed: takesStale,
  });
}

function tell(
  { plan, maker }: RequestPlan,
  acceptance: Acceptance,
  { write, style }: LookContext['terminal']['out'],
): void {
  const label = (job: number): string => maker.reference(job).label;
  for (const line of acceptLines({ acceptance, plan, label, style })) write(line);
}

/** Answers how many jobs were recorded: files may have gone since they were looked at. */
async function record(
  { records, journal, hasher, workspace: { disk } }: LockedContext,
  { plan, facts, maker }: RequestPlan,
  { accepted }: Acceptance,
): Promise<number> {
  const { graph } = plan;
  let count = 0;
  await adoptJobs({
    graph,
    jobs: accepted.map(({ job }) => job),
    maker: {
      reference: (job) => maker.reference(job),
      // What a script read of the config at its last success, it would read again.
      texts: (job, token) => ({ ...maker.texts(job, token), params: maker.params(job) }),
    },
    known: new KnownFiles(graph.paths, facts, records),
    hasher,
    clock: systemClock,
    isStopped: () => false,
    disk,
    how: (job) => (isOursAsItIs(job, plan, records) ? 'ran' : 'adopted'),
    adopted: ({ entries, jobCount }) => {
      journal.append(entries);
      count += jobCount;
    },
    standIn: (file) =>
      facts.kind[file] === FILE_KIND.absent ? { row: recordedFile(records, file) } : undefined,
    durationMs: (job) => {
      const row = records.rowOf(graph.outputFile[graph.outputStart[job] ?? 0] ?? 0);
      return row === NO_ROW ? undefined : records.durationMs(row);
    },
  });
  return count;
}

/** Flow made all outputs that are there, and nobody changed them since. */
function isOursAsItIs(job: JobId, { graph, isEdited }: Plan, records: Records): boolean {
  if (isEdited[job] === 1) return false;
  return Array.from(outputsOf(graph, job)).every((file) => {
    const row = records.rowOf(file);
    return row !== NO_ROW && !records.isAdopted(row);
  });
}

function exitCode({ left }: Acceptance, { isNamed }: AcceptRequest): number {
  return isNamed && left.length > 0 ? EXIT_CODE.job : EXIT_CODE.done;
}
