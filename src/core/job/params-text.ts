import { assert } from '../diagnostic.ts';
import { configAt } from '../config/config-at.ts';
import type { JobGraph, JobId } from '../graph/job-graph.ts';
import { canonicalJson } from '../rule/canonical-json.ts';
import { patternsIn } from '../rule/param-texts.ts';
import type { Rule } from '../rule/rule.ts';
import type { JobParams } from '../template/command-template.ts';
import { evaluateAll } from './evaluate-params.ts';
import { jobOf, wildcardsOf } from './job-of.ts';

/**
 * What the record keeps of a job's params: canonical JSON of one record. Positional ones come
 * first, as `[0]`, then named ones in the order of the rule, then what the command reads of the
 * config, as `config.a.b`.
 */
export function paramsText({ positional, named }: JobParams, reads: ConfigReads): string {
  const entries: (readonly [string, unknown])[] = [
    ...positional.map((value, index) => [`[${index}]`, value] as const),
    ...Object.entries(named),
    ...reads.map(({ path, value }) => [`config.${path}`, value] as const),
  ];
  const members = entries.map(([name, value]) => `${JSON.stringify(name)}:${canonical(value)}`);
  return `{${members.join(',')}}`;
}

/** Places in the config that a command reads, with what stands there. */
export type ConfigReads = readonly { readonly path: string; readonly value: unknown }[];

/** What the command of a rule reads of the config, in the order of first use. */
function configReads({ run }: Rule, config: unknown): ConfigReads {
  const paths = new Set<string>();
  if (run?.kind === 'shell') for (const path of run.template.configPaths) paths.add(path);
  if (run?.kind === 'exec') {
    for (const { configPaths } of run.argv) for (const path of configPaths) paths.add(path);
  }
  return [...paths].map((path) => ({ path, value: configAt(config, path) }));
}

/**
 * The params text of a rule's jobs. Where nothing depends on the job, it is made once and the
 * same string is given for every job; where only wildcards matter, no job is made.
 */
export function paramsTextMaker(
  rule: Rule,
  config: unknown,
): (graph: JobGraph, job: JobId) => string {
  const reads = configReads(rule, config);
  const hasFunction = rule.params.some(({ value }) => typeof value === 'function');
  if (hasFunction) {
    return (graph, id) => {
      const { wildcards, input } = jobOf(graph, id);
      return paramsText(evaluateAll(rule, { wildcards, config, input }), reads);
    };
  }
  const textFor = (values: readonly string[]): string => {
    const wildcards = wildcardsOf(rule.wildcardNames, values);
    return paramsText(evaluateAll(rule, { wildcards, config, input: NO_FILES }), reads);
  };
  const hasWildcard = rule.params.some(
    ({ value }) => typeof value !== 'function' && patternsIn(value).size > 0,
  );
  if (hasWildcard) return (graph, id) => textFor(graph.wildcardValues[id] ?? []);
  let text: string | undefined;
  return () => (text ??= textFor([]));
}

const NO_FILES = { all: [], groups: [] };

function canonical(value: unknown): string {
  // The command says it is missing when it is rendered.
  if (value === undefined) return 'null';
  const text = canonicalJson(value);
  assert(typeof text === 'string', 'params and config are JSON');
  return text;
}
