import { ANCIENT_EDGE, FINAL_EDGE, NO_JOB, ORDER_EDGE, type JobId } from '../graph/job-graph.ts';
import { optionalFiles } from '../graph/optional-files.ts';
import type { FileId } from '../graph/path-table.ts';
import { type DigestId, NO_DIGEST } from '../records/record-table.ts';
import { FILE_KIND } from './file-facts.ts';
import type { StandIn } from './plan.ts';
import type { PlanInput } from './plan-input.ts';
import type { OwnReason } from './reason.ts';

/** A content as far as it is known: there may be no file, or one that nobody could hash. */
export interface Content {
  readonly isAbsent: boolean;
  /** `NO_DIGEST`: absent or unknown. */
  readonly digest: DigestId;
}

/** Compares contents of inputs with what records say of them. An input is named by its edge. */
export class ContentComparison {
  readonly #input: PlanInput;
  readonly #removedTemps: ReadonlyMap<FileId, StandIn>;
  /** Outputs that may be left out. */
  readonly #optional: ReadonlySet<FileId>;
  /** False where `mtime` is switched off: then no content of an input is a reason. */
  readonly isOn: boolean;

  constructor(input: PlanInput, removedTemps: ReadonlyMap<FileId, StandIn>) {
    this.#input = input;
    this.#removedTemps = removedTemps;
    this.#optional = optionalFiles(input.graph);
    this.isOn = input.triggers.has('mtime');
  }

  /** Order edges and ancient ones only ask that the file exists. */
  hasContent(edge: number): boolean {
    const kind = this.#input.graph.inputEdge[edge];
    return kind !== ORDER_EDGE && kind !== ANCIENT_EDGE;
  }

  /** The job that makes the input, or `NO_JOB`. */
  makerOf(edge: number): JobId {
    const { producer, inputFile } = this.#input.graph;
    return producer[inputFile[edge] ?? 0] ?? NO_JOB;
  }

  /** As `differs` with the file as it was found, but without making an object. */
  isSame(edge: number, recorded: DigestId): boolean {
    const file = this.#input.graph.inputFile[edge] ?? 0;
    const digest = this.#digestOf(file);
    if (digest !== NO_DIGEST) return digest === recorded;
    return !this.differs(edge, recorded, this.found(file));
  }

  /** The file as it was found, a removed temporary file as what it stands for. */
  found(file: FileId): Content {
    return { isAbsent: this.#isAbsent(file), digest: this.#digestOf(file) };
  }

  /** Is `now` another content than the recorded one? What is unknown is never equal. */
  differs(edge: number, recorded: DigestId, now: Content): boolean {
    if (now.digest !== NO_DIGEST) return now.digest !== recorded;
    return !(now.isAbsent && recorded === NO_DIGEST && this.#mayBeAbsent(edge));
  }

  reason(edge: number, recorded: DigestId, now: Content): OwnReason {
    const { graph, records } = this.#input;
    const text = (digest: DigestId, isAbsent: boolean): string => {
      if (digest !== NO_DIGEST) return records.digestText(digest);
      return isAbsent ? 'absent' : 'unknown';
    };
    return {
      kind: 'input-changed',
      path: graph.paths.path(graph.inputFile[edge] ?? 0),
      old: text(recorded, this.#mayBeAbsent(edge)),
      new: text(now.digest, now.isAbsent),
    };
  }

  /** Is it there, or absent as optional files and inputs of final edges may be? */
  isThere(edge: number): boolean {
    const { graph, facts } = this.#input;
    const kind = facts.kind[graph.inputFile[edge] ?? 0];
    return kind !== FILE_KIND.absent || this.#mayBeAbsent(edge);
  }

  /** As in make: files of the same age are up to date, and so is what is absent. */
  isNewer(file: FileId, than: FileId): boolean {
    return this.#mtimeMs(file) > this.#mtimeMs(than);
  }

  ageReason(input: FileId, output: FileId): OwnReason {
    const { paths } = this.#input.graph;
    return {
      kind: 'input-newer',
      input: paths.path(input),
      inputMtimeMs: this.#mtimeMs(input),
      output: paths.path(output),
      outputMtimeMs: this.#mtimeMs(output),
    };
  }

  /** Milliseconds since 1970; minus infinity where the file is absent. */
  #mtimeMs(file: FileId): number {
    const stoodFor = this.#removedTemps.get(file);
    if (stoodFor !== undefined) return stoodFor.mtimeMs;
    const { facts } = this.#input;
    return this.#isAbsent(file) ? Number.NEGATIVE_INFINITY : (facts.mtimeMs[file] ?? 0);
  }

  #mayBeAbsent(edge: number): boolean {
    const { inputEdge, inputFile } = this.#input.graph;
    return inputEdge[edge] === FINAL_EDGE || this.#optional.has(inputFile[edge] ?? 0);
  }

  #isAbsent(file: FileId): boolean {
    return this.#input.facts.kind[file] === FILE_KIND.absent && !this.#removedTemps.has(file);
  }

  #digestOf(file: FileId): DigestId {
    const stoodFor = this.#removedTemps.size > 0 ? this.#removedTemps.get(file) : undefined;
    return stoodFor?.digest ?? this.#input.facts.digest[file] ?? NO_DIGEST;
  }
}
