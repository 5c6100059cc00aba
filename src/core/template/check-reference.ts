import { configAt, configKeysAt } from '../config/config-at.ts';
import { nearest } from '../did-you-mean.ts';
import { RESOURCE_NAMES } from '../rule/resource-names.ts';
import type { CommandNames, GroupNames } from './command-names.ts';
import type { Reference } from './read-reference.ts';
import type { Head, PlaceholderFault } from './template-problem.ts';
import { valueTexts } from './value-texts.ts';

/** What is known to be wrong with a reference before any job is. */
export function checkReference(
  { head, steps }: Reference,
  names: CommandNames,
): PlaceholderFault | undefined {
  const [first, second] = steps;
  switch (head) {
    case 'threads':
      return steps.length === 0 ? undefined : { kind: 'too-deep', suggestion: '{threads}' };
    case 'wildcards':
      if (typeof first !== 'string') return { kind: 'needs-name', head };
      if (second !== undefined) {
        return { kind: 'too-deep', suggestion: `{wildcards.${first}}` };
      }
      return names.wildcards === undefined
        ? undefined
        : unknownUnless(names.wildcards, head, first);
    case 'resources':
      if (typeof first !== 'string') return { kind: 'needs-name', head };
      return second === undefined
        ? checkResource(first, names.resources)
        : { kind: 'too-deep', suggestion: `{resources.${first}}` };
    case 'config':
      return checkConfig(steps, names.config);
    case 'log':
      return checkLog(steps, names.logCount);
    case 'params':
      return checkParams(steps, names.params);
    case 'input':
    case 'output':
      return checkFiles(head, steps, names[head]);
  }
}

type Steps = readonly (string | number)[];

function checkFiles(
  head: 'input' | 'output',
  steps: Steps,
  { names, isOpen, count }: GroupNames,
): PlaceholderFault | undefined {
  const [first, second, third] = steps;
  if (head === 'output' && count === 0) return { kind: 'none-declared', head };
  if (first === undefined) return undefined;
  if (typeof first === 'number') {
    if (second !== undefined) return { kind: 'too-deep', suggestion: `{${head}[${first}]}` };
    return count === undefined || first < count ? undefined : { kind: 'beyond-end', head, count };
  }
  if (typeof second === 'string' || third !== undefined) {
    return { kind: 'too-deep', suggestion: `{${head}.${first}}` };
  }
  return isOpen ? undefined : unknownUnless(names, head, first);
}

function checkLog(steps: Steps, count: number): PlaceholderFault | undefined {
  const [first, second] = steps;
  if (count === 0) return { kind: 'none-declared', head: 'log' };
  if (first === undefined) return undefined;
  if (typeof first === 'string') return { kind: 'too-deep', suggestion: '{log}' };
  if (second !== undefined) return { kind: 'too-deep', suggestion: `{log[${first}]}` };
  return first < count ? undefined : { kind: 'beyond-end', head: 'log', count };
}

function checkParams(steps: Steps, params: CommandNames['params']): PlaceholderFault | undefined {
  const [first] = steps;
  const head = 'params';
  if (params.length === 0) return { kind: 'none-declared', head };
  if (first === undefined) return undefined;
  if (typeof first === 'number') {
    const count = params.length;
    return first < count ? undefined : { kind: 'beyond-end', head, count };
  }
  return unknownUnless(
    params.filter((name) => name !== undefined),
    head,
    first,
  );
}

function checkConfig(steps: Steps, config: unknown): PlaceholderFault | undefined {
  const head = 'config';
  if (steps.length === 0) return { kind: 'needs-name', head };
  if (config === undefined) return undefined;
  for (let depth = 1; depth <= steps.length; depth++) {
    const path = steps.slice(0, depth);
    if (configAt(config, path) !== undefined) continue;
    const known = configKeysAt(config, path.slice(0, -1));
    return { kind: 'unknown-name', head, name: path.join('.'), known };
  }
  const texts = valueTexts(configAt(config, steps));
  return 'kind' in texts ? texts : undefined;
}

/** A run may give resources that the rule does not name, but hardly one that is nearly another. */
function checkResource(name: string, own: readonly string[]): PlaceholderFault | undefined {
  const known = [...new Set([...own, ...RESOURCE_NAMES])];
  if (known.includes(name) || nearest(name, known).length === 0) return undefined;
  return { kind: 'unknown-name', head: 'resources', name, known };
}

function unknownUnless(
  known: readonly string[],
  head: Head,
  name: string,
): PlaceholderFault | undefined {
  return known.includes(name) ? undefined : { kind: 'unknown-name', head, name, known };
}
