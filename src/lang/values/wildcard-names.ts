/**
 * The names of the wildcards in a path, worked out by the compiler: `'sample' | 'lane'` for
 * `'out/{sample}/{lane,[0-9]{2}}.bam'`. A path that is only known at run time is a `string`, and
 * then any name goes; of a template such as `${folder}/{sample}.txt` the literal parts are read.
 * `{{` is a literal brace.
 */
export type WildcardNames<Path extends string> = string extends Path
  ? string
  : Path extends PartialPath<infer Left>
    ? Left
    : Path extends `${string}{${infer AfterBrace}`
      ? AfterBrace extends `{${infer Literal}`
        ? WildcardNames<Literal>
        : FirstWildcard<AfterBrace>
      : never;

type FirstWildcard<Text extends string> = Text extends `${infer Body}}${infer Rest}`
  ? Body extends `${infer Name},${infer Constraint}`
    ? Name | WildcardNames<AfterConstraint<Constraint, Rest>>
    : Body | WildcardNames<Rest>
  : never;

/** Every brace that a constraint opens, as in `{lane,[0-9]{2}}`, takes one more closing brace. */
type AfterConstraint<
  Constraint extends string,
  Rest extends string,
> = Constraint extends `${string}{${infer Inner}`
  ? Rest extends `${infer Head}}${infer Tail}`
    ? AfterConstraint<`${Inner}${Head}`, Tail>
    : ''
  : Rest;

declare const LEFT: unique symbol;

/** A path of a partial `expand`: computed, but it is known which wildcards are left in it. */
export type PartialPath<Left extends string> = string & { readonly [LEFT]: Left };

/** Values of wildcards as functions of a rule see them. */
export type WildcardValues<Names extends string> = { readonly [Name in Names]: string };
