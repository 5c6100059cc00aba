import { outputsOf } from '../graph/graph-views.ts';
import { type JobGraph, type JobId, NO_JOB } from '../graph/job-graph.ts';
import type { FileId } from '../graph/path-table.ts';

/**
 * Who needs a file: the graph's input columns turned round. Built when first asked, since where
 * nothing is missing nobody asks.
 */
export class FileUses {
  readonly #graph: JobGraph;
  #asked: Uint8Array | undefined;
  #readers: Readers | undefined;
  #sideProducts: ReadonlyMap<JobId, readonly FileId[]> | undefined;

  constructor(graph: JobGraph) {
    this.#graph = graph;
  }

  /** Is it a target? So are the inputs of a target rule, which only stands for them. */
  isAsked(file: FileId): boolean {
    this.#asked ??= findAsked(this.#graph);
    return this.#asked[file] === 1;
  }

  isRead(file: FileId): boolean {
    const { start } = this.readers();
    return (start[file + 1] ?? 0) > (start[file] ?? 0);
  }

  /**
   * Files that a job of the graph reads, or that were asked for, and that this job makes although
   * they are none of its outputs: members of its directories, and its logs.
   */
  sideProducts(job: JobId): readonly FileId[] {
    this.#sideProducts ??= findSideProducts(this.#graph);
    return this.#sideProducts.get(job) ?? NONE;
  }

  /** The job's outputs and its side products. */
  products(job: JobId): Iterable<FileId> {
    const outputs = outputsOf(this.#graph, job);
    const others = this.sideProducts(job);
    return others.length === 0 ? outputs : [...outputs, ...others];
  }

  readers(): Readers {
    this.#readers ??= findReaders(this.#graph);
    return this.#readers;
  }
}

/**
 * The readers of file `f` are `job[start[f] .. start[f + 1]]`, in ascending order, and `edge` says
 * at which places of the graph's input columns they read it.
 */
export interface Readers {
  readonly start: Int32Array;
  readonly job: Int32Array;
  readonly edge: Int32Array;
}

const NONE: readonly FileId[] = [];

function findSideProducts(graph: JobGraph): Map<JobId, readonly FileId[]> {
  const { producer, outputFile, outputStart, inputFile, inputStart, jobCount, paths } = graph;
  const isDone = new Uint8Array(paths.size);
  for (const file of outputFile.subarray(0, outputStart[jobCount])) isDone[file] = 1;
  const found = new Map<JobId, FileId[]>();
  const look = (file: FileId): void => {
    const maker = producer[file] ?? NO_JOB;
    if (isDone[file] === 1 || maker === NO_JOB) return;
    isDone[file] = 1;
    const known = found.get(maker);
    if (known === undefined) found.set(maker, [file]);
    else known.push(file);
  };
  for (const file of inputFile.subarray(0, inputStart[jobCount])) look(file);
  for (const file of graph.targetFiles) look(file);
  return found;
}

function findAsked(graph: JobGraph): Uint8Array {
  const { rules, ruleIndex, inputStart, inputFile, jobCount } = graph;
  const asked = new Uint8Array(graph.paths.size);
  for (const file of graph.targetFiles) asked[file] = 1;
  const isTargetRule = rules.map((rule) => rule.run === undefined);
  for (let job: JobId = 0; job < jobCount; job++) {
    if (isTargetRule[ruleIndex[job] ?? 0] !== true) continue;
    const end = inputStart[job + 1] ?? 0;
    for (let edge = inputStart[job] ?? 0; edge < end; edge++) asked[inputFile[edge] ?? 0] = 1;
  }
  return asked;
}

/** Counting sort: a stable one, so that the edges of a file stay in the order of jobs. */
function findReaders({ paths, jobCount, inputStart, inputFile }: JobGraph): Readers {
  const edgeCount = inputStart[jobCount] ?? 0;
  const start = new Int32Array(paths.size + 1);
  for (let edge = 0; edge < edgeCount; edge++) {
    const next = (inputFile[edge] ?? 0) + 1;
    start[next] = (start[next] ?? 0) + 1;
  }
  for (let file = 0; file < paths.size; file++) {
    start[file + 1] = (start[file + 1] ?? 0) + (start[file] ?? 0);
  }
  const free = start.slice();
  const readers = { start, job: new Int32Array(edgeCount), edge: new Int32Array(edgeCount) };
  for (let job: JobId = 0; job < jobCount; job++) {
    const end = inputStart[job + 1] ?? 0;
    for (let edge = inputStart[job] ?? 0; edge < end; edge++) {
      const file = inputFile[edge] ?? 0;
      const place = free[file] ?? 0;
      free[file] = place + 1;
      readers.job[place] = job;
      readers.edge[place] = edge;
    }
  }
  return readers;
}
