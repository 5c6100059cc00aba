// What can be wrong with the helpers of workflow files: endings, spaces of parameters.

import type { Diagnostic, SourceSpan } from '../diagnostic.ts';
import type { GlobFault } from '../pattern/glob-fault.ts';
import type { GridFault } from '../pattern/grid-rows.ts';
import { spanWithin, workflowError } from './language-diagnostic.ts';

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

/** A glob of a rule that finds nothing, or not what is meant. `span`: of its text. */
export function badGlob(
  pattern: string,
  fault: GlobFault,
  { rule, span }: { readonly rule: string; readonly span: SourceSpan },
): Diagnostic {
  if (fault.kind === 'empty') {
    return workflowError({
      code: 'bad-glob',
      title: `a glob of rule \`${rule}\` is empty`,
      at: span,
      label: 'here',
      hint: 'write which files it looks for, such as `raw/*.tif`',
    });
  }
  const { bracket, offset } = fault;
  return workflowError({
    code: 'bad-glob',
    title: `a glob of rule \`${rule}\` opens \`${bracket}\` and never closes it`,
    at: spanWithin(span, pattern, { offset, length: 1 }),
    label: 'opened here',
    hint: `close it; a \`${bracket}\` in the name of a file is written \`\\${bracket}\``,
  });
}

/** What `grid` was given is no space of parameters. */
export function badGrid(fault: GridFault, span: SourceSpan): Diagnostic {
  return workflowError({ code: 'bad-grid', ...gridWording(fault), at: span, label: 'here' });
}

function gridWording(fault: GridFault): { title: string; hint: string } {
  switch (fault.kind) {
    case 'shape':
      return {
        title: 'the grid is neither lists under names nor a list of records',
        hint: 'write `{ alpha: [0.1, 0.2], beta: [1, 2] }`, or the points one by one',
      };
    case 'name':
      return {
        title: `the grid has the name \`${fault.name}\`, which cannot be a wildcard`,
        hint: 'a name has letters, digits and `_` only, and begins with none of the digits',
      };
    case 'value': {
      const { name, value } = fault;
      const found = isPlain(value) ? String(value) : typeof value;
      return {
        title: `a value of \`${name}\` in the grid is \`${found}\``,
        hint: 'values are numbers, booleans, or texts without `/`; in lists if under names',
      };
    }
    case 'names-differ':
      return {
        title: `point ${fault.row + 1} of the grid has other names than the first`,
        hint: 'give every point a value for each name',
      };
  }
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
