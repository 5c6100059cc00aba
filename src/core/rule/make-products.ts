import { badPath, duplicateOutput, flagConflict } from '../catalogue/language-rule.ts';
import {
  targetWildcard,
  unknownConstraint,
  wildcardsDiffer,
} from '../catalogue/language-wildcard.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { normalisePath } from '../pattern/normalise-path.ts';
import { type Making, makePath } from './make-path.ts';
import { conflictOf, type OutputFlags } from './output-flags.ts';
import type { DraftPath } from './rule-draft.ts';
import type { LocatedPattern, OutputGroup } from './rule.ts';

/** The outputs, logs and benchmark of a rule, compiled. */
export interface Products {
  readonly output: readonly OutputGroup[];
  readonly log: readonly LocatedPattern[];
  readonly benchmark: LocatedPattern | undefined;
  /** Of the outputs, in order of first appearance; undefined if some output is not understood. */
  readonly wildcardNames: readonly string[] | undefined;
}

export function makeProducts(making: Making): Products {
  const { draft } = making;
  const output = draft.output.map((group) => ({
    ...group,
    items: group.items.flatMap((item) => {
      const located = makeProduct(making, item, 'output');
      checkFlags(making, item);
      return located === undefined ? [] : { ...item, ...located };
    }),
  }));
  const log = draft.log.flatMap((item) => makeProduct(making, item, 'log') ?? []);
  const benchmark =
    draft.benchmark === undefined ? undefined : makeProduct(making, draft.benchmark, 'benchmark');
  const others = [
    ...log.map((item) => ({ ...item, what: 'a log' })),
    ...(benchmark === undefined ? [] : [{ ...benchmark, what: 'the benchmark' }]),
  ];
  const outputs = output.flatMap(({ items }) => items);
  const isWhole = outputs.length === draft.output.flatMap(({ items }) => items).length;
  const names = [...new Set(outputs.flatMap(({ pattern }) => pattern.wildcardNames))];
  checkSameWildcards(making, outputs, others);
  checkDistinct(making, [...outputs, ...others]);
  if (isWhole) checkConstraints(making, names);
  return { output, log, benchmark, wildcardNames: isWhole ? names : undefined };
}

function makeProduct(
  making: Making,
  path: DraftPath,
  field: 'output' | 'log' | 'benchmark',
): LocatedPattern | undefined {
  const { draft, diagnostics } = making;
  const constraints = { ...draft.workflowConstraints, ...draft.constraints };
  const pattern = makePath(making, path, { field, constraints });
  if (pattern === undefined) return undefined;
  const { text, span } = path;
  const sample = pattern.fill(pattern.wildcardNames.map(() => 'x'));
  const where = { what: `${field} of rule \`${draft.name}\``, span };
  if (/^(?:\/|\.|(?:\.\.\/)*\.\.)$/.test(sample)) {
    diagnostics.push(badPath(text, where, 'folder'));
  } else if (/^\.flow(?:\/|$)/.test(sample)) {
    diagnostics.push(badPath(text, where, 'records'));
  } else if (normalisePath(sample) !== sample) {
    diagnostics.push(badPath(text, where, 'dots'));
  }
  return { pattern, span };
}

function checkFlags({ draft, diagnostics }: Making, item: DraftPath & OutputFlags): void {
  const flags = conflictOf(item);
  if (flags !== undefined)
    diagnostics.push(flagConflict(item.text, flags, { rule: draft.name, span: item.span }));
}

function checkSameWildcards(
  { draft, diagnostics }: Making,
  outputs: readonly LocatedPattern[],
  others: readonly NamedProduct[],
): void {
  const [first] = outputs;
  if (first === undefined) {
    if (draft.output.length === 0) diagnostics.push(...strayWildcards(draft.name, others));
    return;
  }
  const names = first.pattern.wildcardNames;
  const more = outputs.slice(1).map((item) => ({ ...item, what: 'an output' }));
  for (const { pattern, span, what } of [...more, ...others]) {
    const own = pattern.wildcardNames;
    if (own.length === names.length && own.every((name) => names.includes(name))) continue;
    const other = { names: own, span, what };
    diagnostics.push(wildcardsDiffer(draft.name, { names, span: first.span }, other));
  }
}

interface NamedProduct extends LocatedPattern {
  readonly what: string;
}

function strayWildcards(rule: string, others: readonly NamedProduct[]): Diagnostic[] {
  return others.flatMap(({ pattern, span, what }) =>
    pattern.wildcardNames.map((name) => targetWildcard(name, { what, rule, span })),
  );
}

/** No two outputs or logs may be the same file in some job. */
function checkDistinct({ draft, diagnostics }: Making, products: readonly LocatedPattern[]): void {
  const first = new Map<string, LocatedPattern>();
  for (const product of products) {
    const { pattern, span } = product;
    // Wildcards by name and without constraints: what the path is in every job.
    const path = pattern.fill(pattern.wildcardNames.map((name) => `\0${name}\0`));
    const other = first.get(path);
    if (other === undefined) first.set(path, product);
    else diagnostics.push(duplicateOutput(draft.name, pattern.source, [other.span, span]));
  }
}

function checkConstraints({ draft, diagnostics }: Making, names: readonly string[]): void {
  for (const name of Object.keys(draft.constraints)) {
    if (names.includes(name)) continue;
    diagnostics.push(unknownConstraint(name, names, { rule: draft.name, span: draft.span }));
  }
}
