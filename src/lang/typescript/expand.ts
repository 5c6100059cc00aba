import { expandPattern } from '../../core/pattern/expand.ts';
import type { CheckedValues, Expanded, ExpandHow, ExpandValues } from './expand-types.ts';
import { fileReference, type FileReference, isFileReference, REFERENCE } from './file-reference.ts';

/**
 * The paths that come of putting values in the place of wildcards: all combinations, the name
 * given last changing fastest, or with `{ zip: true }` the first values together, then the second.
 * With `{ partial: true }` wildcards without values stay.
 *
 * Of a reference to an output, such as `stitch.output.image`, come references to the same rule.
 */
export function expand<
  const Pattern extends string | FileReference,
  const Values extends { readonly [name: string]: ExpandValues },
  const How extends ExpandHow = object,
>(
  pattern: Pattern,
  values: Values & CheckedValues<NoInfer<Pattern>, NoInfer<Values>, NoInfer<How>>,
  how?: How,
): Expanded<Pattern, Values, How>[];
export function expand(
  pattern: string | FileReference,
  values: { readonly [name: string]: ExpandValues },
  { zip = false, partial = false }: ExpandHow = {},
): unknown[] {
  const options = { how: zip ? ('zip' as const) : ('product' as const), partial };
  if (!isFileReference(pattern)) return expandPattern(pattern, values, options);
  const { rule, path } = pattern[REFERENCE];
  return expandPattern(path, values, options).map((it) => fileReference(rule, it));
}
