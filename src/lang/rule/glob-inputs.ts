import { targetWildcard, unknownWildcard } from '../../core/catalogue/language-wildcard.ts';
import type { Diagnostic, SourceSpan } from '../../core/diagnostic.ts';
import { WILDCARD_NAME } from '../../core/pattern/parse-pattern.ts';
import type { FunctionInputs, Rule } from '../../core/rule/rule.ts';

/** Inputs that are looked for on disk, as a function of the wildcards. */
export function globInputs(
  { name, edge }: Pick<FunctionInputs, 'name' | 'edge'>,
  { pattern, span }: LocatedGlob,
): FunctionInputs {
  const pieces = piecesOf(pattern);
  return {
    kind: 'function',
    name,
    span,
    edge,
    call: ({ wildcards, files }) =>
      files.glob(
        pieces
          .map((piece) => {
            const own = piece.name !== undefined && Object.hasOwn(wildcards, piece.name);
            return own ? escapeGlob(wildcards[piece.name ?? ''] ?? '') : piece.text;
          })
          .join(''),
      ),
  };
}

/** Where globs, and other texts that are filled later, stand in a rule. */
export interface LocatedGlob {
  readonly pattern: string;
  readonly span: SourceSpan;
  /** `a glob`. */
  readonly what: string;
}

/** Names in braces that a glob has no other use for, and that are no wildcards of the rule. */
export function globProblems(rule: Rule, globs: readonly LocatedGlob[]): Diagnostic[] {
  const { name: ruleName, wildcardNames } = rule;
  return globs.flatMap(({ pattern, span, what }) =>
    piecesOf(pattern).flatMap(({ name }) => {
      if (name === undefined || wildcardNames.includes(name)) return [];
      const where = { what, rule: ruleName, span };
      return rule.output.length === 0
        ? targetWildcard(name, where)
        : unknownWildcard(name, wildcardNames, where);
    }),
  );
}

interface Piece {
  readonly text: string;
  readonly name: string | undefined;
}

function piecesOf(pattern: string): Piece[] {
  return pattern.split(/(\{[^{},]*\})/u).map((text) => {
    const name = text.startsWith('{') ? text.slice(1, -1) : '';
    return { text, name: WILDCARD_NAME.test(name) ? name : undefined };
  });
}

/** A value is data: it matches itself and nothing else. */
function escapeGlob(value: string): string {
  return value.replaceAll(/[\\*?[\]{}()!+@|]/gu, '\\$&');
}
