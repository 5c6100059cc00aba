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
 * first, as `[0]`, then named ones in the order of the rule, then what the command or the script
 * reads of the config, as `config.a.b`; `(config)` is all of it, since a param may be `config`.
 */
export function paramsText({ positional, named }: JobParams, reads: ConfigReads): string {
  const entries: (readonly [string, unknown])[] = [
    ...positional.map((value, index) => [`[${index}]`, value] as const),
    ...Object.entries(named),
  ];
  const members = entries.map(([name, value]) => `${JSON.stringify(name)}:${canonical(value)}`);
  return joinedText(`{${members.join(',')}}`, readsText(reads));
}

/** A params text of nothing but reads of the config. */
export function readsText(reads: ConfigReads): string {
  const members = reads.map(
    ({ path, value }) => `${JSON.stringify(readName(path))}:${canonical(value)}`,
  );
  return `{${members.join(',')}}`;
}

/** A params text with all that is in one, then all that is in the other. */
export function joinedText(first: string, second: string): string {
  if (second === '{}') return first;
  return first === '{}' ? second : `${first.slice(0, -1)},${second.slice(1)}`;
}

/**
 * Places in the config that a command or a script reads, with what stands there: undefined is
 * nothing. The path of the whole config is empty.
 */
export type ConfigReads = readonly { readonly path: string; readonly value: unknown }[];

/** Stands for what was asked for and is not there; null would be a value. */
export const MISSING = '(missing)';

function readName(path: string): string {
  return path === '' ? WHOLE_CONFIG : `${CONFIG_PREFIX}${path}`;
}

/** The path that a name in a params text stands for; undefined for a param of the rule. */
export function readPath(name: string): string | undefined {
  if (name === WHOLE_CONFIG) return '';
  return name.startsWith(CONFIG_PREFIX) ? name.slice(CONFIG_PREFIX.length) : undefined;
}

// Neither can be the name of a param.
const WHOLE_CONFIG = '(config)';
const CONFIG_PREFIX = 'config.';

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
  const recorded = { ...rule, params: rule.params.filter(({ isVolatile }) => !isVolatile) };
  const hasFunction = recorded.params.some(({ value }) => typeof value === 'function');
  if (hasFunction) {
    return (graph, id) => {
      const { wildcards, input } = jobOf(graph, id);
      return paramsText(evaluateAll(recorded, { wildcards, config, input }), reads);
    };
  }
  const textFor = (values: readonly string[]): string => {
    const wildcards = wildcardsOf(rule.wildcardNames, values);
    return paramsText(evaluateAll(recorded, { wildcards, config, input: NO_FILES }), reads);
  };
  const hasWildcard = recorded.params.some(
    ({ value }) => typeof value !== 'function' && patternsIn(value).size > 0,
  );
  if (hasWildcard) return (graph, id) => textFor(graph.wildcardValues[id] ?? []);
  let text: string | undefined;
  return () => (text ??= textFor([]));
}

const NO_FILES = { all: [], groups: [] };

function canonical(value: unknown): string {
  if (value === undefined) return JSON.stringify(MISSING);
  const text = canonicalJson(value);
  assert(typeof text === 'string', 'params and config are JSON');
  return text;
}
