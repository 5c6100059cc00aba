import { ANCIENT_EDGE, FINAL_EDGE, type JobGraph, ORDER_EDGE } from '../core/graph/job-graph.ts';
import { optionalFiles } from '../core/graph/optional-files.ts';
import type { FileId } from '../core/graph/path-table.ts';
import { jobWithout } from '../core/job/job-of.ts';
import type { Job } from '../core/job/job.ts';
import type { AttemptFacts } from '../engine/job-maker.ts';
import type { Disk } from '../ports/disk.ts';
import type { SpecInput } from '../ports/job-spec.ts';

/** What jobs get of the inputs in the graph's columns. */
export class JobInputs {
  readonly #graph: JobGraph;
  readonly #disk: Pick<Disk, 'stat'>;
  readonly #optional: ReadonlySet<FileId>;

  constructor(graph: JobGraph, disk: Pick<Disk, 'stat'>) {
    this.#graph = graph;
    this.#disk = disk;
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
    const { inputStart, inputFile, paths } = this.#graph;
    const start = inputStart[job.id] ?? 0;
    const absent = new Set<number>();
    for (let at = start; at < (inputStart[job.id + 1] ?? 0); at++) {
      if (!this.#mayBeAbsent(at)) continue;
      if (this.#disk.stat(paths.path(inputFile[at] ?? 0)) === undefined) absent.add(at - start);
    }
    return absent.size === 0 ? job : jobWithout(this.#graph, job.id, absent);
  }

  /** `at`: an index into the graph's inputs. */
  #mayBeAbsent(at: number): boolean {
    const { inputEdge, inputFile } = this.#graph;
    return inputEdge[at] === FINAL_EDGE || this.#optional.has(inputFile[at] ?? 0);
  }
}
