import fc from 'fast-check';
import { type Diagnostic, FlowError } from '../../src/core/diagnostic.ts';
import type { JobGraph, JobId } from '../../src/core/graph/job-graph.ts';
import type { GraphRequest } from '../../src/core/graph/graph-request.ts';
import { PathTable } from '../../src/core/graph/path-table.ts';
import { buildGraph } from '../../src/core/graph/build-graph.ts';
import { jobLabel } from '../../src/core/graph/job-label.ts';
import { type OrderChain, RuleOrder } from '../../src/core/rule/rule-order.ts';
import type { Rule } from '../../src/core/rule/rule.ts';
import { ruleOf } from './rule-notation.ts';

/**
 * Rules in short: one a line, so that a whole graph is seen at once.
 *
 *     c <- a b                     rule `c` makes file `c` from `a` and `b`
 *     sort: out/{x}.s <- in/{x}    rule `sort`; without a name, the text of the first output
 *     all: <- c d                  a target rule: no outputs, no command
 *     c d <- a                     two outputs
 *     temp(c) dir(d) <- a          flags of outputs; also protect and optional
 *     c <- order(a) ancient(b) final(e)
 *     c <- x=a y=[a b]             named inputs (or outputs): a single path, a list
 *     c <- a@maker                 the rule `maker` must make it
 *     c <- a | c.log               a log
 *
 * `changes` replaces fields of rules, by name.
 */
export function rulesOf(
  lines: readonly string[],
  changes: Readonly<Record<string, Partial<Rule>>> = {},
): Rule[] {
  return lines.map((line, index) => {
    const rule = ruleOf(line, index + 1);
    return { ...rule, ...changes[rule.name] };
  });
}

export interface GraphOptions {
  readonly changes?: Readonly<Record<string, Partial<Rule>>>;
  /** Rules that are asked for, besides the target files. */
  readonly targetRules?: readonly string[];
  /** Files that are there; by default every file that is asked about. */
  readonly existing?: readonly string[];
  /** Instead of `existing`. */
  readonly isThere?: (path: string) => boolean;
  /** Files that are recorded as made by our jobs; by default none. */
  readonly ours?: readonly string[];
  /** A table that the records have seeded. */
  readonly paths?: PathTable;
  readonly config?: unknown;
  /** `['fast slow']`; `['fast ?slow']`: the first gives way if it cannot be built. */
  readonly order?: readonly string[];
}

export function graphRequest(
  lines: readonly string[],
  targets: readonly string[],
  options: GraphOptions = {},
): GraphRequest {
  const paths = options.paths ?? new PathTable();
  const existing = options.existing === undefined ? undefined : new Set(options.existing);
  const ours = new Set(options.ours);
  const exists = options.isThere ?? ((path: string): boolean => existing?.has(path) ?? true);
  const rules = rulesOf(lines, options.changes);
  const names = rules.map(({ name }) => name);
  return {
    rules,
    ...(options.order === undefined
      ? {}
      : { order: new RuleOrder(options.order.map(chainOf), names) }),
    paths,
    config: options.config ?? {},
    targets: { files: targets, rules: options.targetRules ?? [] },
    exists,
    isOurs: (file) => ours.has(paths.path(file)),
    questions: { exists, glob: () => [...(existing ?? [])].toSorted() },
  };
}

function chainOf(text: string): OrderChain {
  const span = { file: '/w/flow.txt', line: 1, column: 1, length: 1 };
  const rules = text.replaceAll('?', '').split(' ');
  return { rules: rules.map((name) => ({ name, span })), isFallback: text.includes('?') };
}

/** The graph of rules in short notation: `await graphOf(['c <- a b'], ['c'])`. */
export function graphOf(
  lines: readonly string[],
  targets: readonly string[],
  options: GraphOptions = {},
): Promise<JobGraph> {
  return buildGraph(graphRequest(lines, targets, options));
}

/** All that `buildGraph` says is wrong, as text: see `problemText`. */
export async function problemsOf(
  lines: readonly string[],
  targets: readonly string[],
  options: GraphOptions = {},
): Promise<string> {
  const build = graphOf(lines, targets, options).then(
    () => [],
    (error: unknown) => {
      if (error instanceof FlowError) return error.diagnostics;
      throw error;
    },
  );
  return (await build).map((diagnostic) => problemText(diagnostic, lines)).join('\n\n');
}

/** All of a diagnostic, with the text that each place underlines: ``2:7 `a.txt` label``. */
export function problemText(diagnostic: Diagnostic, lines: readonly string[]): string {
  const { code, kind, severity, title, spans, facts, hint } = diagnostic;
  return [
    `${severity}[${code}] (${kind}): ${title}`,
    ...spans.map(({ span: { line, column, length }, label }) => {
      const text = lines[line - 1]?.slice(column - 1, column - 1 + length) ?? '';
      return `  ${line}:${column} \`${text}\` ${label}`;
    }),
    ...facts.map(([name, value]) => `  ${name}: ${value}`),
    ...(hint === undefined ? [] : [`hint: ${hint}`]),
  ].join('\n');
}

/** `sort x=A`, by job. */
export function jobLabels(graph: JobGraph): string[] {
  return Array.from({ length: graph.jobCount }, (_, job) => labelOf(graph, job));
}

/** The job with this label, such as `c` or `sort x=A`. */
export function jobNamed(graph: JobGraph, label: string): JobId {
  const job = jobLabels(graph).indexOf(label);
  if (job < 0) throw new Error(`no job ${label} among ${jobLabels(graph).join('; ')}`);
  return job;
}

/**
 * Any graph of up to `maxJobs` rules without wildcards, in short notation: rule `f3` may need any
 * of `f0` to `f2` and the sources `s0` to `s2`. Targets: all of `f0` and on (`fileCount` of them).
 */
export function anyGraphLines(maxJobs: number): fc.Arbitrary<string[]> {
  const needs = fc.array(fc.nat(), { maxLength: 4 });
  return fc.array(needs, { minLength: 1, maxLength: maxJobs }).map((jobs) =>
    jobs.map((picks, index) => {
      const inputs = picks.map((pick) => {
        const place = pick % (index + 3);
        return place < index ? `f${place}` : `s${place - index}`;
      });
      return `f${index} <- ${[...new Set(inputs)].join(' ')}`;
    }),
  );
}

function labelOf(graph: JobGraph, job: JobId): string {
  const rule = graph.rules[graph.ruleIndex[job] ?? -1];
  if (rule === undefined) throw new Error(`no rule for job ${job}`);
  return jobLabel(rule, graph.wildcardValues[job] ?? []);
}
