import { normalisePath } from '../pattern/normalise-path.ts';
import type { GroupShape } from '../rule/file-groups.ts';
import type { FunctionInputs, InputContext } from '../rule/rule.ts';
import { callInputFunction, type FunctionResult } from './call-input-function.ts';
import { ANY_RULE, type JobInputs, type NoInputs } from './expander.ts';
import { EDGE_KINDS } from './job-graph.ts';
import { fillColumns, type PatternColumns, patternColumns } from './pattern-columns.ts';
import type { ExpandOne, RuleRequest } from './rule-request.ts';
import { shapeOf } from './shape-table.ts';

/** For rules with input functions: every job's inputs are put together on their own. */
export function expandGroups(request: RuleRequest): ExpandOne {
  const { rule } = request;
  const { config, questions } = request.scope;
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
    const answered = results.filter(isSettled);
    if (answered.length === results.length) return join(request, answered, wildcardValues);
    let settled: Settled[] = [];
    const ready = Promise.all(results.map((each) => Promise.resolve(each))).then((all) => {
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

function partsOf({ rule, scope }: RuleRequest): (PatternPart | FunctionInputs)[] {
  const { wildcardNames } = rule;
  return rule.input.map((group) => {
    if (group.kind === 'function') return group;
    const columns = patternColumns(group.items, wildcardNames, scope);
    return { kind: 'patterns', columns, shape: shapeOf(group) };
  });
}

type Settled = PatternPart | FunctionResult;

function isSettled(result: Settled | Promise<FunctionResult>): result is Settled {
  return !(result instanceof Promise);
}

/** One after the other, as the rule lists its groups. */
function join(
  { scope }: RuleRequest,
  parts: readonly Settled[],
  wildcardValues: readonly string[],
): JobInputs | NoInputs {
  const failed = parts.filter((part) => part.kind === 'failed');
  if (failed.length > 0) {
    const diagnostics = failed.flatMap((part) => part.diagnostics);
    return { kind: 'failed', diagnostics, isRefusal: failed.every((part) => part.isRefusal) };
  }
  const { paths, shapes } = scope;
  const counts = parts.map(countOf);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const files = new Int32Array(total);
  const edges = new Uint8Array(total);
  const pins = new Int32Array(total).fill(ANY_RULE);
  let at = 0;
  for (const part of parts) {
    if (part.kind === 'patterns') {
      fillColumns(part.columns, wildcardValues, paths);
      files.set(part.columns.files, at);
      edges.set(part.columns.edges, at);
      if (part.columns.pins !== undefined) pins.set(part.columns.pins, at);
      at += part.columns.files.length;
    } else if (part.kind === 'answered') {
      const { inputs } = part;
      edges.set(
        inputs.edges.map((edge) => EDGE_KINDS.indexOf(edge)),
        at,
      );
      for (const path of inputs.paths) files[at++] = paths.intern(normalisePath(path));
    }
  }
  const shape = shapes.intern(parts.flatMap(shapesOf), counts);
  return { kind: 'inputs', isShared: false, files, edges, pins, shape };
}

function countOf(part: Settled): number {
  if (part.kind === 'patterns') return part.columns.files.length;
  return part.kind === 'answered' ? part.inputs.paths.length : 0;
}

function shapesOf(part: Settled): readonly GroupShape[] {
  if (part.kind === 'patterns') return [part.shape];
  return part.kind === 'answered' ? part.inputs.shape : [];
}
