import { assert } from '../diagnostic.ts';
import type { JobId } from '../graph/job-graph.ts';
import type { RecordRow } from '../records/record-table.ts';
import type { GroupShape } from '../rule/file-groups.ts';
import type { PlanInput } from './plan-input.ts';
import type { OwnReason } from './reason.ts';

/** The reason of a job whose list of inputs is not the recorded one. */
export function inputsChanged(input: PlanInput, job: JobId, row: RecordRow): OwnReason {
  const old = recordedInputs(input, row);
  const now = presentInputs(input, job);
  let [oldNames, newNames] = [namesOf(old, false), namesOf(now, false)];
  if (oldNames.join('\n') === newNames.join('\n')) {
    [oldNames, newNames] = [namesOf(old, true), namesOf(now, true)];
  }
  return {
    kind: 'inputs-changed',
    added: without(now.paths, old.paths),
    removed: without(old.paths, now.paths),
    old: oldNames,
    new: newNames,
  };
}

interface NamedPaths {
  readonly shape: readonly GroupShape[];
  readonly paths: readonly string[];
}

function recordedInputs({ records }: PlanInput, row: RecordRow): NamedPaths {
  const paths = Array.from({ length: records.inputCount(row) }, (_, place) =>
    records.paths.path(records.inputAt(row, place)),
  );
  return { shape: parseShape(records.text(records.shape(row))), paths };
}

function presentInputs({ graph }: PlanInput, job: JobId): NamedPaths {
  const files = graph.inputFile.subarray(graph.inputStart[job], graph.inputStart[job + 1]);
  const paths = Array.from(files, (file) => graph.paths.path(file));
  return { shape: graph.shapes[graph.inputShape[job] ?? 0] ?? [], paths };
}

/** The reverse of `shapeText`. */
function parseShape(text: string): GroupShape[] {
  const groups: unknown = JSON.parse(text);
  assert(Array.isArray(groups), `not a shape: ${text}`);
  return groups.map((group: unknown) => {
    assert(Array.isArray(group) && group.length === 3, `not a shape: ${text}`);
    const [name, isList, count]: unknown[] = group;
    return {
      name: typeof name === 'string' ? name : undefined,
      isList: isList === true,
      count: Number(count),
    };
  });
}

/** `name=path`; where all else is equal, `name[]=path` tells a list from a single path. */
function namesOf({ shape, paths }: NamedPaths, isTellingLists: boolean): string[] {
  const prefixes = shape.flatMap(({ name, isList, count }) => {
    const mark = isTellingLists && isList ? '[]' : '';
    const prefix = name === undefined && mark === '' ? '' : `${name ?? ''}${mark}=`;
    return Array<string>(count).fill(prefix);
  });
  return paths.map((path, place) => `${prefixes[place] ?? ''}${path}`);
}

function without(paths: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return [...new Set(paths)].filter((path) => !known.has(path));
}
