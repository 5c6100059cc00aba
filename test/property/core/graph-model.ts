/** A rule of the model. Wildcards are `{n}` and `{d}`, each of them a segment or its start. */
export interface ModelRule {
  readonly name: string;
  readonly outputs: readonly string[];
  readonly inputs: readonly string[];
}

export interface ModelWorld {
  readonly rules: readonly ModelRule[];
  readonly existing: readonly string[];
  readonly ours: readonly string[];
  readonly targets: readonly string[];
}

/** What a graph must be, by the definition and as slowly as can be. */
export interface ModelGraph {
  /** Codes of what is wrong, with the file where there is one; none if all is well. */
  readonly problems: ReadonlySet<string>;
  /** By label of the jobs that are needed: inputs as `path` or `path < job`, in order. */
  readonly jobs: ReadonlyMap<string, readonly string[]>;
}

interface Job {
  readonly label: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** Where a file comes from, as far as the rules say. */
type Origin =
  | { readonly kind: 'job'; readonly job: Job; readonly isOnlyRule: boolean }
  | { readonly kind: 'ambiguous' }
  | { readonly kind: 'no-rule' };

export function modelGraph(world: ModelWorld): ModelGraph {
  const lost = lostJobs(world);
  const problems = new Set<string>();
  const needed = new Map<string, Job>();
  const inputs = new Map<string, readonly string[]>();
  const visit = (path: string): string => {
    const origin = originOf(world, path);
    if (origin.kind === 'ambiguous') problems.add(`ambiguous-rules ${path}`);
    if (origin.kind === 'no-rule' && !world.existing.includes(path)) {
      const code = world.targets.includes(path) ? 'unknown-target' : 'no-rule-for-file';
      problems.add(`${code} ${path}`);
    }
    if (origin.kind !== 'job' || isSource(world, path, origin, lost)) return path;
    const { job } = origin;
    if (!needed.has(job.label)) {
      needed.set(job.label, job);
      inputs.set(job.label, job.inputs.map(visit));
    }
    return `${path} < ${job.label}`;
  };
  world.targets.forEach(visit);
  for (const path of clashes([...needed.values()])) problems.add(`clashing-jobs ${path}`);
  for (const path of nested([...needed.values()])) problems.add(`nested-output ${path}`);
  if (hasCycle(inputs)) problems.add('dependency-cycle');
  return { problems, jobs: inputs };
}

/** The jobs that cannot be built: an input is not there, and nothing that can be built makes it. */
function lostJobs(world: ModelWorld): ReadonlySet<string> {
  const jobs = new Map<string, Job>();
  const collect = (path: string): void => {
    const origin = originOf(world, path);
    if (origin.kind !== 'job' || jobs.has(origin.job.label)) return;
    jobs.set(origin.job.label, origin.job);
    origin.job.inputs.forEach(collect);
  };
  world.targets.forEach(collect);
  const lost = new Set<string>();
  const isAbsent = (path: string): boolean => {
    const origin = originOf(world, path);
    if (origin.kind === 'no-rule') return !world.existing.includes(path);
    if (origin.kind === 'ambiguous') return false;
    return lost.has(origin.job.label) && !isSource(world, path, origin, lost);
  };
  for (let before = -1; before < lost.size; ) {
    before = lost.size;
    for (const job of jobs.values()) if (job.inputs.some(isAbsent)) lost.add(job.label);
  }
  return lost;
}

function isSource(
  { existing, ours }: ModelWorld,
  path: string,
  origin: Extract<Origin, { kind: 'job' }>,
  lost: ReadonlySet<string>,
): boolean {
  const isFree = origin.isOnlyRule && existing.includes(path) && !ours.includes(path);
  return isFree && lost.has(origin.job.label);
}

/** The rule with the fewest wildcards, if it is the only one of these. */
function originOf({ rules }: ModelWorld, path: string): Origin {
  const jobs = rules.flatMap((rule) => {
    const values = rule.outputs.flatMap((output) => match(output, path) ?? [])[0];
    return values === undefined ? [] : [{ values, job: jobOf(rule, values) }];
  });
  const fewest = Math.min(...jobs.map(({ values }) => values.size));
  const [best, other] = jobs.filter(({ values }) => values.size === fewest);
  if (best === undefined) return { kind: 'no-rule' };
  if (other !== undefined) return { kind: 'ambiguous' };
  return { kind: 'job', job: best.job, isOnlyRule: jobs.length === 1 };
}

type Values = ReadonlyMap<string, string>;

function jobOf({ name, inputs, outputs }: ModelRule, values: Values): Job {
  const shown = [...values].map(([wildcard, value]) => `${wildcard}=${value}`).join(', ');
  return {
    label: shown === '' ? name : `${name} ${shown}`,
    inputs: inputs.map((pattern) => fill(pattern, values)),
    outputs: outputs.map((pattern) => fill(pattern, values)),
  };
}

/** Segment by segment. */
function match(pattern: string, path: string): Values | undefined {
  const parts = pattern.split('/');
  const segments = path.split('/');
  if (parts.length !== segments.length) return undefined;
  const values = new Map<string, string>();
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? '';
    const [, wildcard, end = ''] = /^\{(.)\}(.*)$/.exec(part) ?? [];
    if (wildcard === undefined && part !== segment) return undefined;
    if (wildcard === undefined) continue;
    if (!segment.endsWith(end) || segment.length === end.length) return undefined;
    values.set(wildcard, segment.slice(0, segment.length - end.length));
  }
  return values;
}

function fill(pattern: string, values: Values): string {
  return pattern.replaceAll(/\{(.)\}/g, (_, wildcard: string) => values.get(wildcard) ?? '');
}

function clashes(jobs: readonly Job[]): string[] {
  const outputs = jobs.flatMap((job) => job.outputs);
  return outputs.filter((path, index) => outputs.indexOf(path) < index);
}

/** All outputs of the model are files. */
function nested(jobs: readonly Job[]): string[] {
  const outputs = jobs.flatMap((job) => job.outputs);
  return outputs.filter((path) => outputs.some((outer) => path.startsWith(`${outer}/`)));
}

function hasCycle(inputs: ReadonlyMap<string, readonly string[]>): boolean {
  const isDone = new Set<string>();
  const leadsBack = (label: string, way: readonly string[]): boolean => {
    if (way.includes(label)) return true;
    if (isDone.has(label)) return false;
    const needs = (inputs.get(label) ?? []).flatMap((input) => input.split(' < ')[1] ?? []);
    const isRing = needs.some((each) => leadsBack(each, [...way, label]));
    isDone.add(label);
    return isRing;
  };
  return [...inputs.keys()].some((label) => leadsBack(label, []));
}
