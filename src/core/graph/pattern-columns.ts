import type { InputPattern } from '../rule/rule.ts';
import { ANY_RULE } from './expander.ts';
import { EDGE_KINDS } from './job-graph.ts';
import type { PathTable } from './path-table.ts';
import { NO_VALUES, RulePattern } from './rule-pattern.ts';

/** Input patterns of a rule in a row, as columns that are filled in anew for every job. */
export interface PatternColumns {
  /** Files of patterns without wildcards stand here once and for all. */
  readonly files: Int32Array;
  readonly edges: Uint8Array;
  /** Undefined where no input is pinned. */
  readonly pins: Int32Array | undefined;
  /** The patterns with wildcards, and where their files go. */
  readonly slots: readonly { readonly at: number; readonly pattern: RulePattern }[];
}

export interface PatternScope {
  readonly paths: PathTable;
  /** A rule's index by its name, or `UNKNOWN_RULE`. */
  readonly ruleNamed: (name: string) => number;
}

/** `wildcardNames` are those of the rule. */
export function patternColumns(
  items: readonly InputPattern[],
  wildcardNames: readonly string[],
  { paths, ruleNamed }: PatternScope,
): PatternColumns {
  const files = new Int32Array(items.length);
  const slots: { at: number; pattern: RulePattern }[] = [];
  items.forEach((item, at) => {
    const pattern = new RulePattern(item.pattern, wildcardNames);
    if (item.pattern.wildcardNames.length > 0) slots.push({ at, pattern });
    else files[at] = paths.intern(pattern.fill(NO_VALUES));
  });
  const isPinned = items.some(({ producer }) => producer !== undefined);
  return {
    files,
    edges: Uint8Array.from(items, ({ edge }) => EDGE_KINDS.indexOf(edge)),
    pins: isPinned
      ? Int32Array.from(items, ({ producer }) =>
          producer === undefined ? ANY_RULE : ruleNamed(producer),
        )
      : undefined,
    slots,
  };
}

/** Sets the files that depend on wildcards; the values are in the order of the rule's names. */
export function fillColumns(
  { files, slots }: PatternColumns,
  values: readonly string[],
  paths: PathTable,
): void {
  for (const { at, pattern } of slots) files[at] = paths.intern(pattern.fill(values));
}
