import { badPattern } from '../../core/catalogue/language-pattern.ts';
import { FlowError } from '../../core/diagnostic.ts';
import { expandEach } from '../../core/pattern/expand.ts';
import { PatternError } from '../../core/pattern/pattern-error.ts';
import { spanOfCall } from '../call-place.ts';
import type {
  CheckedValues,
  Expanded,
  ExpandHow,
  ExpandPattern,
  ExpandValues,
} from './expand-types.ts';
import { fileReference, type FileReference, isFileReference, REFERENCE } from './file-reference.ts';

/**
 * The paths that come of putting values in the place of wildcards: all combinations, the name
 * given last changing fastest, or with `{ zip: true }` the first values together, then the second.
 * With `{ partial: true }` wildcards without values stay.
 *
 * Of a reference to an output, such as `stitch.output.image`, come references to the same rule;
 * of a list, such as `multiext` answers, what comes of its first item, then of its second.
 */
export function expand<
  const Pattern extends ExpandPattern | readonly ExpandPattern[],
  const Values extends { readonly [name: string]: ExpandValues },
  const How extends ExpandHow = object,
>(
  pattern: Pattern,
  values: Values & CheckedValues<NoInfer<Pattern>, NoInfer<Values>, NoInfer<How>>,
  how?: How,
): Expanded<Pattern, Values, How>[];
export function expand(
  pattern: ExpandPattern | readonly ExpandPattern[],
  values: { readonly [name: string]: ExpandValues },
  { zip = false, partial = false }: ExpandHow = {},
): readonly unknown[] {
  try {
    return expandFiles(pattern, values, { zip, partial });
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    const use = { what: 'expanded here', span: spanOfCall(expand) };
    throw new FlowError(badPattern(error, use), { cause: error });
  }
}

/** What `expand` does, for either face. Throws a `PatternError`. */
export function expandFiles(
  pattern: ExpandPattern | readonly ExpandPattern[],
  values: { readonly [name: string]: ExpandValues },
  { zip = false, partial = false }: ExpandHow,
): readonly (string | FileReference)[] {
  const patterns = patternsOf(pattern);
  const sources = patterns.map(sourceOf);
  const paths = expandEach(sources, values, { how: zip ? 'zip' : 'product', partial });
  const files = patterns.flatMap((each, index): ExpandPattern[] => {
    const own = paths[index] ?? [];
    if (!isFileReference(each)) return own;
    const { rule } = each[REFERENCE];
    return own.map((path) => fileReference(rule, path));
  });
  const [source = ''] = sources;
  return Object.defineProperty(files, PATTERN, { value: source });
}

export function patternsOf(
  pattern: ExpandPattern | readonly ExpandPattern[],
): readonly ExpandPattern[] {
  return isOne(pattern) ? [pattern] : pattern;
}

function isOne(pattern: ExpandPattern | readonly ExpandPattern[]): pattern is ExpandPattern {
  return !Array.isArray(pattern);
}

/** A pattern as text; that of a reference is that of the output. */
export function sourceOf(pattern: unknown): string {
  return isFileReference(pattern) ? pattern[REFERENCE].path : String(pattern);
}

const PATTERN: unique symbol = Symbol.for('dagflow.pattern');

/** The pattern that `expand` made a list of, so that messages can point at it. */
export function patternOf(list: readonly unknown[]): string | undefined {
  const pattern: unknown = Reflect.get(list, PATTERN);
  return typeof pattern === 'string' ? pattern : undefined;
}
