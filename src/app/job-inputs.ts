import { ANCIENT_EDGE, FINAL_EDGE, type JobGraph, ORDER_EDGE } from '../core/graph/job-graph.ts';
import { optionalFiles } from '../core/graph/optional-files.ts';
import type { FileId } from '../core/graph/path-table.ts';
import { jobWithout } from '../core/job/job-of.ts';
import type { Job } from '../core/job/job.ts';
import { LEFT_OUT, NO_ROW, type RecordTable } from '../core/records/record-table.ts';
import type { AttemptFacts } from '../engine/job-maker.ts';
import type { Disk } from '../ports/disk.ts';
import type { SpecInput } from '../ports/job-spec.ts';

interface JobInputsOptions {
  readonly graph: JobGraph;
  readonly disk: Pick<Disk, 'stat'>;
  readonly records: RecordTable;
}

/** What jobs get of the inputs in the graph's columns. */
export class JobInputs {
  readonly #graph: JobGraph;
  readonly #disk: Pick<Disk, 'stat'>;
  readonly #records: RecordTable;
  readonly #optional: ReadonlySet<FileId>;

  constructor({ graph, disk, records }: JobInputsOptions) {
    this.#graph = graph;
    this.#disk = disk;
    this.#records = records;
    this.#optional = optionalFiles(graph);
  }

  specs({ id }: Job, known: AttemptFacts['known']): SpecInput[] {
    const { inputStart, inputFile, inputEdge, paths } = this.#graph;
    const inputs: SpecInput[] = [];
    for (let at = inputStart[id] ?? 0; at < (inputStart[id + 1] ?? 0); at++) {
      const file = inputFile[at] ?? 0;
      const edge = inputEdge[at];
      inputs.push({
        path: paths.path(file),
        isFingerprinted: edge !== ORDER_EDGE && edge !== ANCIENT_EDGE,
        isOptional: this.#mayBeAbsent(at),
        known: known(file),
      });
    }
    return inputs;
  }

  /** The job as its command is to see it: of inputs that may be absent, with those that are there. */
  present(job: Job): Job {
    return this.#without(job, (file) => !this.#isThere(file));
  }

  /** The same before anything runs: what was left out the last time is taken to be so again. */
  expected(job: Job): Job {
    return this.#without(job, (file) => !this.#isThere(file) && this.#wasLeftOut(file));
  }

  #without(job: Job, isAbsent: (file: FileId) => boolean): Job {
    const { id } = job;
    const { inputStart, inputFile } = this.#graph;
    const start = inputStart[id] ?? 0;
    const absent = new Set<number>();
    for (let at = start; at < (inputStart[id + 1] ?? 0); at++) {
      if (this.#mayBeAbsent(at) && isAbsent(inputFile[at] ?? 0)) absent.add(at - start);
    }
    return absent.size === 0 ? job : jobWithout(this.#graph, id, absent);
  }

  #isThere(file: FileId): boolean {
    return this.#disk.stat(this.#graph.paths.path(file)) !== undefined;
  }

  #wasLeftOut(file: FileId): boolean {
    const row = this.#records.rowOf(file);
    if (row === NO_ROW) return false;
    for (let place = 0; place < this.#records.outputCount(row); place++) {
      const isIt = this.#records.outputAt(row, place) === file;
      if (isIt) return this.#records.outputDigestAt(row, place) === LEFT_OUT;
    }
    return false;
  }

  /** `at`: an index into the graph's inputs. */
  #mayBeAbsent(at: number): boolean {
    const { inputEdge, inputFile } = this.#graph;
    return inputEdge[at] === FINAL_EDGE || this.#optional.has(inputFile[at] ?? 0);
  }
}
