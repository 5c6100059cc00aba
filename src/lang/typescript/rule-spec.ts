import type { FailureCause } from '../../core/rule/resources.ts';
import type { NamedFiles } from '../../core/rule/named-files.ts';
import type { ParamValue } from '../../core/rule/rule.ts';
import type { CheckedInputs, Inputs } from './input-types.ts';
import type { Outputs, WildcardsOf } from './output-types.ts';
import type { Volatile } from '../values/volatile.ts';
import type { WildcardValues } from '../values/wildcard-names.ts';

export interface ParamContext<Names extends string = string> {
  readonly wildcards: WildcardValues<Names>;
  readonly config: unknown;
  readonly input: NamedFiles;
}

export interface AmountContext<Names extends string = string> extends ParamContext<Names> {
  /** From 1. */
  readonly attempt: number;
  /** Why the last attempt ended; undefined at the first. */
  readonly failure: FailureCause | undefined;
}

/** A function of the job: called with its wildcards, and with all else that it may know. */
export type JobFunction<Names extends string, Context, Value> = (
  wildcards: WildcardValues<Names>,
  context: Context,
) => Value;

/** A value, or a function of the job that answers it. */
export type Amount<Names extends string, Value> =
  | Value
  | JobFunction<Names, AmountContext<Names>, Value>;

/** Amounts that a job takes while it runs. Sizes and times bear units: `'4 GB'`, `'90 min'`. */
export interface Resources<Names extends string = string> {
  /** A size with a unit, or a number of MB. */
  readonly mem?: Amount<Names, number | string>;
  readonly disk?: Amount<Names, number | string>;
  /** A time with a unit, or a number of minutes. */
  readonly time?: Amount<Names, number | string>;
  /** Whole cards, or a fraction below 1 of a single card. */
  readonly gpus?: Amount<Names, number>;
  /** Memory of the card that it needs, for the command to see; no card is chosen by it. */
  readonly gpuMem?: Amount<Names, number | string>;
  /** Ways to run the job, the best first: it runs by the first that the run can ever hold. */
  readonly oneOf?: readonly Variant[];
  /** Any resource of your own. */
  readonly [name: string]: Amount<Names, number | string> | readonly Variant[];
}

/** A way to run a job: these amounts in the place of those of the rule. No functions. */
export interface Variant {
  readonly threads?: number;
  readonly expect?: number | string;
  readonly mem?: number | string;
  readonly disk?: number | string;
  readonly time?: number | string;
  readonly gpus?: number;
  readonly gpuMem?: number | string;
  readonly [name: string]: number | string;
}

/** A param: JSON, in whose texts wildcards are filled in, or a function of the job. */
export type ParamSpec<Names extends string> =
  | PlainParam<Names>
  /** Kept out of the record. */
  | Volatile<PlainParam<Names>>
  | undefined;

type PlainParam<Names extends string> =
  | ParamValue
  | JobFunction<Names, ParamContext<Names>, unknown>;

/** A mistake that the compiler reports: two run parts. Never made. */
export interface OneRunPart<Part> {
  readonly 'a rule has one run part, and this one has': Part;
}

/**
 * What a rule is made of. `Output` is inferred from `output` alone; everything else sees the
 * wildcards that stand in it.
 */
export interface RuleSpec<
  Output extends Outputs,
  Input extends Inputs<NoInfer<WildcardsOf<Output>>>,
  Shell extends string,
  Exec extends readonly string[],
> {
  /** Paths that the rule makes, relative to the working directory, with `{wildcards}`. */
  readonly output?: Output;
  /** Files that it needs: paths, references to outputs, `glob`, functions of the wildcards. */
  readonly input?: Input & CheckedInputs<NoInfer<Input>, NoInfer<WildcardsOf<Output>>>;
  /**
   * `'any'`: it runs once the makers of its inputs have ended, whatever became of them, with the
   * inputs that are there.
   */
  readonly after?: 'any';
  /** A regular expression by wildcard; without one a wildcard matches one path segment. */
  readonly constraints?: { readonly [Name in NoInfer<WildcardsOf<Output>>]?: string };
  /** Values that the command sees and that are no files. A change of one is a reason to run. */
  readonly params?:
    | readonly ParamSpec<NoInfer<WildcardsOf<Output>>>[]
    | { readonly [name: string]: ParamSpec<NoInfer<WildcardsOf<Output>>> };
  /** Log files that the command itself writes; with the outputs' wildcards. */
  readonly log?: string | readonly string[];
  /** Where the runner of a job writes how long it took, and what; with the outputs' wildcards. */
  readonly benchmark?: string;
  /** Said when a job starts, with the placeholders of `shell` filled in. */
  readonly message?: string;
  /** CPU cores; 1 if nothing is said. */
  readonly threads?: Amount<NoInfer<WildcardsOf<Output>>, number>;
  readonly resources?: Resources<NoInfer<WildcardsOf<Output>>>;
  /** More is earlier; 0 if nothing is said. */
  readonly priority?: Amount<NoInfer<WildcardsOf<Output>>, number>;
  /** How often a failed attempt is tried again. */
  readonly retries?: number;
  /** How long a job is thought to take, until records say it: `'8 min'`. For `flow simulate`. */
  readonly expect?: Amount<NoInfer<WildcardsOf<Output>>, number | string>;
  /** Shell text that is run before the command, in the same shell: `module load cuda`. */
  readonly preamble?: string;
  /** Made when no target is given. */
  readonly default?: boolean;
  /** Its jobs run beside flow, also where others are sent to a cluster. */
  readonly localRule?: boolean;

  /** Run by bash, `-euo pipefail`. `{input}`, `{output.name}`, `{config.x}` … are filled in. */
  readonly shell?: Shell;
  /** A program and its arguments, with the placeholders of `shell`; no shell reads them. */
  readonly exec?: Exec & ([Shell] extends [never] ? unknown : OneRunPart<'shell'>);
  /** A script beside this file: `.ts`, `.js`, `.py`, `.R` or `.sh`. */
  readonly script?: string &
    ([Shell] extends [never]
      ? [Exec] extends [never]
        ? unknown
        : OneRunPart<'exec'>
      : OneRunPart<'shell'>);
}
