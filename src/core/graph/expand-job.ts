import { assert } from '../diagnostic.ts';
import type { FileQuestions, PatternInputs, Rule } from '../rule/rule.ts';
import { expandGroups } from './expand-groups.ts';
import { type Expander, type JobInputs, UNKNOWN_RULE } from './expander.ts';
import type { PathTable } from './path-table.ts';
import { fillColumns, patternColumns } from './pattern-columns.ts';
import type { ExpandOne, RuleRequest } from './rule-request.ts';
import { ShapeTable, shapeOf } from './shape-table.ts';

export interface ExpandRequest {
  readonly rules: readonly Rule[];
  readonly paths: PathTable;
  readonly config: unknown;
  readonly questions: FileQuestions;
}

/** The expander of real rules: fills patterns, calls input functions. */
export function ruleExpander(request: ExpandRequest): Expander {
  const shapes = new ShapeTable();
  const ruleIndex = new Map(request.rules.map(({ name }, index) => [name, index]));
  const ruleNamed = (name: string): number => ruleIndex.get(name) ?? UNKNOWN_RULE;
  const ruleRequest = (ruleNumber: number): RuleRequest => {
    const rule = request.rules[ruleNumber];
    assert(rule !== undefined, `no rule ${ruleNumber}`);
    return { ...request, rule, ruleNumber, shapes, ruleNamed };
  };
  const byRule: ExpandOne[] = [];
  return {
    shapes: shapes.shapes,
    expand(rule, values) {
      byRule[rule] ??= expandOne(ruleRequest(rule));
      return byRule[rule](values);
    },
    placeOf(rule, shape, input) {
      const { group, item } = shapes.locate(shape, input);
      const inputs = request.rules[rule]?.input[group];
      const span = inputs?.kind === 'patterns' ? inputs.items[item]?.span : inputs?.span;
      assert(span !== undefined, `rule ${rule} has no input ${group}`);
      return span;
    },
  };
}

function expandOne(request: RuleRequest): ExpandOne {
  const { input } = request.rule;
  const patterns = input.filter((group) => group.kind === 'patterns');
  return patterns.length === input.length
    ? expandPatterns(request, patterns)
    : expandGroups(request);
}

/** All jobs of the rule have inputs of the same shape: only files that bear wildcards differ. */
function expandPatterns(request: RuleRequest, groups: readonly PatternInputs[]): ExpandOne {
  const { rule, ruleNumber, paths, shapes, ruleNamed } = request;
  const { wildcardNames } = rule;
  const items = groups.flatMap((group) => group.items);
  const columns = patternColumns(items, { paths, wildcardNames, ruleNamed });
  const shape = shapes.intern(
    ruleNumber,
    groups.map(shapeOf),
    groups.map((group) => group.items.length),
  );
  const { files, edges, pins } = columns;
  const isShared = columns.slots.length === 0;
  const inputs: JobInputs = { kind: 'inputs', isShared, files, edges, pins, shape };
  return (values) => {
    fillColumns(columns, values, paths);
    return inputs;
  };
}
