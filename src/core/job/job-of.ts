import { assert } from '../diagnostic.ts';
import { type JobGraph, type JobId, ORDER_EDGE } from '../graph/job-graph.ts';
import { jobLabel as labelOf } from '../graph/job-label.ts';
import { NO_FILE } from '../graph/path-table.ts';
import { normalisePath } from '../pattern/normalise-path.ts';
import type { Wildcards } from '../pattern/path-pattern.ts';
import { type FileGroups, groupFiles, type GroupShape, withoutFiles } from '../rule/file-groups.ts';
import type { LocatedPattern, Rule } from '../rule/rule.ts';
import type { Job } from './job.ts';

/** Makes an object of a job of the graph. For jobs that are looked at; a graph has many others. */
export function jobOf(graph: JobGraph, id: JobId): Job {
  return new GraphJob(graph, id);
}

/** The job as its command sees it when these inputs, by their places, are not there. */
export function jobWithout(graph: JobGraph, id: JobId, absent: ReadonlySet<number>): Job {
  return new GraphJob(graph, id, absent);
}

const NONE: ReadonlySet<number> = new Set();

/** Each part is made when it is first asked for: most commands name few of them. */
class GraphJob implements Job {
  readonly id: JobId;
  readonly rule: Rule;
  readonly #graph: JobGraph;
  readonly #absent: ReadonlySet<number>;
  #wildcards: Wildcards | undefined;
  #input: FileGroups | undefined;
  #output: FileGroups | undefined;
  #log: readonly string[] | undefined;

  constructor(graph: JobGraph, id: JobId, absent = NONE) {
    this.id = id;
    this.rule = ruleOf(graph, id);
    this.#graph = graph;
    this.#absent = absent;
  }

  get label(): string {
    return jobLabel(this.#graph, this.id);
  }

  get wildcards(): Wildcards {
    const values = this.#graph.wildcardValues[this.id] ?? [];
    return (this.#wildcards ??= wildcardsOf(this.rule.wildcardNames, values));
  }

  get input(): FileGroups {
    return (this.#input ??= inputOf(this.#graph, this.id, this.#absent));
  }

  get output(): FileGroups {
    return (this.#output ??= outputOf(this.#graph, this.id, this.rule));
  }

  get log(): readonly string[] {
    return (this.#log ??= this.rule.log.map((log) => logPath(log, this.wildcards)));
  }

  get benchmark(): string | undefined {
    const { benchmark } = this.rule;
    return benchmark === undefined ? undefined : logPath(benchmark, this.wildcards);
  }
}

/** `stitch cycle=1`, without making the job. */
export function jobLabel(graph: JobGraph, id: JobId): string {
  return labelOf(ruleOf(graph, id), graph.wildcardValues[id] ?? []);
}

export function ruleOf(graph: JobGraph, id: JobId): Rule {
  const rule = graph.rules[graph.ruleIndex[id] ?? -1];
  assert(rule !== undefined && id < graph.jobCount, `the graph has no job ${id}`);
  return rule;
}

/** A record of own properties, whatever the wildcards are called: `__proto__` is a name too. */
export function wildcardsOf(names: readonly string[], values: readonly string[]): Wildcards {
  if (names.includes('__proto__')) {
    return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
  }
  const wildcards: Record<string, string> = {};
  for (const [index, name] of names.entries()) wildcards[name] = values[index] ?? '';
  return wildcards;
}

function inputOf(graph: JobGraph, id: JobId, absent: ReadonlySet<number>): FileGroups {
  const { inputStart, inputFile, inputEdge, inputShape, shapes } = graph;
  const shape = shapes[inputShape[id] ?? -1];
  assert(shape !== undefined, `job ${id} has no shape of inputs`);
  const [start = 0, end = 0] = [inputStart[id], inputStart[id + 1]];
  const files = groupFiles(shape, pathsIn(graph, inputFile, [start, end]));
  const hidden = new Set<number>();
  if (inputEdge.subarray(start, end).includes(ORDER_EDGE)) {
    for (let at = start; at < end; at++) if (inputEdge[at] === ORDER_EDGE) hidden.add(at - start);
  }
  if (hidden.size + absent.size === 0) return files;
  return withoutFiles(files, { hidden, absent });
}

function outputOf(graph: JobGraph, id: JobId, rule: Rule): FileGroups {
  const { outputStart, outputFile } = graph;
  return groupFiles(
    outputShape(rule),
    pathsIn(graph, outputFile, [outputStart[id], outputStart[id + 1]]),
  );
}

/** The same for all jobs of a rule, of which there may be a hundred thousand. */
const outputShapes = new WeakMap<Rule, readonly GroupShape[]>();

function outputShape(rule: Rule): readonly GroupShape[] {
  const known = outputShapes.get(rule);
  if (known !== undefined) return known;
  const shape = rule.output.map(({ name, isList, items }) => ({
    name,
    isList,
    count: items.length,
  }));
  outputShapes.set(rule, shape);
  return shape;
}

function pathsIn(
  { paths }: JobGraph,
  files: Int32Array,
  [start = 0, end = 0]: readonly (number | undefined)[],
): string[] {
  const found: string[] = [];
  for (let place = start; place < end; place++) found.push(paths.path(files[place] ?? NO_FILE));
  return found;
}

function logPath({ pattern }: LocatedPattern, wildcards: Wildcards): string {
  return normalisePath(pattern.fill(pattern.wildcardNames.map((name) => wildcards[name] ?? '')));
}
