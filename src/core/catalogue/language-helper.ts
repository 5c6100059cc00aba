// What can be wrong with the helpers of workflow files: endings, files that are looked for.

import type { Diagnostic, SourceSpan } from '../diagnostic.ts';
import { workflowError } from './language-diagnostic.ts';

/** An ending of `multiext` that is none. `place`: its name, or its number from 0. */
export function badEnding(ending: unknown, place: string, span: SourceSpan): Diagnostic {
  const which = /^\d+$/u.test(place) ? `ending ${Number(place) + 1}` : `ending \`${place}\``;
  const found = typeof ending === 'string' ? `\`${ending}\`` : `a ${typeof ending}`;
  return workflowError({
    code: 'multiext-ending',
    title: `${which} of \`multiext\` is ${ending === '' ? 'empty' : found}`,
    at: span,
    label: 'here',
    hint: 'an ending is a text without `/`, such as `.vcf.idx`; put folders into the path',
  });
}
