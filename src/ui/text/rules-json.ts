import type { InputGroup, Rule } from '../../core/rule/rule.ts';

/** A rule as `flow list --json` has it: patterns as they were written. */
export function ruleJson(rule: Rule): object {
  const { name, span, wildcardNames, input, output, log, run, isDefault } = rule;
  return {
    name,
    isDefault,
    wildcards: wildcardNames,
    inputs: input.map(inputJson),
    outputs: output.map((group) => ({
      name: group.name,
      files: group.items.map(({ pattern, isTemp, isDirectory, report }) => ({
        pattern: pattern.source,
        isTemp,
        isDirectory,
        ...(report === undefined ? {} : { report }),
      })),
    })),
    logs: log.map(({ pattern }) => pattern.source),
    run: run?.kind ?? null,
    ...(run?.kind === 'script' ? { script: run.path } : {}),
    place: { file: span.file, line: span.line, column: span.column },
  };
}

/** What a function reads is known only for a job. */
function inputJson(group: InputGroup): object {
  if (group.kind === 'function') return { name: group.name, isFunction: true, files: [] };
  const files = group.items.map(({ pattern, edge, producer }) => ({
    pattern: pattern.source,
    edge,
    producer,
  }));
  return { name: group.name, isFunction: false, files };
}
