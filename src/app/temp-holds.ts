import { NO_JOB } from '../core/graph/job-graph.ts';
import type { FileId } from '../core/graph/path-table.ts';
import { FlowError } from '../core/diagnostic.ts';
import { FILE_KIND } from '../core/plan/file-facts.ts';
import { VERDICT } from '../core/plan/plan.ts';
import { makeRequestPlan, type RequestPlan } from './make-request-plan.ts';
import { isPartial } from './part-options.ts';
import type { CarryOutRequest } from './run-context.ts';

/**
 * Temporary files that the default target still needs although the present targets do not, or that
 * a part of the request leaves to others: a run of a part must not throw away what the whole was
 * going to read.
 */
export async function tempHolds(request: CarryOutRequest): Promise<ReadonlySet<FileId>> {
  const { planned, args } = request;
  const temps = tempFiles(planned);
  if (temps.size === 0) return new Set();
  const byDefault = args.words.length > 0 ? await heldFor(request, [], temps) : [];
  const byWhole = isPartial(args) ? await heldFor(request, args.words, temps) : [];
  return new Set([...byDefault, ...byWhole]);
}

/** Those that these targets need beyond the present run. */
async function heldFor(
  { planned, args, workspace, workflow, records, hasher }: CarryOutRequest,
  words: readonly string[],
  temps: ReadonlySet<FileId>,
): Promise<ReadonlySet<FileId>> {
  try {
    const whole = await makeRequestPlan({
      workflow,
      words,
      args,
      isPlain: true,
      workingDirectory: workspace.workingDirectory,
      runFolder: '',
      records,
      disk: workspace.disk,
      hasher,
    });
    return readByOthers(temps, planned, whole);
  } catch (error) {
    if (!(error instanceof FlowError)) throw error;
    // There is no default target; or there is one that cannot be made now, and may be later, and
    // may read any of them.
    return error.diagnostics[0].code === 'default-has-wildcards' ? new Set() : temps;
  }
}

/** Whether temporary files lie there that a killed run had no time to remove. */
export function hasTempsLeft(planned: RequestPlan): boolean {
  for (const file of tempFiles(planned)) {
    if (planned.facts.kind[file] !== FILE_KIND.absent) return true;
  }
  return false;
}

function tempFiles({ plan: { graph } }: RequestPlan): Set<FileId> {
  const temps = new Set<FileId>();
  const isTemp = graph.rules.map(({ output }) =>
    output.flatMap(({ items }) => items.map((item) => item.isTemp)),
  );
  for (let job = 0; job < graph.jobCount; job++) {
    const flags = isTemp[graph.ruleIndex[job] ?? 0] ?? [];
    const start = graph.outputStart[job] ?? 0;
    for (const [index, flag] of flags.entries()) {
      if (flag) temps.add(graph.outputFile[start + index] ?? 0);
    }
  }
  return temps;
}

/** Those that some job reads which is not done, and is not part of the present run. */
function readByOthers(
  temps: ReadonlySet<FileId>,
  { plan: present }: RequestPlan,
  { plan: whole }: RequestPlan,
): Set<FileId> {
  const held = new Set<FileId>();
  for (let job = 0; job < whole.graph.jobCount; job++) {
    if (whole.verdict[job] === VERDICT.keep || isPart(job)) continue;
    const { inputStart, inputFile } = whole.graph;
    for (const file of inputFile.subarray(inputStart[job], inputStart[job + 1])) {
      if (temps.has(file)) held.add(file);
    }
  }
  return held;

  function isPart(job: number): boolean {
    const { outputStart, outputFile } = whole.graph;
    const start = outputStart[job] ?? 0;
    if (start === outputStart[job + 1]) return false;
    return (present.graph.producer[outputFile[start] ?? 0] ?? NO_JOB) !== NO_JOB;
  }
}
