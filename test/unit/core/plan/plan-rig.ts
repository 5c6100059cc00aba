import {
  DATA_EDGE,
  FINAL_EDGE,
  type JobGraph,
  type JobId,
} from '../../../../src/core/graph/job-graph.ts';
import { type GraphPart, graphOfPart } from '../../../../src/core/graph/part/graph-part.ts';
import { type FileId, PathTable } from '../../../../src/core/graph/path-table.ts';
import { filesToCompare } from '../../../../src/core/plan/ensured-outputs.ts';
import { FILE_KIND, type FileFacts } from '../../../../src/core/plan/file-facts.ts';
import { makePlan } from '../../../../src/core/plan/make-plan.ts';
import type { Force, PlanInput } from '../../../../src/core/plan/plan-input.ts';
import { TRIGGERS, type Trigger } from '../../../../src/core/plan/reason.ts';
import type { FileRow } from '../../../../src/core/records/journal-entry.ts';
import { NO_DIGEST } from '../../../../src/core/records/record-table.ts';
import { Records } from '../../../../src/core/records/records.ts';
import { shapeText } from '../../../../src/core/rule/file-groups.ts';
import type { Rule } from '../../../../src/core/rule/rule.ts';
import { graphOf } from '../../../rigs/graph-rig.ts';
import { ruleOf } from '../../../rigs/rule-notation.ts';
import { digestOf, Planned, ruleName } from './planned.ts';

interface RigFile {
  readonly content: string;
  readonly time: number;
  readonly type: 'file' | 'directory' | 'other';
  readonly isTorn: boolean;
}

interface PutOptions {
  /** How much older than now. */
  readonly ageing?: number;
  readonly type?: 'file' | 'directory' | 'other';
}

export interface RigRequest {
  /** Files, or names of rules that have no outputs. */
  readonly targets: readonly string[];
  readonly force?: {
    readonly all?: true;
    readonly targets?: true;
    readonly names?: readonly string[];
  };
  /** Triggers that are switched off. */
  readonly without?: readonly Trigger[];
  /** What is left of the graph that the targets need. */
  readonly part?: (graph: JobGraph, isThere: (file: FileId) => boolean) => GraphPart;
}

/**
 * Files, rules and records in a few words: rules in the notation of the graph rig, then what
 * happened. Time goes on with every file that is written.
 */
export class PlanRig {
  readonly records = new Records(new PathTable());
  readonly #lines: string[];
  readonly #files = new Map<string, RigFile>();
  readonly #texts = new Map<string, string>();
  readonly #changes = new Map<string, Partial<Rule>>();
  readonly #pending = new Set<string>();
  readonly #protected = new Set<string>();
  readonly #leftOut = new Set<string>();
  #time = 1_000;
  #tokenCount = 0;

  constructor(...lines: readonly (string | readonly string[])[]) {
    this.#lines = lines.flat();
  }

  write(...paths: readonly string[]): this {
    for (const path of paths) this.put(path, `new ${path}`);
    return this;
  }

  put(path: string, content: string, { ageing = 0, type = 'file' }: PutOptions = {}): this {
    this.#time += 1;
    this.#files.set(path, { content, time: this.#time - ageing, type, isTorn: false });
    return this;
  }

  touch(path: string): this {
    return this.put(path, this.#file(path).content);
  }

  tear(path: string): this {
    this.#files.set(path, { ...this.#file(path), isTorn: true });
    return this;
  }

  remove(...paths: readonly string[]): this {
    for (const path of paths) this.#files.delete(path);
    return this;
  }

  /** Replaces the rules' lines; names of rules stay what they are, unless a line says otherwise. */
  rules(...lines: readonly string[]): this {
    this.#lines.splice(0, this.#lines.length, ...lines);
    return this;
  }

  /** Another text for a rule: its code, params or environment. */
  change(what: 'code' | 'params' | 'env', rule: string, text: string): this {
    this.#texts.set(`${what} ${rule}`, text);
    return this;
  }

  changeRule(rule: string, change: Partial<Rule>): this {
    this.#changes.set(rule, change);
    return this;
  }

  /** A rule of this name without outputs gets a command: in the notation it is a target rule. */
  withCommand(rule: string): this {
    return this.changeRule(rule, { run: ruleOf(`${rule}: some <-`, 1).run });
  }

  /** The outputs of this rule are directories, whatever other flag they have. */
  withDirectories(rule: string): this {
    const line = this.#lines.find((each) => each.startsWith(`${rule}: `)) ?? '';
    const output = ruleOf(line, 1).output.map((group) => ({
      ...group,
      items: group.items.map((item) => ({ ...item, isDirectory: true })),
    }));
    return this.changeRule(rule, { output });
  }

  /** What has to hold of the outputs of this rule: that they are not empty, or have this content. */
  ensure(rule: string, content?: string): this {
    const line = this.#lines.find((each) => each.startsWith(`${rule}: `)) ?? '';
    const sha256 = content === undefined ? undefined : digestOf(content);
    const output = ruleOf(line, 1).output.map((group) => ({
      ...group,
      items: group.items.map((item) => ({
        ...item,
        ensure: { nonEmpty: content === undefined, sha256 },
      })),
    }));
    return this.changeRule(rule, { output });
  }

  /** The outputs of this rule are temporary, whatever other flag they have. */
  withTemps(rule: string): this {
    const line = this.#lines.find((each) => each.startsWith(`${rule}: `)) ?? '';
    const output = ruleOf(line, 1).output.map((group) => ({
      ...group,
      items: group.items.map((item) => ({ ...item, isTemp: true })),
    }));
    return this.changeRule(rule, { output });
  }

  /** From now on the content of this output is recorded as not yet known. */
  pending(path: string): this {
    this.#pending.add(path);
    return this;
  }

  /** Nobody may write to these any more. */
  protect(...paths: readonly string[]): this {
    for (const path of paths) this.#protected.add(path);
    return this;
  }

  /** From now on jobs leave these optional outputs out. */
  leaveOut(...paths: readonly string[]): this {
    for (const path of paths) this.#leftOut.add(path);
    return this;
  }

  /** An attempt at the job with these outputs was started, and no end of it is known. */
  open(...outputs: readonly string[]): this {
    const token = this.#token();
    this.records.apply({ kind: 'started', token, rule: 'any', outputs, moves: [] });
    return this;
  }

  /** Makes what is missing, records every job that the targets need as done. */
  async done(...targets: readonly string[]): Promise<this> {
    const graph = await this.#graph(targets);
    for (const job of graph.order) this.#doJob(graph, job);
    return this;
  }

  async plan({ targets, force = {}, without = [], part }: RigRequest): Promise<Planned> {
    const whole = await this.#graph(targets);
    const isThere = (file: FileId): boolean => this.#files.has(whole.paths.path(file));
    const graph = part === undefined ? whole : graphOfPart(whole, part(whole, isThere));
    const names = force.names ?? [];
    const { paths } = graph;
    const input: PlanInput = {
      graph,
      records: this.records,
      facts: this.#facts(graph, filesToCompare(graph, this.records)),
      code: (rule) => this.#text('code', rule.name),
      env: (rule) => this.#text('env', rule.name),
      params: (job) => this.#text('params', ruleName(graph, job)),
      force: {
        all: force.all ?? false,
        targets: force.targets ?? false,
        rules: new Set(names),
        files: new Set(names.map((name) => paths.find(name)).filter((file) => file >= 0)),
      } satisfies Force,
      isProtected: (file) => this.#protected.has(paths.path(file)),
      isEmpty: (file) => this.#files.get(paths.path(file))?.content === '',
      triggers: new Set(TRIGGERS.filter((trigger) => !without.includes(trigger))),
    };
    return new Planned(input, makePlan(input));
  }

  /** Recorded as it is, as if it had been run or looked at just now. */
  look(...paths: readonly string[]): this {
    for (const path of paths) this.records.apply({ kind: 'file', file: this.#row(path) });
    return this;
  }

  #graph(targets: readonly string[]): Promise<JobGraph> {
    const isRule = (word: string): boolean =>
      this.#lines.some((line) => line.startsWith(`${word}: <-`));
    return graphOf(
      this.#lines,
      targets.filter((word) => !isRule(word)),
      {
        targetRules: targets.filter(isRule),
        paths: this.records.paths,
        changes: Object.fromEntries(this.#changes),
      },
    );
  }

  #doJob(graph: JobGraph, job: JobId): void {
    const outputs = pathsOf(graph, graph.outputFile, [
      graph.outputStart[job],
      graph.outputStart[job + 1],
    ]);
    const inputs = pathsOf(graph, graph.inputFile, [
      graph.inputStart[job],
      graph.inputStart[job + 1],
    ]);
    const rule = ruleName(graph, job);
    const edges = graph.inputEdge.subarray(graph.inputStart[job], graph.inputStart[job + 1]);
    inputs.forEach((path, place) => {
      const mayBeAbsent = edges[place] === FINAL_EDGE || this.#leftOut.has(path);
      if (!mayBeAbsent) this.#writeMissing(path);
    });
    const leftOut = outputs.filter((path) => this.#leftOut.has(path));
    const made = outputs.filter((path) => !this.#leftOut.has(path));
    for (const path of made) this.#writeMissing(path);
    const rows = inputs.map((path, place) => {
      const isRead = edges[place] === DATA_EDGE || edges[place] === FINAL_EDGE;
      return { path, digest: isRead && this.#files.has(path) ? this.#row(path).digest : undefined };
    });
    this.look(...rows.filter(({ digest }) => digest !== undefined).map(({ path }) => path));
    this.records.apply({
      kind: 'job',
      how: 'ran',
      token: this.#token(),
      rule,
      outputs: made.map((path) => this.#row(path)),
      ...(leftOut.length > 0 && { leftOut }),
      inputs: rows,
      shape: shapeText(graph.shapes[graph.inputShape[job] ?? 0] ?? []),
      code: this.#text('code', rule),
      params: this.#text('params', rule),
      env: this.#text('env', rule),
      endedAtMs: this.#time,
      durationMs: 1,
    });
  }

  #writeMissing(path: string): void {
    if (!this.#files.has(path)) this.write(path);
  }

  #row(path: string): FileRow {
    const { content, time, type } = this.#file(path);
    const digest = this.#pending.has(path) ? undefined : digestOf(content);
    const kind = type === 'directory' ? 'directory' : 'file';
    return { path, type: kind, size: content.length, mtimeMs: time, digest, isYoung: false };
  }

  #file(path: string): RigFile {
    const file = this.#files.get(path);
    if (file === undefined) throw new Error(`there is no ${path}`);
    return file;
  }

  #text(what: string, rule: string): string {
    const standard = what === 'params' ? '{}' : `${what} of the rule`;
    return this.#texts.get(`${what} ${rule}`) ?? standard;
  }

  #token(): string {
    this.#tokenCount += 1;
    return `attempt-${this.#tokenCount}`;
  }

  #facts({ paths }: JobGraph, compared: ReadonlySet<FileId>): FileFacts {
    const facts = {
      kind: new Uint8Array(paths.size),
      size: new Float64Array(paths.size),
      mtimeMs: new Float64Array(paths.size),
      digest: new Int32Array(paths.size).fill(NO_DIGEST),
      isTorn: new Uint8Array(paths.size),
    };
    for (let file = 0; file < paths.size; file++) {
      const found = this.#files.get(paths.path(file));
      if (found === undefined) continue;
      facts.kind[file] = FILE_KIND[found.type];
      facts.size[file] = found.content.length;
      facts.mtimeMs[file] = found.time;
      facts.isTorn[file] = found.isTorn ? 1 : 0;
      const isKnown = this.records.fileKind(file) !== FILE_KIND.absent || compared.has(file);
      if (isKnown) facts.digest[file] = this.records.internDigest(digestOf(found.content));
    }
    return facts;
  }
}

function pathsOf(
  { paths }: JobGraph,
  column: Int32Array,
  [start, end]: readonly [number | undefined, number | undefined],
): string[] {
  return Array.from(column.subarray(start, end), (file) => paths.path(file));
}
