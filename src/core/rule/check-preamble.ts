import { placeholderInPreamble } from '../catalogue/language-template.ts';
import type { Making } from './make-path.ts';

/** What commands fill in. A doubled brace, or one behind `$`, is not meant for us. */
const PLACEHOLDER =
  /(?<![{$\\])\{(?:input|output|params|wildcards|resources|log|config|threads)(?:[.[][^{}\s]*)?\}(?!\})/u;

/** A preamble is the same for all jobs of a rule, so nothing of a job is filled in. */
export function checkPreamble({ draft, diagnostics }: Making): void {
  const found = PLACEHOLDER.exec(draft.preamble ?? '');
  if (found === null) return;
  diagnostics.push(placeholderInPreamble(found[0], { rule: draft.name, span: draft.span }));
}
