import { assert } from '../diagnostic.ts';
import { chooseMatch } from './choose-match.ts';
import { ANY_RULE } from './expander.ts';
import { type FileStates, SOURCE, UNAVAILABLE } from './file-states.ts';
import type { FileFault, GraphFaults } from './graph-faults.ts';
import type { GraphRequest } from './graph-request.ts';
import type { JobId } from './job-graph.ts';
import { isEqual, JobMaker } from './job-maker.ts';
import type { JobTable } from './job-table.ts';
import { isTooLong } from './path-limits.ts';
import type { FileId } from './path-table.ts';
import {
  type Asker,
  indexRules,
  type Product,
  type RuleIndex,
  type RuleMatch,
} from './rule-index.ts';

export interface ProducersRequest {
  readonly request: GraphRequest;
  readonly jobs: JobTable;
  readonly states: FileStates;
  readonly faults: GraphFaults;
}

/** The rule that must make a file does not match it, or another input has another rule make it. */
export type PinFault =
  | { readonly kind: 'not-made' }
  | { readonly kind: 'taken'; readonly otherRule: number };

/** Decides where files come from; a job that makes one is added if it is new. */
export class Producers {
  readonly index: RuleIndex;
  /** Files that a job makes besides its outputs: logs, and what lies in its directories. */
  readonly extraFiles: Map<JobId, FileId[]> = new Map();
  readonly #request: GraphRequest;
  readonly #jobs: JobTable;
  readonly #states: FileStates;
  readonly #faults: GraphFaults;
  /** By rule. */
  readonly #outputs: readonly (readonly Product[])[];
  readonly #maker: JobMaker;
  /** Files that more than one rule matches. */
  readonly #contested = new Set<FileId>();
  /** By file: what else may make it, if the rule that was chosen cannot be built. */
  readonly #fallbacks = new Map<FileId, readonly RuleMatch[]>();
  #tooLongCount = 0;

  constructor({ request, jobs, states, faults }: ProducersRequest) {
    this.index = indexRules(request.rules);
    this.#request = request;
    this.#jobs = jobs;
    this.#states = states;
    this.#faults = faults;
    this.#outputs = outputsByRule(this.index.products, request.rules.length);
    const { paths } = request;
    this.#maker = new JobMaker({ paths, jobs, states, outputs: this.#outputs });
  }

  /** How many paths were met that no file can have. */
  get tooLongCount(): number {
    return this.#tooLongCount;
  }

  outputsOf(rule: number): readonly Product[] {
    return this.#outputs[rule] ?? [];
  }

  /** The one job of a rule that has neither wildcards nor outputs. */
  targetJob(rule: number): JobId {
    return this.#maker.targetJob(rule);
  }

  /** Settles where a file comes from that nobody has asked for. */
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
    if (second === undefined) {
      this.#make(file, first, asker);
      return;
    }
    this.#contested.add(file);
    this.#choose(file, matches, asker);
  }

  get canFallBack(): boolean {
    return this.#fallbacks.size > 0;
  }

  /** Is there a rule to fall back to if the present one cannot be built? */
  hasFallback(file: FileId): boolean {
    return this.#fallbacks.has(file) && !this.#states.isPinned(file);
  }

  /** Has the file made by a rule that the present one falls back to. */
  fallBack(file: FileId): void {
    const matches = this.#fallbacks.get(file);
    assert(matches !== undefined, 'a file falls back only to what there is');
    this.#fallbacks.delete(file);
    this.#choose(file, matches, undefined);
  }

  #choose(file: FileId, matches: readonly RuleMatch[], asker: Asker | undefined): void {
    const { best, others } = chooseMatch(matches, this.#request.order);
    const [only, more] = best;
    if (only === undefined || more !== undefined) {
      this.#refuse(file, { kind: 'ambiguous', matches: best });
      return;
    }
    if (others.length > 0) this.#fallbacks.set(file, others);
    this.#make(file, only, asker);
  }

  /**
   * Has the file made by this rule, or tells why it is not. What the workflow says wins over what
   * was settled without it, whichever came first.
   */
  findPinned(file: FileId, rule: number, asker: Asker | undefined): PinFault | undefined {
    const state = this.#states.get(file);
    if (state < 0 || this.#jobs.rule(state) !== rule) {
      const path = this.#request.paths.path(file);
      const match = this.index.find(path, asker).find(({ product }) => product.rule === rule);
      if (match === undefined) return this.#findPinnedAround(file, rule, asker);
      if (this.#states.isPinned(file) && state >= 0) {
        return { kind: 'taken', otherRule: this.#jobs.rule(state) };
      }
      this.#make(file, match, asker);
    }
    this.#states.pin(file);
    return undefined;
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
      if (!this.#states.isSettled(directory)) this.find(directory, asker);
      if (this.#takeFrom(directory, file)) return;
    }
    this.#states.settle(file, this.#request.exists(path) ? SOURCE : UNAVAILABLE);
  }

  #findPinnedAround(file: FileId, rule: number, asker: Asker | undefined): PinFault | undefined {
    const directory = this.#directoryAround(this.#request.paths.path(file), rule);
    if (directory === undefined) return { kind: 'not-made' };
    const fault = this.findPinned(directory, rule, asker);
    if (fault !== undefined) return fault;
    return this.#takeFrom(directory, file) ? undefined : { kind: 'not-made' };
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
      this.#states.settle(file, job);
      this.#addExtra(job, file);
      return true;
    }
    const fault = this.#faults.files.get(directory);
    if (fault !== undefined) this.#refuse(file, fault);
    return fault !== undefined;
  }

  #make(file: FileId, match: RuleMatch, asker: Asker | undefined): void {
    const { rule, place } = match.product;
    const isShared = asker !== undefined && isEqual(asker.values, match.values);
    // Jobs in a chain often have the same wildcards: they are kept once.
    const values = isShared ? asker.values : match.values;
    const isNew = place >= 0 && this.#states.get(file) < 0;
    const known = isNew ? undefined : this.#maker.find(rule, values);
    const job = known ?? this.#maker.add(file, match, values);
    if (typeof job !== 'number') {
      this.#refuse(file, job);
      return;
    }
    this.#faults.files.delete(file);
    this.#states.settle(file, job);
    if (place < 0) this.#addExtra(job, file);
  }

  #addExtra(job: JobId, file: FileId): void {
    const files = this.extraFiles.get(job);
    if (files === undefined) this.extraFiles.set(job, [file]);
    else files.push(file);
  }

  #refuse(file: FileId, fault: FileFault): void {
    const isSource = fault.kind === 'outside' && this.isFreeSource(file);
    this.#states.settle(file, isSource ? SOURCE : UNAVAILABLE);
    if (!isSource) this.#faults.files.set(file, fault);
  }
}

function outputsByRule(products: readonly Product[], ruleCount: number): Product[][] {
  const outputs: Product[][] = Array.from({ length: ruleCount }, () => []);
  for (const product of products) if (product.place >= 0) outputs[product.rule]?.push(product);
  return outputs;
}
