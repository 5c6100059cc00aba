import type { JobGraph, JobId } from '../graph/job-graph.ts';
import { type IsSubmitted, jobsByLevel, needsOf } from './job-needs.ts';
import type {
  ArrayTask,
  Dependency,
  Submission,
  SubmittedArray,
  TaskDependency,
} from './submission.ts';
import { dependencyKey, type PlacedNeeds, TaskPlaces } from './task-places.ts';

export interface SubmissionRequest {
  readonly graph: JobGraph;
  readonly isSubmitted: IsSubmitted;
  /** Jobs of one array have to be of one stage: a rule, and what is asked for with it. */
  readonly stageOf: (job: JobId) => string;
  /** Every index of an array is below it. */
  readonly maxArraySize: number;
  /** How many things one array may wait for; 4 at the least. */
  readonly maxDependencies: number;
}

/**
 * Compiles jobs into arrays. Each job waits for exactly the submitted jobs that it needs, for no
 * others and for none less: a failure stops what needs it, and nothing beside.
 *
 * Jobs of a stage that need the same become one array. Where they correspond one to one to tasks of
 * arrays before them, they become an array that waits task by task.
 */
export function compileSubmission(request: SubmissionRequest): Submission {
  return { arrays: new SubmissionCompiler(request).compile() };
}

/** Jobs of a stage that wait for the same, but for the tasks that they correspond to. */
interface Bunch {
  readonly counterparts: readonly number[];
  readonly others: readonly TaskDependency[];
  /** By the index of their counterparts; `undefined` if they have none. */
  readonly jobs: Map<number | undefined, JobId[]>;
}

class SubmissionCompiler {
  readonly #request: SubmissionRequest;
  readonly #arrays: SubmittedArray[] = [];
  readonly #places: TaskPlaces;
  readonly #joins = new Map<string, number>();

  constructor(request: SubmissionRequest) {
    this.#request = request;
    // Two more may be needed: one for all that have to succeed, one for all that have to end.
    const mostCounterparts = request.maxDependencies - 2;
    const { jobCount } = request.graph;
    this.#places = new TaskPlaces(this.#arrays, { jobCount, mostCounterparts });
  }

  compile(): readonly SubmittedArray[] {
    const { graph, isSubmitted, stageOf } = this.#request;
    // No job of a level needs another one of it.
    for (const level of jobsByLevel(graph, isSubmitted)) {
      for (const [stage, jobs] of groupedBy(level, stageOf)) {
        for (const bunch of this.#bunches(jobs)) this.#addBunch(stage, bunch);
      }
    }
    return this.#arrays;
  }

  #bunches(jobs: readonly JobId[]): Iterable<Bunch> {
    const { graph, isSubmitted } = this.#request;
    const bunches = new Map<string, Bunch>();
    for (const job of jobs) {
      const needs = this.#places.needs(needsOf(graph, job, isSubmitted));
      const key = bunchKey(needs);
      let bunch = bunches.get(key);
      if (bunch === undefined) {
        bunch = { counterparts: needs.counterparts, others: needs.others, jobs: new Map() };
        bunches.set(key, bunch);
      }
      const alike = bunch.jobs.get(needs.index);
      if (alike === undefined) bunch.jobs.set(needs.index, [job]);
      else alike.push(job);
    }
    return bunches.values();
  }

  /**
   * With n counterparts and at most m jobs for each of them there are m arrays that go task by task,
   * or n whose jobs all wait for one counterpart: whichever are fewer.
   */
  #addBunch(stage: string, { counterparts, others, jobs }: Bunch): void {
    const most = Array.from(jobs.values()).reduce((max, { length }) => Math.max(max, length), 0);
    const goesTaskByTask = counterparts.length > 0 && most < jobs.size;
    if (!goesTaskByTask) {
      for (const [index, alike] of jobs) {
        this.#addAlike(stage, alike, [...oneTaskEach(counterparts, index), ...others]);
      }
      return;
    }
    for (let layer = 0; layer < most; layer += 1) {
      const tasks = Array.from(jobs).flatMap(([index, alike]): ArrayTask[] => {
        const job = alike[layer];
        return job === undefined || index === undefined ? [] : [{ index, job }];
      });
      const [only] = tasks;
      if (only !== undefined && tasks.length === 1) {
        this.#addAlike(stage, [only.job], [...oneTaskEach(counterparts, only.index), ...others]);
        continue;
      }
      const corresponding = counterparts.map((array): Dependency => ({ kind: 'aftercorr', array }));
      this.#add({
        stage,
        tasks: tasks.toSorted((a, b) => a.index - b.index),
        dependencies: [
          ...corresponding,
          ...this.#joined(stage, others, this.#request.maxDependencies - corresponding.length),
        ],
      });
    }
  }

  /** Jobs that wait for the same. */
  #addAlike(stage: string, jobs: readonly JobId[], needs: readonly TaskDependency[]): void {
    const { maxArraySize, maxDependencies } = this.#request;
    const dependencies = this.#joined(stage, needs, maxDependencies);
    for (let from = 0; from < jobs.length; from += maxArraySize) {
      const tasks = jobs.slice(from, from + maxArraySize).map((job, index) => ({ index, job }));
      this.#add({ stage, tasks, dependencies });
    }
  }

  /** The same in at most `room` dependencies: joins take the place of too many. */
  #joined(stage: string, all: readonly TaskDependency[], room: number): readonly TaskDependency[] {
    const { maxDependencies } = this.#request;
    let left = all;
    while (left.length > room) {
      const kinds = (['afterok', 'afterany'] as const).map((kind) =>
        left.filter((it) => it.kind === kind),
      );
      left = kinds.flatMap((alike) => {
        if (alike.length <= 1) return alike;
        return chunksOf(alike, maxDependencies).map((chunk) => this.#join(stage, chunk));
      });
    }
    return left;
  }

  /** Succeeds when they have, or ends when they have. */
  #join(stage: string, dependencies: readonly TaskDependency[]): TaskDependency {
    const kind = dependencies[0]?.kind ?? 'afterok';
    const key = dependencyKey(dependencies);
    const array = this.#joins.get(key) ?? this.#add({ stage, tasks: [], dependencies });
    this.#joins.set(key, array);
    return { kind, array };
  }

  #add(array: SubmittedArray): number {
    const number = this.#arrays.push(array) - 1;
    this.#places.placed(number);
    return number;
  }
}

function bunchKey({ counterparts, others }: PlacedNeeds): string {
  return `${counterparts.join(' ')};${dependencyKey(others)}`;
}

function oneTaskEach(
  counterparts: readonly number[],
  index: number | undefined,
): readonly TaskDependency[] {
  if (index === undefined) return [];
  return counterparts.map((array) => ({ kind: 'afterok', array, index }));
}

function groupedBy<T, Key>(items: readonly T[], keyOf: (item: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, chunk) =>
    items.slice(chunk * size, (chunk + 1) * size),
  );
}
