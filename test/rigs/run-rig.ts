import { EDGE_KINDS, type JobGraph, type JobId, NO_JOB } from '../../src/core/graph/job-graph.ts';
import { type FileId, PathTable } from '../../src/core/graph/path-table.ts';
import { FILE_KIND, type FileFacts } from '../../src/core/plan/file-facts.ts';
import { type Plan, VERDICT } from '../../src/core/plan/plan.ts';
import { NO_DIGEST } from '../../src/core/records/record-table.ts';
import { Records } from '../../src/core/records/records.ts';
import type { FileRow } from '../../src/core/records/journal-entry.ts';
import type { ResourceRequest } from '../../src/core/rule/resources.ts';
import type { Rule } from '../../src/core/rule/rule.ts';
import type { JobMaker } from '../../src/engine/job-maker.ts';
import type { MachineRequest } from '../../src/engine/machine.ts';
import type { RunLimits } from '../../src/engine/run-limits.ts';
import { ruleOf } from './rule-notation.ts';

export interface WorldOptions {
  /** By rule name; a job that is not named runs. */
  readonly verdicts?: Readonly<Record<string, keyof typeof VERDICT>>;
  /** Files that are not on the disk. All others are, and their digests are known. */
  readonly absent?: readonly string[];
  readonly edited?: readonly string[];
  /** Optional outputs that are not there, as the records say. */
  readonly leftOut?: readonly string[];
  /** Rule names. */
  readonly adopted?: readonly string[];
  readonly targets?: readonly string[];
  /** Files that are not recorded as ours. */
  readonly unrecorded?: readonly string[];
  /** Changes of rules, by name. */
  readonly rules?: Readonly<Record<string, Partial<Rule>>>;
  /** How long jobs took last time, by rule name. */
  readonly durations?: Readonly<Record<string, number>>;
  /** `job file`: if the file's maker does not run, the job has a reason all the same. */
  readonly staleIfKept?: readonly string[];
  readonly requests?: JobMaker['request'];
  readonly priorities?: Readonly<Record<string, number>>;
  readonly limits?: Partial<RunLimits>;
  readonly cores?: number;
  readonly gpus?: readonly string[];
  readonly tempHolds?: readonly string[];
}

/** A graph with a plan made by hand: what the engine gets, without whoever makes it. */
export interface World {
  readonly graph: JobGraph;
  readonly request: MachineRequest & { readonly facts: FileFacts };
  job(name: string): JobId;
  name(job: JobId): string;
  file(path: string): FileId;
}

/** What every record says of a file before the run. */
export function oldDigest(path: string): string {
  return digestOf(`old ${path}`);
}

export function newDigest(path: string): string {
  return digestOf(`new ${path}`);
}

export function rowOf(path: string, digest: string | undefined): FileRow {
  return { path, type: 'file', size: 1, mtimeMs: 1, digest, isYoung: false };
}

/** 64 hex digits that are no hash of anything, but differ where the texts do. */
function digestOf(text: string): string {
  return Buffer.from(text).toString('hex').padStart(64, '0').slice(-64);
}

/**
 * Jobs in the notation of `graph-rig.ts`, one a line, rules without wildcards. Job `n` is line `n`.
 * Lines may stand in any order.
 */
export function worldOf(lines: readonly string[], options: WorldOptions = {}): World {
  const rules = lines.map((line, index) => {
    const rule = ruleOf(line, index + 1);
    return { ...rule, ...options.rules?.[rule.name] };
  });
  const graph = graphOfRules(rules, options.targets ?? []);
  const file = (path: string): FileId => {
    const id = graph.paths.find(path);
    if (id < 0) throw new Error(`no file ${path}`);
    return id;
  };
  const job = (name: string): JobId => {
    const id = rules.findIndex((rule) => rule.name === name);
    if (id < 0) throw new Error(`no job ${name}`);
    return id;
  };
  const name = (id: JobId): string => rules[id]?.name ?? '';
  const records = recordsOf(graph, rules, options);
  const facts = factsOf(graph, records, new Set(options.absent));
  const stale = new Set(options.staleIfKept);
  const limits = limitsOf(options);
  return {
    graph,
    job,
    name,
    file,
    request: {
      runId: 'run',
      plan: planOf(graph, { rules, options, file, job }),
      records,
      facts,
      limits,
      changes: {
        ofRemade: (_, input, digest) => {
          const path = graph.paths.path(input);
          if (digest === oldDigest(path)) return undefined;
          return { kind: 'input-changed', path, old: oldDigest(path), new: digest ?? 'unknown' };
        },
        ofKept: (id, input) => {
          const path = graph.paths.path(input);
          if (!stale.has(`${name(id)} ${path}`)) return undefined;
          return { kind: 'input-changed', path, old: 'other', new: oldDigest(path) };
        },
      },
      tempHolds: new Set((options.tempHolds ?? []).map(file)),
      maker: makerOf(graph, options, name),
    },
  };
}

function graphOfRules(rules: readonly Rule[], targets: readonly string[]): JobGraph {
  const paths = new PathTable();
  const inputs = rules.map(({ input }) =>
    input.flatMap((group) => (group.kind === 'patterns' ? group.items : [])),
  );
  const outputs = rules.map(({ output }) => output.flatMap(({ items }) => items));
  const inputFiles = inputs.map((items) =>
    items.map(({ pattern }) => paths.intern(pattern.source)),
  );
  const outputFiles = outputs.map((items) =>
    items.map(({ pattern }) => paths.intern(pattern.source)),
  );
  for (const target of targets) paths.intern(target);
  const producer = new Int32Array(paths.size).fill(NO_JOB);
  for (const [id, files] of outputFiles.entries()) for (const each of files) producer[each] = id;
  return {
    paths,
    rules,
    jobCount: rules.length,
    ruleIndex: Int32Array.from(rules.keys()),
    wildcardValues: rules.map(() => []),
    inputStart: startsOf(inputFiles),
    inputFile: Int32Array.from(inputFiles.flat()),
    inputEdge: Uint8Array.from(inputs.flat().map(({ edge }) => EDGE_KINDS.indexOf(edge))),
    inputShape: new Int32Array(rules.length),
    shapes: [[]],
    outputStart: startsOf(outputFiles),
    outputFile: Int32Array.from(outputFiles.flat()),
    producer,
    order: orderOf(inputFiles, producer),
    targetFiles: targets.map((target) => paths.find(target)),
    targetJobs: [],
  };
}

function startsOf(lists: readonly (readonly number[])[]): Int32Array {
  const starts = new Int32Array(lists.length + 1);
  for (const [index, list] of lists.entries()) {
    starts[index + 1] = (starts[index] ?? 0) + list.length;
  }
  return starts;
}

/** The lowest job whose needs are placed already, again and again. */
function orderOf(inputs: readonly (readonly FileId[])[], producer: Int32Array): Int32Array {
  const order: JobId[] = [];
  const placed = new Set<JobId>([NO_JOB]);
  while (order.length < inputs.length) {
    const next = inputs.findIndex(
      (files, id) => !placed.has(id) && files.every((each) => placed.has(producer[each] ?? NO_JOB)),
    );
    if (next < 0) throw new Error('a cycle');
    order.push(next);
    placed.add(next);
  }
  return Int32Array.from(order);
}

function recordsOf(graph: JobGraph, rules: readonly Rule[], options: WorldOptions): Records {
  const records = new Records(graph.paths);
  const unrecorded = new Set(options.unrecorded);
  for (const [id, rule] of rules.entries()) {
    const outputs = [...graph.outputFile.subarray(graph.outputStart[id], graph.outputStart[id + 1])]
      .map((each) => graph.paths.path(each))
      .filter((path) => !unrecorded.has(path));
    if (outputs.length === 0) continue;
    records.apply({
      kind: 'job',
      how: 'ran',
      token: `before-${id}`,
      rule: rule.name,
      outputs: outputs.map((path) => rowOf(path, oldDigest(path))),
      inputs: [],
      shape: '',
      code: '',
      params: '',
      env: '',
      endedAtMs: 0,
      durationMs: options.durations?.[rule.name],
    });
  }
  return records;
}

function factsOf(graph: JobGraph, records: Records, absent: ReadonlySet<string>): FileFacts {
  const facts = {
    kind: new Uint8Array(graph.paths.size),
    size: new Float64Array(graph.paths.size),
    mtimeMs: new Float64Array(graph.paths.size),
    digest: new Int32Array(graph.paths.size).fill(NO_DIGEST),
    isTorn: new Uint8Array(graph.paths.size),
  };
  for (let each = 0; each < graph.paths.size; each += 1) {
    const path = graph.paths.path(each);
    if (absent.has(path)) continue;
    facts.kind[each] = FILE_KIND.file;
    facts.size[each] = 1;
    facts.mtimeMs[each] = 1;
    facts.digest[each] = records.internDigest(oldDigest(path));
  }
  return facts;
}

interface PlanParts {
  readonly rules: readonly Rule[];
  readonly options: WorldOptions;
  readonly file: (path: string) => FileId;
  readonly job: (name: string) => JobId;
}

function planOf(graph: JobGraph, { rules, options, file, job }: PlanParts): Plan {
  const verdicts = rules.map(({ name }) => options.verdicts?.[name] ?? 'run');
  const counts = { keep: 0, run: 0, conditional: 0, dormant: 0, held: 0 };
  for (const verdict of verdicts) counts[verdict] += 1;
  const edited = (options.edited ?? []).map(file);
  const isEdited = new Uint8Array(graph.jobCount);
  for (const each of edited) isEdited[graph.producer[each] ?? NO_JOB] = 1;
  return {
    graph,
    verdict: Uint8Array.from(verdicts.map((verdict) => VERDICT[verdict])),
    reasons: () => [],
    counts,
    adopted: (options.adopted ?? []).map(job),
    edited,
    isEdited,
    removedTemps: new Map(),
    leftOut: new Set((options.leftOut ?? []).map(file)),
  };
}

function limitsOf({ limits, cores = 2, gpus = [] }: WorldOptions): RunLimits {
  return {
    capacity: {
      cores,
      jobs: undefined,
      memMib: undefined,
      diskMib: undefined,
      gpus,
      custom: {},
    },
    isClamping: false,
    isKeepGoing: false,
    isKeepingTemps: false,
    retries: 0,
    infrastructureRetries: 0,
    backOffMs: 1000,
    ...limits,
  };
}

/** One thread and nothing else. */
export const SMALL: ResourceRequest = {
  threads: 1,
  memMib: undefined,
  diskMib: undefined,
  timeS: undefined,
  gpus: 0,
  gpuMemMib: undefined,
  custom: {},
};

function makerOf(graph: JobGraph, options: WorldOptions, name: (job: JobId) => string): JobMaker {
  const pathsOf = (files: Int32Array): string[] =>
    Array.from(files, (each) => graph.paths.path(each));
  return {
    reference: (id) => ({ id, rule: name(id), label: name(id) }),
    priority: (id) => options.priorities?.[name(id)] ?? 0,
    request: options.requests ?? (() => SMALL),
    texts: (id) => ({ shape: '[]', code: `make ${name(id)}`, params: '{}', env: '' }),
    spec: (id, { token, attempt, runId, request, gpus, pool, moveAside, known }) => {
      const inputs = graph.inputFile.subarray(graph.inputStart[id], graph.inputStart[id + 1]);
      const outputs = graph.outputFile.subarray(graph.outputStart[id], graph.outputStart[id + 1]);
      return {
        version: 1,
        token,
        runId,
        label: name(id),
        rule: name(id),
        attempt,
        workingDirectory: '/w',
        prepare: {
          inputs: Array.from(inputs, (each) => ({
            path: graph.paths.path(each),
            isFingerprinted: true,
            isOptional: false,
            known: known(each),
          })),
          makeDirectories: [],
          writeFiles: [],
          moveAside,
        },
        command: { kind: 'shell', text: `make ${name(id)}` },
        environment: {},
        resources: request,
        gpus,
        ...(pool === undefined ? {} : { pool }),
        logFile: `log/${token}`,
        verify: {
          outputs: pathsOf(outputs).map((path) => ({ path, type: 'file' })),
          latencyWaitMs: 0,
        },
      };
    },
  };
}
