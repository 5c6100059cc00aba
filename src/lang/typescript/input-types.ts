import type { FileQuestions } from '../../core/rule/rule.ts';
import type { FileReference } from '../values/file-reference.ts';
import type { GlobPaths } from '../values/glob.ts';
import type { FlaggedInput } from '../values/input-flags.ts';
import type { WildcardNames, WildcardValues } from '../values/wildcard-names.ts';

export type InputPath = string | FileReference;

/** What an input function may answer. */
export type InputFiles =
  | InputPath
  | FlaggedInput<InputPath | readonly InputPath[]>
  | readonly (InputPath | FlaggedInput<InputPath | readonly InputPath[]>)[];

export interface InputContext<Names extends string = string> {
  readonly wildcards: WildcardValues<Names>;
  /** As validated; inside `rules: (config) => …` use the typed `config` there. */
  readonly config: unknown;
  /** The disk. What is asked of it is logged. */
  readonly files: FileQuestions;
}

/** Files that are known only once the wildcards are. */
export type InputFunction<Names extends string, Answer = InputFiles> = (
  wildcards: WildcardValues<Names>,
  context: InputContext<Names>,
) => Answer | Promise<Answer>;

/** A path, or paths such as `expand` answers; `ancient(…)` or `orderOnly(…)` of them. */
export type InputItem = PlainItem | FlaggedInput<PlainItem>;

type PlainItem = InputPath | readonly InputPath[];

/** What may stand under one name. */
export type InputGroup<Names extends string> =
  | InputPath
  | GlobPaths
  | readonly InputItem[]
  | FlaggedInput<InputPath | GlobPaths | readonly PlainItem[]>
  | InputFunction<Names>;

/** What `input` may be: a group, a list, groups under names, or a function for all of it. */
export type Inputs<Names extends string> =
  | InputGroup<Names>
  | readonly (InputItem | GlobPaths | FlaggedInput<GlobPaths> | InputFunction<Names>)[]
  | { readonly [name: string]: InputGroup<Names> }
  | InputFunction<Names, InputFiles | { readonly [name: string]: InputFiles }>;

/**
 * Refuses an input whose wildcards the outputs do not have: the compiler then asks for a
 * `NotInOutput<'sampel'>`. Paths that are only known at run time pass, and are checked then.
 */
export type CheckedInputs<Input, Names extends string> = Input extends string
  ? CheckedPath<Input, Names>
  : Input extends FileReference<infer Path>
    ? CheckedPath<Path, Names>
    : Input extends FlaggedInput<infer Files>
      ? FlaggedInput<CheckedInputs<Files, Names>>
      : Input extends GlobPaths | ((...args: never[]) => unknown)
        ? unknown
        : Input extends object
          ? { readonly [Key in keyof Input]: CheckedInputs<Input[Key], Names> }
          : unknown;

type CheckedPath<Path extends string, Names extends string> = [WildcardNames<Path>] extends [Names]
  ? unknown
  : string extends WildcardNames<Path>
    ? unknown
    : NotInOutput<Exclude<WildcardNames<Path>, Names>>;

/** Never made: it stands in compile errors. */
export interface NotInOutput<Name> {
  readonly 'no output has this wildcard': Name;
}
