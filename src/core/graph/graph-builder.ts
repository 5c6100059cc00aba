import { assert } from '../diagnostic.ts';
import {
  ANY_RULE,
  type Expander,
  type JobInputs,
  type NoInputs,
  type ParkedInputs,
} from './expander.ts';
import { FileStates, UNAVAILABLE } from './file-states.ts';
import { GraphFaults } from './graph-faults.ts';
import type { GraphRequest } from './graph-request.ts';
import { IntColumn } from './int-column.ts';
import type { JobId } from './job-graph.ts';
import { JobTable } from './job-table.ts';
import { type FileId, NO_FILE } from './path-table.ts';
import { type PinFault, Producers } from './producers.ts';
import type { Asker } from './rule-index.ts';
import { NO_VALUES } from './rule-pattern.ts';

/** How many jobs may be parked at once: each may hold a file or a connection open. */
const MOST_PARKED = 500;
/** After so many impossible paths the patterns surely feed on themselves without end. */
const MOST_TOO_LONG = 10_000;

interface ParkedJob {
  readonly job: JobId;
  readonly inputs: ParkedInputs;
}

/** What was asked for, as files and jobs. */
export interface GraphTargets {
  readonly targetFiles: ReadonlySet<FileId>;
  /** Jobs whose rule is a target. */
  readonly targetJobs: ReadonlySet<JobId>;
  /** Those of them that have no outputs. */
  readonly jobsAskedFor: readonly JobId[];
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

  /** Asks for what the request wants; the first thing to do. */
  askForTargets(): GraphTargets {
    const { rules, paths, targets } = this.#request;
    const targetFiles = new Set<FileId>();
    const jobsAskedFor: JobId[] = [];
    for (const path of targets.files) {
      const file = paths.intern(path);
      targetFiles.add(file);
      this.#ask(file, ANY_RULE, undefined);
    }
    const ruleByName = new Map(rules.map(({ name }, index) => [name, index]));
    const ruleJobs = new Set<JobId>();
    for (const name of targets.rules) {
      const rule = ruleByName.get(name);
      assert(rule !== undefined, `target rule ${name} is not among the rules`);
      const outputs = this.producers.outputsOf(rule);
      for (const { pattern } of outputs) {
        const file = paths.intern(pattern.fill(NO_VALUES));
        targetFiles.add(file);
        this.#ask(file, rule, undefined);
        const job = this.states.get(file);
        if (job >= 0) ruleJobs.add(job);
      }
      if (outputs.length === 0) jobsAskedFor.push(this.producers.targetJob(rule));
    }
    for (const job of jobsAskedFor) ruleJobs.add(job);
    this.#enqueueFrom(0);
    return { targetFiles, targetJobs: ruleJobs, jobsAskedFor };
  }

  /** Has files made by what their rules fall back to. */
  fallBack(files: readonly FileId[]): void {
    const before = this.jobs.jobCount;
    for (const file of files) this.producers.fallBack(file);
    this.#enqueueFrom(before);
  }

  /** May something be wrong, or may there be jobs that the targets do not need in the end? */
  hasFaults(): boolean {
    const isFaulty = this.faults.jobs.length > 0 || this.states.isOverridden;
    return isFaulty || this.states.view().includes(UNAVAILABLE);
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
      const { diagnostics, isRefusal } = inputs;
      this.faults.jobs.push({ kind: 'no-inputs', job, diagnostics, isRefusal });
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
      const fault = this.#ask(files[input] ?? NO_FILE, rule, asker);
      if (fault !== undefined) this.faults.jobs.push({ ...fault, job, input, rule });
    }
    this.#enqueueFrom(before);
  }

  #ask(file: FileId, rule: number, asker: Asker | undefined): PinFault | undefined {
    if (rule !== ANY_RULE) return this.producers.findPinned(file, rule, asker);
    if (!this.states.isSettled(file)) this.producers.find(file, asker);
    return undefined;
  }

  /** New jobs, so that the first of them is expanded first. */
  #enqueueFrom(first: JobId): void {
    for (let job = this.jobs.jobCount - 1; job >= first; job--) this.#waiting.push(job);
  }

  #hasNoEnd(): boolean {
    return this.producers.tooLongCount >= MOST_TOO_LONG;
  }
}
