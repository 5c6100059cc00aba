import type { FileReference } from '../values/file-reference.ts';
import type { FlaggedPath } from '../values/output-flags.ts';
import type { WildcardNames } from '../values/wildcard-names.ts';

export type OutputPath = string | FlaggedPath;

/** What `output` may be: a path, a list of paths, or paths and lists under names. */
export type Outputs =
  | OutputPath
  | readonly OutputPath[]
  | { readonly [name: string]: OutputPath | readonly OutputPath[] };

/** The names of the wildcards of a rule with these outputs. */
export type WildcardsOf<Output> = WildcardNames<PathsOf<Output>>;

type PathsOf<Output> = Output extends string
  ? Output
  : Output extends FlaggedPath<infer Path>
    ? Path
    : Output extends readonly (infer Item)[]
      ? PathsOf<Item>
      : Output extends object
        ? PathsOf<Output[keyof Output]>
        : never;

/** What other rules see under `rule.output`: a reference in place of every path. */
export type References<Output> = Output extends string
  ? FileReference<Output>
  : Output extends FlaggedPath<infer Path>
    ? FileReference<Path>
    : { readonly [Key in keyof Output]: References<Output[Key]> };
