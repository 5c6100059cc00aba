/**
 * What a TypeScript script gets to know of its job:
 *
 *     export default async function (job: ScriptJob<{ input: { tiles: string[] } }>) { … }
 *
 * The parameter says which names the script expects; a file group or wildcard that the rule does
 * not have is an error when the script first asks for it, with the names that there are.
 */
export interface ScriptJob<Shape extends ScriptShape = object> {
  readonly rule: string;
  /** For people: `stitch cycle=1`. */
  readonly label: string;
  readonly input: ScriptFiles<Part<Shape, 'input'>>;
  readonly output: ScriptFiles<Part<Shape, 'output'>>;
  /** Log files of the rule's `log`, in order. */
  readonly log: readonly string[];
  /** Named params under their names; those of a plain list are in `positional`. */
  readonly params: Shape extends { readonly params: infer Params }
    ? Params & PositionalParams
    : Readonly<Record<string, unknown>> & PositionalParams;
  readonly wildcards: Shape extends { readonly wildcards: infer Names extends string }
    ? { readonly [Name in Names]: string }
    : Readonly<Record<string, string>>;
  /** CPU cores that the job may use. */
  readonly threads: number;
  readonly resources: Readonly<Record<string, number | string>>;
  readonly config: Shape extends { readonly config: infer Config } ? Config : unknown;
  /** From 1. */
  readonly attempt: number;
}

/** The names that a script expects of its rule. */
export interface ScriptShape {
  /** `{ image: string; tiles: string[] }`: single paths and lists, as the rule writes them. */
  readonly input?: FileShape;
  readonly output?: FileShape;
  readonly params?: object;
  /** A union of names: `'cycle' | 'channel'`. */
  readonly wildcards?: string;
  readonly config?: unknown;
}

type FileShape = object;

type Part<Shape, Key extends string> = Shape extends { readonly [K in Key]: infer Value }
  ? Value
  : Readonly<Record<string, string | readonly string[]>>;

/** All files in order, and each group under its name. */
export type ScriptFiles<Named> = Readonly<Named> & { readonly all: readonly string[] };

interface PositionalParams {
  readonly positional: readonly unknown[];
}
