import { normalisePath } from '../pattern/normalise-path.ts';
import type { GroupShape } from '../rule/file-groups.ts';
import type { FunctionInputs, InputContext } from '../rule/rule.ts';
import { callInputFunction, type FunctionResult } from './call-input-function.ts';
import { ANY_RULE, type JobInputs, type NoInputs } from './expander.ts';
import type { AnsweredInputs } from './input-answer.ts';
import { DATA_EDGE } from './job-graph.ts';
import { fillColumns, type PatternColumns, patternColumns } from './pattern-columns.ts';
import type { ExpandOne, RuleRequest } from './rule-request.ts';
import { shapeOf } from './shape-table.ts';

/** For rules with input functions: every job's inputs are put together on their own. */
export function expandGroups(request: RuleRequest): ExpandOne {
  const { rule, config, questions } = request;
  const parts = partsOf(request);
  return (wildcardValues) => {
    const entries = rule.wildcardNames.map((name, index) => [name, wildcardValues[index] ?? '']);
    const context: InputContext = {
      wildcards: Object.fromEntries(entries),
      config,
      files: questions,
    };
    const results = parts.map((part) =>
      part.kind === 'patterns'
        ? part
        : callInputFunction({ rule, inputs: part, wildcardValues }, context),
    );
    let settled: (PatternPart | FunctionResult)[] = [];
    const ready = Promise.all(results).then((all) => {
      settled = all;
    });
    return { kind: 'parked', ready, read: () => join(request, settled, wildcardValues) };
  };
}

interface PatternPart {
  readonly kind: 'patterns';
  readonly columns: PatternColumns;
  readonly shape: GroupShape;
}

function partsOf({ rule, paths, ruleNamed }: RuleRequest): (PatternPart | FunctionInputs)[] {
  const { wildcardNames } = rule;
  return rule.input.map((group) => {
    if (group.kind === 'function') return group;
    const columns = patternColumns(group.items, { paths, wildcardNames, ruleNamed });
    return { kind: 'patterns', columns, shape: shapeOf(group) };
  });
}
