import { relative } from 'node:path';
import { overwritesOwnFile } from '../core/catalogue/plan.ts';
import { type Diagnostic, FlowError } from '../core/diagnostic.ts';
import { type JobGraph, NO_JOB } from '../core/graph/job-graph.ts';
import type { LocatedPattern, Rule } from '../core/rule/rule.ts';

/** What the workflow itself consists of: its file and its scripts. Absolute. */
export interface OwnFiles {
  readonly workflowFile: string;
  readonly workingDirectory: string;
  /** Those that have jobs in the graph. */
  readonly rules: readonly Rule[];
}

/**
 * A job that made the file that it comes from would destroy the user's work: what is written there
 * was no output before.
 *
 * @throws FlowError with all rules that do.
 */
export function checkOwnFiles(graph: JobGraph, own: OwnFiles): void {
  const problems = ownPaths(own).flatMap(({ path, what }) => {
    const makers = new Set([...makerOf(graph, path), ...own.rules.filter(writesAside(path))]);
    return Array.from(makers, ({ name, span }): Diagnostic => {
      return overwritesOwnFile(path, { what, rule: name, span });
    });
  });
  if (problems.length > 0) throw new FlowError(problems);
}

function ownPaths({ workflowFile, workingDirectory, rules }: OwnFiles): {
  readonly path: string;
  readonly what: string;
}[] {
  const scripts = rules.flatMap(({ run }) => (run?.kind === 'script' ? [run.path] : []));
  return [
    { path: relative(workingDirectory, workflowFile), what: 'the workflow file' },
    ...Array.from(new Set(scripts), (script) => {
      return { path: relative(workingDirectory, script), what: 'a script of the workflow' };
    }),
  ];
}

function makerOf({ paths, producer, rules, ruleIndex }: JobGraph, path: string): Rule[] {
  const job = producer[paths.find(path)] ?? NO_JOB;
  const rule = job === NO_JOB ? undefined : rules[ruleIndex[job] ?? -1];
  return rule === undefined ? [] : [rule];
}

/** Logs and benchmarks are in no graph unless somebody asks for them. */
function writesAside(path: string): (rule: Rule) => boolean {
  const isIt = ({ pattern }: LocatedPattern): boolean =>
    pattern.wildcardNames.length === 0 && pattern.source === path;
  return ({ log, benchmark }) => log.some(isIt) || (benchmark !== undefined && isIt(benchmark));
}
