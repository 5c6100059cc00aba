import { ANY_RULE, type Expander, type JobInputs, type NoInputs, type ParkedInputs } from './expander.ts';
import { FileStates, UNASKED } from './file-states.ts';
import { GraphFaults } from './graph-faults.ts';
import type { GraphRequest } from './graph-request.ts';
import { IntColumn } from './int-column.ts';
import type { JobId } from './job-graph.ts';
import { JobTable } from './job-table.ts';
import type { FileId } from './path-table.ts';
import { Producers } from './producers.ts';
import type { Asker } from './rule-index.ts';

/** How many jobs may be parked at once: each may hold a file or a connection open. */
const MOST_PARKED = 500;
/** After so many impossible paths the patterns surely feed on themselves without end. */
const MOST_TOO_LONG = 10_000;

interface ParkedJob {
  readonly job: JobId;
  readonly inputs: ParkedInputs;
}

/**
 * Works backwards from the targets: asks for files, adds the jobs that make them, asks for what
 * those need. A worklist, so that depth costs nothing.
 *
 * Parked jobs are resumed together, in the order in which they were parked, once nothing else is
 * left to do: the numbers of jobs and files depend on no timing.
 */
export class GraphBuilder {
  readonly jobs: JobTable = new JobTable();
  readonly states: FileStates = new FileStates();
  readonly faults: GraphFaults = new GraphFaults();
  readonly producers: Producers;
  readonly #request: GraphRequest;
  readonly #expander: Expander;
  /** Jobs whose inputs are not known yet; the next one last. */
  readonly #waiting = new IntColumn();
  #parked: ParkedJob[] = [];

  constructor(request: GraphRequest, expander: Expander) {
    const { jobs, states, faults } = this;
    this.#request = request;
    this.#expander = expander;
    this.producers = new Producers({ request, jobs, states, faults });
  }

  /** Adds jobs until nothing more is needed, or the patterns turn out to have no end. */
  async expandAll(): Promise<void> {
    do {
      this.#expandWaiting();
      await this.#resumeParked();
    } while (this.#waiting.length > 0 && !this.#hasNoEnd());
  }

  /** Asks for a file that no job asks for. */
  askForTarget(file: FileId, rule: number): boolean {
    const before = this.jobs.jobCount;
    const isMade = this.#ask(file, rule, undefined);
    this.#enqueueFrom(before);
    return isMade;
  }

  #expandWaiting(): void {
    while (this.#parked.length < MOST_PARKED && !this.#hasNoEnd()) {
      const job = this.#waiting.pop();
      if (job === undefined) return;
      const values = this.jobs.wildcardValues[job] ?? [];
      const inputs = this.#expander.expand(this.jobs.rule(job), values);
      if (inputs.kind === 'parked') this.#parked.push({ job, inputs });
      else this.#setInputs(job, inputs);
    }
  }

  async #resumeParked(): Promise<void> {
    const parked = this.#parked;
    this.#parked = [];
    await Promise.all(parked.map(({ inputs }) => inputs.ready));
    for (const { job, inputs } of parked) this.#setInputs(job, inputs.read());
  }

  #setInputs(job: JobId, inputs: JobInputs | NoInputs): void {
    if (inputs.kind === 'failed') {
      this.faults.jobs.push({ kind: 'no-inputs', job, diagnostics: inputs.diagnostics });
      return;
    }
    const isKnown = this.jobs.setInputs(job, inputs);
    if (isKnown && inputs.pins === undefined) return;
    const names = this.#request.rules[this.jobs.rule(job)]?.wildcardNames ?? [];
    const asker = { names, values: this.jobs.wildcardValues[job] ?? [] };
    const before = this.jobs.jobCount;
    const { files, pins } = inputs;
    for (let input = 0; input < files.length; input++) {
      const rule = pins?.[input] ?? ANY_RULE;
      const isMade = this.#ask(files[input] ?? -1, rule, asker);
      if (!isMade) this.faults.jobs.push({ kind: 'pin', job, input, rule });
    }
    this.#enqueueFrom(before);
  }

  /** False if the file is not made by the rule that must make it. */
  #ask(file: FileId, rule: number, asker: Asker | undefined): boolean {
    if (rule !== ANY_RULE) return this.producers.findPinned(file, rule, asker);
    if (this.states.get(file) === UNASKED) this.producers.find(file, asker);
    return true;
  }

  /** New jobs, so that the first of them is expanded first. */
  #enqueueFrom(first: JobId): void {
    for (let job = this.jobs.jobCount - 1; job >= first; job--) this.#waiting.push(job);
  }

  #hasNoEnd(): boolean {
    return this.producers.tooLongCount >= MOST_TOO_LONG;
  }
}
