import { badPattern } from '../../core/catalogue/language-pattern.ts';
import { FlowError } from '../../core/diagnostic.ts';
import { discoverRows } from '../../core/pattern/discover.ts';
import { PatternError } from '../../core/pattern/pattern-error.ts';
import { spanOfCall } from '../call-place.ts';
import { diskInReach } from '../disk-in-reach.ts';
import type { WildcardNames } from './wildcard-names.ts';

/**
 * The values of wildcards with which a pattern names a file or folder that is there:
 * `discover('raw/{well}-{channel}.tif')` answers `{ well: […], channel: […] }`, lists as long as
 * there are such files, in the order of their paths; they go together as `expand` zips them.
 *
 * It sees what is there before anything runs, and passes over hidden files.
 */
export function discover<const Pattern extends string>(
  pattern: Pattern,
): { readonly [Name in WildcardNames<Pattern>]: readonly string[] };
export function discover(pattern: string): Readonly<Record<string, readonly string[]>> {
  try {
    const { names, rows } = discoverRows(pattern, diskInReach('discover').list);
    return Object.fromEntries(
      names.map((name, place) => [name, rows.map((row) => row[place] ?? '')]),
    );
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    const use = { what: 'looked for here', span: spanOfCall(discover) };
    throw new FlowError(badPattern(error, use), { cause: error });
  }
}
