import { assert } from '../../core/diagnostic.ts';
import { type JobId, NO_JOB } from '../../core/graph/job-graph.ts';
import { jobLabel, wildcardText } from '../../core/graph/job-label.ts';
import type { FileId } from '../../core/graph/path-table.ts';
import { type Plan, VERDICT } from '../../core/plan/plan.ts';

/** What the plan says of a job, in words. */
export type VerdictName = keyof typeof VERDICT;

export interface DrawnNode {
  readonly kind: 'job' | 'rule' | 'file';
  /** Unlike that of all other nodes of the drawing: a kind's letter and a number. */
  readonly id: string;
  /** On one line. */
  readonly label: string;
  /** The same, broken where a box may be broken. */
  readonly lines: readonly string[];
  /** Of jobs. */
  readonly verdict?: VerdictName;
  readonly rule?: string;
  readonly wildcards?: Readonly<Record<string, string>>;
}

/** An arrow from what is needed to what needs it, as indices into the nodes. */
export interface DrawnEdge {
  readonly from: number;
  readonly to: number;
}

/** A graph as it is shown, whatever the language it is written in. */
export interface GraphDrawing {
  readonly of: 'jobs' | 'rules' | 'files';
  /** What is needed comes before what needs it, but for rules that need each other. */
  readonly nodes: readonly DrawnNode[];
  /** None twice. */
  readonly edges: readonly DrawnEdge[];
}

/** A node a job. */
export function drawJobs(plan: Plan): GraphDrawing {
  const { order } = plan.graph;
  const place = new Int32Array(plan.graph.jobCount);
  const nodes: DrawnNode[] = [];
  const edges: DrawnEdge[] = [];
  for (const job of order) {
    place[job] = nodes.length;
    for (const need of producersOf(plan, job)) {
      edges.push({ from: place[need] ?? 0, to: nodes.length });
    }
    nodes.push(jobNode(plan, job));
  }
  return { of: 'jobs', nodes, edges };
}

/** A node a rule that has jobs in the plan, an arrow where any of its jobs has one. */
export function drawRules(plan: Plan): GraphDrawing {
  const { graph } = plan;
  const places = new Map<number, number>();
  const nodes: DrawnNode[] = [];
  const edges = new Map<string, DrawnEdge>();
  for (const job of graph.order) {
    const to = ruleNode(job);
    for (const need of producersOf(plan, job)) {
      const from = ruleNode(need);
      edges.set(`${from} ${to}`, { from, to });
    }
  }
  return { of: 'rules', nodes, edges: [...edges.values()] };

  function ruleNode(job: JobId): number {
    const rule = graph.ruleIndex[job] ?? 0;
    const known = places.get(rule);
    if (known !== undefined) return known;
    const label = graph.rules[rule]?.name ?? '';
    places.set(rule, nodes.length);
    nodes.push({ kind: 'rule', id: `r${rule}`, label, lines: [label] });
    return nodes.length - 1;
  }
}

/** A node a job and a node a file: what the files of the targets are made from, and by whom. */
export function drawFiles(plan: Plan): GraphDrawing {
  const { graph } = plan;
  const places = new Map<FileId, number>();
  const jobPlaces = new Int32Array(graph.jobCount);
  const nodes: DrawnNode[] = [];
  const edges: DrawnEdge[] = [];
  for (const job of graph.order) {
    const inputs = new Set(rangeOf(graph.inputFile, graph.inputStart, job));
    const from = Array.from(inputs, (file) => inputNode(file));
    const place = nodes.length;
    jobPlaces[job] = place;
    nodes.push(jobNode(plan, job));
    for (const file of from) edges.push({ from: file, to: place });
    for (const file of rangeOf(graph.outputFile, graph.outputStart, job)) {
      edges.push({ from: place, to: fileNode(file) });
    }
  }
  for (const file of graph.targetFiles) fileNode(file);
  return { of: 'files', nodes, edges };

  /** What is made and is no output is a log, or lies within an output that is a directory. */
  function inputNode(file: FileId): number {
    const known = places.get(file);
    if (known !== undefined) return known;
    const place = fileNode(file);
    const producer = graph.producer[file] ?? NO_JOB;
    if (producer !== NO_JOB) edges.push({ from: jobPlaces[producer] ?? 0, to: place });
    return place;
  }

  function fileNode(file: FileId): number {
    const known = places.get(file);
    if (known !== undefined) return known;
    const label = graph.paths.path(file);
    places.set(file, nodes.length);
    nodes.push({ kind: 'file', id: `f${file}`, label, lines: [label] });
    return nodes.length - 1;
  }
}

const NAMES: Readonly<Record<number, VerdictName>> = {
  [VERDICT.keep]: 'keep',
  [VERDICT.run]: 'run',
  [VERDICT.conditional]: 'conditional',
  [VERDICT.dormant]: 'dormant',
  [VERDICT.held]: 'held',
};

function jobNode({ graph, verdict }: Plan, job: JobId): DrawnNode {
  const rule = graph.rules[graph.ruleIndex[job] ?? 0];
  const values = graph.wildcardValues[job] ?? [];
  assert(rule !== undefined, `job ${job} has no rule`);
  const { name, wildcardNames } = rule;
  return {
    kind: 'job',
    id: `j${job}`,
    label: jobLabel(rule, values),
    lines: values.length === 0 ? [name] : [name, wildcardText(wildcardNames, values)],
    verdict: NAMES[verdict[job] ?? VERDICT.keep] ?? 'keep',
    rule: name,
    wildcards: Object.fromEntries(wildcardNames.map((it, index) => [it, values[index] ?? ''])),
  };
}

/** Jobs that make an input of the job, each once. */
function producersOf({ graph }: Plan, job: JobId): ReadonlySet<JobId> {
  const needs = new Set<JobId>();
  for (const file of rangeOf(graph.inputFile, graph.inputStart, job)) {
    const producer = graph.producer[file] ?? NO_JOB;
    if (producer !== NO_JOB) needs.add(producer);
  }
  return needs;
}

function rangeOf(column: Int32Array, start: Int32Array, job: JobId): Int32Array {
  return column.subarray(start[job], start[job + 1]);
}
