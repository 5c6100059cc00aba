import type { ExpandValue } from '../../core/pattern/expand.ts';
import type { FileReference } from './file-reference.ts';
import type { PartialPath, WildcardNames } from './wildcard-names.ts';

/** One value of a wildcard, or several. */
export type ExpandValues = ExpandValue | readonly ExpandValue[];

export interface ExpandHow {
  /** First values together, second values together, …; otherwise every combination. */
  readonly zip?: boolean;
  /** Wildcards without values stay in the paths. */
  readonly partial?: boolean;
}

/** What `expand` puts values into. */
export type ExpandPattern = string | FileReference;

type NamesIn<Pattern> =
  Pattern extends FileReference<infer Path>
    ? WildcardNames<Path>
    : Pattern extends string
      ? WildcardNames<Pattern>
      : Pattern extends readonly (infer Item)[]
        ? NamesIn<Item>
        : never;

/** Refuses names that do not stand in the pattern, and asks for those that have no values. */
export type CheckedValues<Pattern, Values, How> = {
  readonly [Name in Exclude<keyof Values, NamesIn<Pattern>>]: NotInPattern<Name>;
} & (How extends { readonly partial: true }
  ? unknown
  : string extends NamesIn<Pattern>
    ? unknown
    : { readonly [Name in NamesIn<Pattern>]: ExpandValues });

/** Never made: it stands in compile errors. */
export interface NotInPattern<Name> {
  readonly 'the pattern has no such wildcard': Name;
}

/** Paths of a path, references of a reference; of a list what comes of its items. */
export type Expanded<Pattern, Values, How> =
  Pattern extends FileReference<infer Path>
    ? FileReference<ExpandedPath<Path, Values, How>>
    : Pattern extends string
      ? ExpandedPath<Pattern, Values, How>
      : Pattern extends readonly (infer Item)[]
        ? Expanded<Item, Values, How>
        : never;

type ExpandedPath<Path extends string, Values, How> = How extends { readonly partial: true }
  ? PartialPath<Exclude<WildcardNames<Path>, keyof Values>>
  : string;
