import { escapesByWildcard } from '../pattern/escapes-by-wildcard.ts';
import { ANY_RULE } from './expander.ts';
import { type FileStates, SOURCE, UNASKED, UNAVAILABLE } from './file-states.ts';
import type { FileFault, GraphFaults } from './graph-faults.ts';
import type { GraphRequest } from './graph-request.ts';
import type { JobId } from './job-graph.ts';
import type { JobTable } from './job-table.ts';
import { isTooLong } from './path-limits.ts';
import type { FileId } from './path-table.ts';
import { type Asker, indexRules, type Product, type RuleIndex, type RuleMatch } from './rule-index.ts';

export interface ProducersRequest {
  readonly request: GraphRequest;
  readonly jobs: JobTable;
  readonly states: FileStates;
  readonly faults: GraphFaults;
}

/** Decides which job makes a file, and adds the job if it is new. */
export class Producers {
  readonly index: RuleIndex;
  /** Files that a job makes besides its outputs: logs, and what lies in its directories. */
  readonly extraFiles = new Map<JobId, FileId[]>();
  readonly #request: GraphRequest;
  readonly #jobs: JobTable;
  readonly #states: FileStates;
  readonly #faults: GraphFaults;
  /** By rule. */
  readonly #outputs: readonly (readonly Product[])[];
  /** Files that more than one rule matches. */
  readonly #contested = new Set<FileId>();
  /** Jobs of rules without wildcards, by rule. */
  readonly #onlyJobs = new Map<number, JobId>();
  #tooLongCount = 0;

  constructor({ request, jobs, states, faults }: ProducersRequest) {
    this.index = indexRules(request.rules);
    this.#request = request;
    this.#jobs = jobs;
    this.#states = states;
    this.#faults = faults;
    const outputs: Product[][] = request.rules.map(() => []);
    for (const product of this.index.products) {
      if (product.place >= 0) outputs[product.rule]?.push(product);
    }
    this.#outputs = outputs;
  }

  /** How many paths were met that no file can have. */
  get tooLongCount(): number {
    return this.#tooLongCount;
  }

  /** Settles the state of a file that nobody has asked for. */
  find(file: FileId, asker: Asker | undefined): void {
    const path = this.#request.paths.path(file);
    if (isTooLong(path)) {
      this.#tooLongCount += 1;
      this.#refuse(file, { kind: 'too-long', path });
      return;
    }
    const matches = this.index.find(path, asker);
    const [first, second] = matches;
    if (first === undefined) {
      this.#findAround(file, path, asker);
      return;
    }
    if (second !== undefined) this.#contested.add(file);
    const best = second === undefined ? first : fewestWildcards(matches);
    if (best === undefined) this.#refuse(file, { kind: 'ambiguous', matches });
    else this.#claim(file, best, asker);
  }

  /** Has the file made by this rule; false if the rule does not make it. */
  findPinned(file: FileId, rule: number, asker: Asker | undefined): boolean {
    const state = this.#states.get(file);
    if (state >= 0 && this.#jobs.rule(state) === rule) return true;
    const path = this.#request.paths.path(file);
    const match = this.index.find(path, asker).find(({ product }) => product.rule === rule);
    if (match === undefined) {
      const directory = this.#directoryAround(path, rule);
      if (directory === undefined || !this.findPinned(directory, rule, asker)) return false;
      this.#takeFrom(directory, file);
      return true;
    }
    const fault = this.#faults.files.get(file);
    if (fault === undefined || fault.kind === 'ambiguous') this.#claim(file, match, asker);
    return true;
  }

  /** The one job of a rule that has neither wildcards nor outputs. */
  onlyJob(rule: number): JobId {
    const known = this.#onlyJobs.get(rule);
    if (known !== undefined) return known;
    const job = this.#jobs.add(rule, NO_VALUES, []);
    this.#onlyJobs.set(rule, job);
    return job;
  }

  /** Is the file there, though no job of ours made it and no other rule could? */
  isFreeSource(file: FileId): boolean {
    if (this.#contested.has(file) || this.#request.isOurs(file)) return false;
    return this.#request.exists(this.#request.paths.path(file));
  }

  /** No rule makes the file itself, but one may make a directory that it lies in. */
  #findAround(file: FileId, path: string, asker: Asker | undefined): void {
    const directory = this.#directoryAround(path, ANY_RULE);
    if (directory !== undefined) {
      if (this.#states.get(directory) === UNASKED) this.find(directory, asker);
      if (this.#takeFrom(directory, file)) return;
    }
    this.#states.set(file, this.#request.exists(path) ? SOURCE : UNAVAILABLE);
  }

  /** The nearest directory around the path that the rule, or any, makes as a directory. */
  #directoryAround(path: string, rule: number): FileId | undefined {
    if (!this.index.hasDirectories) return undefined;
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const around = path.slice(0, end);
      const isMade = this.index
        .find(around)
        .some(({ product }) => product.isDirectory && (rule === ANY_RULE || product.rule === rule));
      if (isMade) return this.#request.paths.intern(around);
    }
    return undefined;
  }

  /** The file comes with the directory; false if no rule makes that after all. */
  #takeFrom(directory: FileId, file: FileId): boolean {
    const job = this.#states.get(directory);
    if (job >= 0) {
      this.#addExtra(job, file);
      return true;
    }
    const fault = this.#faults.files.get(directory);
    if (fault !== undefined) this.#refuse(file, fault);
    return fault !== undefined;
  }

  #claim(file: FileId, match: RuleMatch, asker: Asker | undefined): void {
    const { rule, place } = match.product;
    const values = shared(match.values, asker?.values);
    const isNew = place >= 0 && this.#states.get(file) < 0;
    const job = (isNew ? undefined : this.#existing(rule, values)) ?? this.#add(file, match, values);
    if (job === undefined) return;
    this.#faults.files.delete(file);
    if (place < 0) this.#addExtra(job, file);
  }

  #addExtra(job: JobId, file: FileId): void {
    this.#states.set(file, job);
    const files = this.extraFiles.get(job);
    if (files === undefined) this.extraFiles.set(job, [file]);
    else files.push(file);
  }

  #existing(rule: number, values: readonly string[]): JobId | undefined {
    if (values.length === 0) return this.#onlyJobs.get(rule);
    const first = this.#outputs[rule]?.[0];
    if (first === undefined) return undefined;
    const job = this.#states.get(this.#request.paths.find(first.pattern.fill(values)));
    const isIt = job >= 0 && this.#jobs.rule(job) === rule;
    return isIt && isEqual(this.#jobs.wildcardValues[job] ?? [], values) ? job : undefined;
  }

  /** Adds the job that makes the file as the match says, or says why it cannot be. */
  #add(file: FileId, match: RuleMatch, values: readonly string[]): JobId | undefined {
    const { rule, place } = match.product;
    const files: FileId[] = [];
    for (const output of this.#outputs[rule] ?? []) {
      const path = output.place === place ? this.#request.paths.path(file) : output.pattern.fill(values);
      const fault = faultOf(output, path, match);
      if (fault !== undefined) {
        this.#refuse(file, fault);
        return undefined;
      }
      files.push(output.place === place ? file : this.#request.paths.intern(path));
    }
    const job = this.#jobs.add(rule, values, files);
    if (values.length === 0) this.#onlyJobs.set(rule, job);
    for (const output of files) {
      const other = this.#states.get(output);
      if (other < 0) this.#states.set(output, job);
      else if (other !== job) this.#faults.clashes.push({ file: output, first: other, second: job });
    }
    return job;
  }

  #refuse(file: FileId, fault: FileFault): void {
    const isSource = fault.kind === 'outside' && this.isFreeSource(file);
    this.#states.set(file, isSource ? SOURCE : UNAVAILABLE);
    if (!isSource) this.#faults.files.set(file, fault);
  }
}

function fewestWildcards(matches: readonly RuleMatch[]): RuleMatch | undefined {
  const fewest = Math.min(...matches.map(({ values }) => values.length));
  const [best, other] = matches.filter(({ values }) => values.length === fewest);
  return other === undefined ? best : undefined;
}

function faultOf(output: Product, path: string, match: RuleMatch): FileFault | undefined {
  if (isTooLong(path)) return { kind: 'too-long', path };
  const isOutside = escapesByWildcard(output.pattern.pattern, path);
  return isOutside ? { kind: 'outside', match, output } : undefined;
}

const NO_VALUES: readonly string[] = [];

/** The asker's array where it says the same: jobs in a chain often have the same wildcards. */
function shared(
  values: readonly string[],
  askers: readonly string[] | undefined,
): readonly string[] {
  if (values.length === 0) return NO_VALUES;
  return askers !== undefined && isEqual(askers, values) ? askers : values;
}

function isEqual(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) {
    if (a[index] !== b[index]) return false;
  }
  return true;
}
