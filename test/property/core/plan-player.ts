import { FlowError } from '../../../src/core/diagnostic.ts';
import type { JobGraph, JobId } from '../../../src/core/graph/job-graph.ts';
import { PathTable } from '../../../src/core/graph/path-table.ts';
import { FILE_KIND, type FileFacts } from '../../../src/core/plan/file-facts.ts';
import { makePlan } from '../../../src/core/plan/make-plan.ts';
import type { PlanInput } from '../../../src/core/plan/plan-input.ts';
import type { Plan } from '../../../src/core/plan/plan.ts';
import { TRIGGERS } from '../../../src/core/plan/reason.ts';
import type { FileRow } from '../../../src/core/records/journal-entry.ts';
import { NO_DIGEST } from '../../../src/core/records/record-table.ts';
import { Records } from '../../../src/core/records/records.ts';
import { graphOf } from '../../model/graph-of-world.ts';
import type { JobSpec, RunStep } from '../../model/history.ts';
import type { PlayedRun, Player } from '../../model/play-history.ts';
import { requestedBy } from '../../model/requested.ts';
import type { FileChange, FileState, World } from '../../model/world.ts';
import { PlanRun, type PlanRunRequest } from './plan-run.ts';
import { codeText, digestOf, paramsText } from './plan-texts.ts';

/** Files and records in memory; what a run does there is told by the real planner. */
export class PlanPlayer implements Player {
  readonly store = new Map<string, FileState>();
  records = new Records(new PathTable());

  change(change: FileChange): void {
    if (change.kind === 'write') this.store.set(change.path, change.file);
    else this.store.delete(change.path);
  }

  forget(): void {
    this.records = new Records(new PathTable());
  }

  files(): ReadonlyMap<string, string> {
    return new Map([...this.store].map(([path, { content }]) => [path, content]));
  }

  async run(step: RunStep, world: World): Promise<PlayedRun> {
    const request = requestedBy(step, world);
    const { paths } = this.records;
    const graph = await graphOf(world.jobs, request, {
      paths,
      exists: (path) => this.store.has(path),
    });
    this.#refresh(graph);
    const specs = specsOf(graph, world.jobs);
    const input = this.#planInput(graph, { specs, step, forcedRule: request.forcedRule });
    let plan: Plan;
    try {
      plan = makePlan(input);
    } catch (error) {
      if (error instanceof FlowError) return { kind: 'refused' };
      throw error;
    }
    return await this.carryOut({ input, plan, specs, step, world });
  }

  /** For players with another engine. */
  carryOut(request: PlanRunRequest): PlayedRun | Promise<PlayedRun> {
    return new PlanRun(this, request).play();
  }

  rowOf(path: string): FileRow | undefined {
    const file = this.store.get(path);
    if (file === undefined) return undefined;
    return {
      path,
      type: 'file',
      size: file.content.length,
      mtimeMs: mtimeOf(file),
      digest: digestOf(file.content),
      isYoung: false,
    };
  }

  /** Rows of files that are as recorded in content have their time of now. */
  #refresh({ jobCount, inputStart, inputFile, outputStart, outputFile, paths }: JobGraph): void {
    const files = [
      ...inputFile.subarray(0, inputStart[jobCount]),
      ...outputFile.subarray(0, outputStart[jobCount]),
    ];
    for (const file of files) {
      const row = this.rowOf(paths.path(file));
      const known = this.records.fileDigest(file);
      const isSame = known !== NO_DIGEST && this.records.digestText(known) === row?.digest;
      if (row !== undefined && isSame) this.records.apply({ kind: 'file', file: row });
    }
  }

  #planInput(
    graph: JobGraph,
    {
      specs,
      step,
      forcedRule,
    }: { specs: readonly JobSpec[]; step: RunStep; forcedRule: string | undefined },
  ): PlanInput {
    const specOf = (name: string): JobSpec | undefined => specs.find((job) => job.name === name);
    const without = new Set<string>(step.without);
    return {
      graph,
      records: this.records,
      facts: this.#facts(graph.paths),
      code: ({ name }) => codeText(specOf(name)),
      env: () => 'null',
      params: (job) => paramsText(specs[job]),
      isProtected: () => false,
      isEmpty: () => false,
      force: {
        all: step.force === 'all',
        targets: step.force === 'targets',
        rules: new Set(forcedRule === undefined ? [] : [forcedRule]),
        files: new Set(),
      },
      triggers: new Set(TRIGGERS.filter((trigger) => !without.has(trigger))),
    };
  }

  #facts(paths: PathTable): FileFacts {
    const facts = {
      kind: new Uint8Array(paths.size),
      size: new Float64Array(paths.size),
      mtimeMs: new Float64Array(paths.size),
      digest: new Int32Array(paths.size).fill(NO_DIGEST),
      isTorn: new Uint8Array(paths.size),
    };
    for (let file = 0; file < paths.size; file++) {
      const found = this.store.get(paths.path(file));
      if (found === undefined) continue;
      facts.kind[file] = FILE_KIND.file;
      facts.size[file] = found.content.length;
      facts.mtimeMs[file] = mtimeOf(found);
      const isKnown = this.records.fileKind(file) !== FILE_KIND.absent;
      if (isKnown) facts.digest[file] = this.records.internDigest(digestOf(found.content));
    }
    return facts;
  }
}

function mtimeOf({ time }: FileState): number {
  return 1_700_000_000_000 + time;
}

/** By job of the graph. */
function specsOf(graph: JobGraph, jobs: readonly JobSpec[]): JobSpec[] {
  return Array.from({ length: graph.jobCount }, (_, job: JobId) => {
    const name = graph.rules[graph.ruleIndex[job] ?? -1]?.name;
    const spec = jobs.find((other) => other.name === name);
    if (spec === undefined) throw new Error(`no job ${name}`);
    return spec;
  });
}
