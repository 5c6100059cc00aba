import type { JobGraph, JobId } from '../graph/job-graph.ts';
import type { FileId } from '../graph/path-table.ts';
import { NO_DIGEST, NO_ROW, type RecordTable } from '../records/record-table.ts';
import type { Ensured } from '../rule/output-flags.ts';
import { FILE_KIND } from './file-facts.ts';
import type { PlanInput } from './plan-input.ts';
import type { OwnReason } from './reason.ts';

type NotEnsured = OwnReason & { readonly kind: 'not-ensured' };

interface EnsuredPlace {
  readonly place: number;
  readonly ensure: Ensured;
}

/** Do outputs that no attempt vouches for hold what their rules ensure? */
export class EnsuredOutputs {
  readonly #input: PlanInput;
  readonly #places: readonly (readonly EnsuredPlace[])[];

  constructor(input: PlanInput) {
    this.#input = input;
    this.#places = ensuredPlaces(input.graph);
  }

  /** Those of the job's outputs that are there, are asked for, and do not hold it. */
  broken(job: JobId, isAsked: (file: FileId) => boolean): readonly NotEnsured[] {
    const { graph, facts } = this.#input;
    const places = this.#places[graph.ruleIndex[job] ?? 0] ?? [];
    return places.flatMap(({ place, ensure }) => {
      const file = graph.outputFile[(graph.outputStart[job] ?? 0) + place] ?? 0;
      if (facts.kind[file] === FILE_KIND.absent || !isAsked(file)) return [];
      return this.#brokenAt(file, ensure);
    });
  }

  #brokenAt(file: FileId, { nonEmpty, sha256 }: Ensured): readonly NotEnsured[] {
    const { graph, facts, records, isEmpty } = this.#input;
    const path = graph.paths.path(file);
    if (nonEmpty && isEmpty(file)) {
      return [{ kind: 'not-ensured', path, old: 'not empty', new: 'empty' }];
    }
    const digest = facts.digest[file] ?? NO_DIGEST;
    const actual = digest === NO_DIGEST ? 'unknown' : records.digestText(digest);
    if (sha256 === undefined || actual === sha256) return [];
    return [{ kind: 'not-ensured', path, old: sha256, new: actual }];
  }
}

/** Outputs without a record whose content has to be known for it. */
export function filesToCompare(graph: JobGraph, records: RecordTable): ReadonlySet<FileId> {
  const files = new Set<FileId>();
  const places = ensuredPlaces(graph).map((all) =>
    all.filter(({ ensure }) => ensure.sha256 !== undefined),
  );
  if (places.every(({ length }) => length === 0)) return files;
  for (let job = 0; job < graph.jobCount; job++) {
    for (const { place } of places[graph.ruleIndex[job] ?? 0] ?? []) {
      const file = graph.outputFile[(graph.outputStart[job] ?? 0) + place] ?? 0;
      if (records.rowOf(file) === NO_ROW) files.add(file);
    }
  }
  return files;
}

/** By rule of the graph. */
function ensuredPlaces({ rules }: JobGraph): readonly (readonly EnsuredPlace[])[] {
  return rules.map(({ output }) =>
    output
      .flatMap(({ items }) => items)
      .flatMap(({ ensure }, place) => (ensure === undefined ? [] : [{ place, ensure }])),
  );
}
