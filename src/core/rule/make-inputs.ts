import { spanWithin } from '../catalogue/language-diagnostic.ts';
import {
  inputConstraint,
  targetWildcard,
  unknownWildcard,
} from '../catalogue/language-wildcard.ts';
import type { Diagnostic, SourceSpan } from '../diagnostic.ts';
import { findWildcard, parsePattern, wildcardsOf } from '../pattern/parse-pattern.ts';
import type { PathPattern } from '../pattern/path-pattern.ts';
import { type Making, makePath } from './make-path.ts';
import type { DraftPath, RuleDraft } from './rule-draft.ts';
import type { EdgeKind, InputGroup, InputPattern } from './rule.ts';

/** The inputs of a rule, compiled. `wildcardNames`: undefined if they are not known. */
export function makeInputs(
  making: Making,
  wildcardNames: readonly string[] | undefined,
): readonly InputGroup[] {
  const { isAfterAny } = making.draft;
  // Marked ones keep their mark: their content is no reason, and they have to be there.
  const edgeOf = (edge: EdgeKind): EdgeKind => (isAfterAny && edge === 'data' ? 'final' : edge);
  return making.draft.input.map((group) => {
    if (group.kind === 'function') return { ...group, edge: edgeOf(group.edge) };
    const items: InputPattern[] = [];
    for (const item of group.items) {
      const pattern = makePath(making, item, INPUT);
      if (pattern === undefined) continue;
      const { span, edge, producer } = item;
      if (wildcardNames !== undefined && pattern.wildcardNames.length > 0) {
        const strange = strangers(making, { pattern, span, wildcardNames });
        const isOwn = strange.length === 0 && producer === undefined;
        making.diagnostics.push(...(isOwn ? loneConstraints(making, item) : strange));
      }
      items.push({ pattern, span, edge: edgeOf(edge), producer });
    }
    return { ...group, items };
  });
}

/** Constraints say what outputs match; inputs are only filled. */
const INPUT = { field: 'input', constraints: {} };

interface Stranger {
  readonly pattern: PathPattern;
  readonly span: SourceSpan;
  readonly wildcardNames: readonly string[];
}

/** Wildcards that the outputs do not have, so that no job has a value for them. */
function strangers({ draft }: Making, { pattern, span, wildcardNames }: Stranger): Diagnostic[] {
  const { source } = pattern;
  const hasOutputs = draft.output.some(({ items }) => items.length > 0);
  return pattern.wildcardNames.flatMap((name) => {
    const place = findWildcard(source, name);
    if (place === undefined || wildcardNames.includes(name)) return [];
    const where = { what: 'an input', rule: draft.name, span: spanWithin(span, source, place) };
    return hasOutputs ? unknownWildcard(name, wildcardNames, where) : targetWildcard(name, where);
  });
}

/** Constraints that no output has: an input takes the values that outputs have matched. */
function loneConstraints({ draft }: Making, { text, span }: DraftPath): Diagnostic[] {
  if (!text.includes(',')) return [];
  return wildcardsOf(parsePattern(text)).flatMap(({ name, constraint, offset, length }) => {
    if (constraint === undefined || outputConstraints(draft, name).has(constraint)) return [];
    const place = spanWithin(span, text, { offset, length });
    return inputConstraint(name, constraint, { rule: draft.name, span: place });
  });
}

function outputConstraints(draft: RuleDraft, name: string): ReadonlySet<string | undefined> {
  return new Set([
    draft.constraints[name],
    draft.workflowConstraints[name],
    ...draft.output.flatMap(({ items }) =>
      items.map(({ text }) => findWildcard(text, name)?.constraint),
    ),
  ]);
}
