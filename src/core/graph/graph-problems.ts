import {
  ambiguousRules,
  type AskedFile,
  contendedFile,
  isBrokenName,
  type MatchingRule,
  nameNotUtf8,
  noRuleForFile,
  outputOutside,
  pathTooLong,
  type PlacedRule,
  unknownProducer,
  wrongProducer,
} from '../catalogue/graph.ts';
import { unknownTarget } from '../catalogue/target.ts';
import { assert, type Diagnostic } from '../diagnostic.ts';
import type { Rule } from '../rule/rule.ts';
import type { Expander } from './expander.ts';
import { SOURCE } from './file-states.ts';
import type { ExpandedGraph } from './free-sources.ts';
import type { FileFault, JobFault } from './graph-faults.ts';
import { type JobId, NO_JOB } from './job-graph.ts';
import { wildcardText } from './job-label.ts';
import { nearMissOf, type NearMissRequest, nearTarget } from './near-misses.ts';
import { needChain } from './need-chain.ts';
import { NO_FILE, type PathTable } from './path-table.ts';
import type { Reach, UnavailableFile } from './reach.ts';
import type { Product } from './rule-index.ts';

/** Worded only when it is shown: there may be as many as files. */
export type Problem = () => readonly Diagnostic[];

export interface ProblemsRequest {
  readonly rules: readonly Rule[];
  readonly paths: PathTable;
  readonly expander: Expander;
  readonly graph: ExpandedGraph;
  readonly reach: Reach;
  readonly commands: ReadonlySet<string>;
}

/** What is wrong with files and jobs that the targets need. */
export function graphProblems(request: ProblemsRequest): Problem[] {
  const { jobs, faults } = request.graph;
  const { isNeeded, unavailable } = request.reach;
  const problems: Problem[] = [];
  const isRunaway = new Set<string>();
  for (const each of unavailable) {
    const fault = faults.files.get(each.file);
    // A rule that feeds on itself does so for many files.
    const asker = `${jobs.rule(each.job)} ${each.input}`;
    if (fault?.kind === 'too-long' && isRunaway.has(asker)) continue;
    if (fault?.kind === 'too-long') isRunaway.add(asker);
    problems.push(() => [fileProblem(request, each, fault)]);
  }
  for (const fault of faults.jobs) {
    if (isNeeded[fault.job] === 1) problems.push(() => jobProblem(request, fault));
  }
  return problems;
}

function fileProblem(
  request: ProblemsRequest,
  { file, job, input }: UnavailableFile,
  fault: FileFault | undefined,
): Diagnostic {
  const asked = askedFile(request, { file, job, input });
  switch (fault?.kind) {
    case 'ambiguous':
      return ambiguousRules(
        asked,
        fault.matches.map(({ product, values }) => matchingRule(request, product, values)),
      );
    case 'outside': {
      const rule = matchingRule(request, fault.output, fault.match.values);
      return outputOutside(asked, rule, fault.output.pattern.fill(fault.match.values));
    }
    case 'too-long':
      return pathTooLong(asked, fault.path);
    case undefined:
      if (isBrokenName(asked.path)) return nameNotUtf8(asked);
      return job === NO_JOB
        ? unknownTarget(asked.path, {
            commands: request.commands,
            near: nearTarget(asked.path, nearMissRequest(request, job)),
          })
        : noRuleForFile(asked, nearMissOf(asked.path, nearMissRequest(request, job)));
  }
}

function jobProblem(request: ProblemsRequest, fault: JobFault): readonly Diagnostic[] {
  if (fault.kind === 'no-inputs') return fault.diagnostics;
  const { rules, graph } = request;
  const { job, input } = fault;
  const file = graph.jobs.input(job, input);
  const asked = askedFile(request, { file, job, input });
  const rule = rules[fault.rule];
  if (rule === undefined) return [unknownProducer(asked, producerName(request, job, input))];
  if (fault.kind === 'not-made') return [wrongProducer(asked, placedRule(rule))];
  const other = rules[fault.otherRule];
  assert(other !== undefined, 'a job has a rule');
  return [contendedFile(asked, [placedRule(rule), placedRule(other)])];
}

/** The name by which an input asks for a rule that is not there. */
function producerName(
  { rules, expander, graph }: ProblemsRequest,
  job: JobId,
  input: number,
): string {
  const rule = rules[graph.jobs.rule(job)];
  const span = expander.placeOf(graph.jobs.rule(job), graph.jobs.shape(job), input);
  const items = rule?.input.flatMap((group) => (group.kind === 'patterns' ? group.items : []));
  return items?.find((item) => item.span === span)?.producer ?? '';
}

function askedFile(request: ProblemsRequest, { file, job, input }: UnavailableFile): AskedFile {
  const { rules, paths, expander, graph } = request;
  const { jobs } = graph;
  const path = paths.path(file);
  const neededBy = needChain(request, job, path);
  if (job === NO_JOB) return { path, span: undefined, rule: undefined, neededBy };
  const rule = jobs.rule(job);
  const span = expander.placeOf(rule, jobs.shape(job), input);
  return { path, span, rule: rules[rule]?.name, neededBy };
}

function matchingRule(
  { rules }: ProblemsRequest,
  product: Product,
  values: readonly string[],
): MatchingRule {
  const rule = rules[product.rule];
  assert(rule !== undefined, 'a product has a rule');
  return {
    rule: rule.name,
    span: product.span,
    wildcards: wildcardText(rule.wildcardNames, values),
  };
}

function placedRule({ name, span }: Rule): PlacedRule {
  return { rule: name, span };
}

/** `asker`: the job that asks for what is missing. */
function nearMissRequest(
  { rules, paths, graph, reach }: ProblemsRequest,
  asker: JobId,
): NearMissRequest {
  const askers = new Set<number>();
  for (let job = asker; job !== NO_JOB; job = reach.askedBy[job] ?? NO_JOB) askers.add(job);
  return {
    rules,
    index: graph.producers.index,
    isNeedy: (path) => {
      const file = paths.find(path);
      return file !== NO_FILE && askers.has(graph.states.get(file));
    },
    knownPaths: function* known(): Generator<string> {
      for (const [file, state] of graph.states.view().entries()) {
        if (state >= SOURCE) yield paths.path(file);
      }
    },
  };
}
