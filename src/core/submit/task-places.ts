import type { JobId } from '../graph/job-graph.ts';
import type { JobNeeds } from './job-needs.ts';
import type { Dependency, SubmittedArray, TaskDependency } from './submission.ts';

/** What a job waits for, in terms of arrays. */
export interface PlacedNeeds {
  /** Arrays of several tasks of which it waits for the one at `index` only, to succeed; ascending. */
  readonly counterparts: readonly number[];
  /** Of its task in all of these; undefined: there are none. */
  readonly index: number | undefined;
  /** Everything else, in the order of arrays and indices. */
  readonly others: readonly TaskDependency[];
}

/** Where jobs are that have been put into arrays, and with it what others wait for. */
export class TaskPlaces {
  readonly #arrays: readonly SubmittedArray[];
  readonly #arrayOf: Int32Array;
  readonly #indexOf: Int32Array;
  readonly #mostCounterparts: number;

  /** `arrays` may grow; `placed` is told of each. */
  constructor(
    arrays: readonly SubmittedArray[],
    {
      jobCount,
      mostCounterparts,
    }: { readonly jobCount: number; readonly mostCounterparts: number },
  ) {
    this.#arrays = arrays;
    this.#mostCounterparts = mostCounterparts;
    this.#arrayOf = new Int32Array(jobCount);
    this.#indexOf = new Int32Array(jobCount);
  }

  placed(array: number): void {
    for (const { job, index } of this.#arrays[array]?.tasks ?? []) {
      this.#arrayOf[job] = array;
      this.#indexOf[job] = index;
    }
  }

  needs({ ok, any }: JobNeeds): PlacedNeeds {
    const counterparts: number[] = [];
    const others: TaskDependency[] = [];
    let index: number | undefined;
    for (const [array, indices] of this.#byArray(ok)) {
      const [first] = indices;
      const isOneOfSeveral = indices.length === 1 && this.#taskCount(array) > 1;
      const hasRoom = counterparts.length < this.#mostCounterparts;
      if (isOneOfSeveral && hasRoom && (index === undefined || index === first)) {
        index = first;
        counterparts.push(array);
      } else others.push(...this.#tasks('afterok', array, indices));
    }
    for (const [array, indices] of this.#byArray(any)) {
      others.push(...this.#tasks('afterany', array, indices));
    }
    return { counterparts, index, others };
  }

  /** All of an array in one word, where it is all of it. */
  #tasks(
    kind: TaskDependency['kind'],
    array: number,
    indices: readonly number[],
  ): readonly TaskDependency[] {
    if (indices.length === this.#taskCount(array)) return [{ kind, array }];
    return indices.map((index) => ({ kind, array, index }));
  }

  #byArray(jobs: readonly JobId[]): readonly (readonly [array: number, indices: number[]])[] {
    const found = new Map<number, number[]>();
    for (const job of jobs) {
      const array = this.#arrayOf[job] ?? 0;
      const indices = found.get(array);
      const index = this.#indexOf[job] ?? 0;
      if (indices === undefined) found.set(array, [index]);
      else indices.push(index);
    }
    return Array.from(found)
      .toSorted(([a], [b]) => a - b)
      .map(([array, indices]) => [array, indices.toSorted((a, b) => a - b)]);
  }

  #taskCount(array: number): number {
    return this.#arrays[array]?.tasks.length ?? 0;
  }
}

/** The same text for the same dependencies in the same order. */
export function dependencyKey(dependencies: readonly Dependency[]): string {
  return dependencies
    .map((it) => `${it.kind} ${it.array} ${it.kind === 'aftercorr' ? '' : (it.index ?? '')}`)
    .join(',');
}
