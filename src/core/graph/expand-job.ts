import { assert } from '../diagnostic.ts';
import type { FileQuestions, PatternInputs, Rule } from '../rule/rule.ts';
import { expandGroups } from './expand-groups.ts';
import { type Expander, type JobInputs, UNKNOWN_RULE } from './expander.ts';
import type { PathTable } from './path-table.ts';
import { fillColumns, patternColumns } from './pattern-columns.ts';
import type { ExpandOne, ExpandScope, RuleRequest } from './rule-request.ts';
import { ShapeTable, shapeOf } from './shape-table.ts';

export interface ExpandRequest {
  readonly rules: readonly Rule[];
  readonly paths: PathTable;
  readonly config: unknown;
  readonly questions: FileQuestions;
}

/** The expander of real rules: fills patterns, calls input functions. */
export function ruleExpander(request: ExpandRequest): Expander {
  const { rules, paths, config, questions } = request;
  const shapes = new ShapeTable();
  const numbers = new Map(rules.map(({ name }, index) => [name, index]));
  const ruleNamed = (name: string): number => numbers.get(name) ?? UNKNOWN_RULE;
  const scope: ExpandScope = { paths, config, questions, shapes, ruleNamed };
  const byRule: ExpandOne[] = [];
  return {
    shapes: shapes.shapes,
    expand(number, values) {
      const known = byRule[number];
      if (known !== undefined) return known(values);
      const rule = rules[number];
      assert(rule !== undefined, `no rule ${number}`);
      const expand = expandOne({ rule, scope });
      // Without wildcards there is one job, and nothing to keep for others.
      if (rule.wildcardNames.length > 0) byRule[number] = expand;
      return expand(values);
    },
    placeOf(number, shape, input) {
      const { group, item } = shapes.locate(shape, input);
      const inputs = rules[number]?.input[group];
      const span = inputs?.kind === 'patterns' ? inputs.items[item]?.span : inputs?.span;
      assert(span !== undefined, `rule ${number} has no input ${group}`);
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
function expandPatterns({ rule, scope }: RuleRequest, groups: readonly PatternInputs[]): ExpandOne {
  const { wildcardNames } = rule;
  const items = groups.flatMap((group) => group.items);
  const columns = patternColumns(items, wildcardNames, scope);
  const counts = groups.map((group) => group.items.length);
  const shape = scope.shapes.intern(groups.map(shapeOf), counts);
  const { files, edges, pins } = columns;
  const isShared = columns.slots.length === 0 && wildcardNames.length > 0;
  const inputs: JobInputs = { kind: 'inputs', isShared, files, edges, pins, shape };
  return (values) => {
    fillColumns(columns, values, scope.paths);
    return inputs;
  };
}
