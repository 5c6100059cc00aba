import type { SourceSpan } from '../core/diagnostic.ts';

/**
 * A span that is looked for only when it is shown: nearly all rules are right, and finding the
 * place of each of their texts would cost more than reading the rules.
 */
export function lazySpan(find: () => SourceSpan): SourceSpan {
  let found: SourceSpan | undefined;
  const span = (): SourceSpan => (found ??= find());
  // Own properties, so that a copy of the object is a span too.
  return {
    get file() {
      return span().file;
    },
    get line() {
      return span().line;
    },
    get column() {
      return span().column;
    },
    get length() {
      return span().length;
    },
  };
}

/** A span as long as the text would pass for the text itself. */
export function notToTheLetter(span: SourceSpan, text: string | undefined): SourceSpan {
  return span.length === text?.length ? { ...span, length: span.length + 1 } : span;
}
