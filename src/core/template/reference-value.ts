import { configAt, configKeysAt } from '../config/config-at.ts';
import type { FileGroups } from '../rule/file-groups.ts';
import type { TemplateValues } from './command-template.ts';
import type { Reference } from './read-reference.ts';
import type { ValueFault } from './template-problem.ts';
import { valueTexts } from './value-texts.ts';

/** The texts that a placeholder stands for in a job: one, several or none. */
export function textsOf(
  reference: Reference,
  values: TemplateValues,
): readonly string[] | ValueFault {
  const value = valueOf(reference, values);
  if (value === undefined) return { kind: 'missing', known: knownNames(reference, values) };
  return valueTexts(value);
}

/** Files, which may not be taken for options when they start with a dash. */
export function isPath({ head }: Reference): boolean {
  return head === 'input' || head === 'output' || head === 'log';
}

function valueOf({ head, steps }: Reference, values: TemplateValues): unknown {
  const [first, ...rest] = steps;
  switch (head) {
    case 'threads':
      return values.threads;
    case 'wildcards':
    case 'resources':
    case 'config':
      return configAt(values[head], steps);
    case 'log':
      return configAt(values.log, steps);
    case 'input':
    case 'output':
      return filesAt(values[head], steps);
    case 'params': {
      const { positional, named } = values.params;
      if (typeof first === 'string') return configAt(named, steps);
      const all = [...positional, ...Object.values(named)];
      return first === undefined ? all.flat() : configAt(all, [first, ...rest]);
    }
  }
}

function filesAt({ all, groups }: FileGroups, steps: Reference['steps']): unknown {
  const [first, ...rest] = steps;
  if (typeof first !== 'string') return configAt(all, steps);
  const group = groups.find(({ name }) => name === first);
  return group === undefined ? undefined : configAt(group.paths, rest);
}

function knownNames({ head, steps }: Reference, values: TemplateValues): string[] {
  switch (head) {
    case 'input':
    case 'output':
      return values[head].groups.flatMap(({ name }) => name ?? []);
    case 'params':
      return Object.keys(values.params.named);
    case 'wildcards':
    case 'resources':
      return Object.keys(values[head]);
    case 'config':
      return configKeysAt(values.config, steps.slice(0, -1));
    case 'log':
    case 'threads':
      return [];
  }
}
