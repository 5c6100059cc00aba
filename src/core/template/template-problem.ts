/** The objects that placeholders start with. */
export const HEADS = [
  'input',
  'output',
  'params',
  'wildcards',
  'threads',
  'resources',
  'log',
  'config',
] as const;
export type Head = (typeof HEADS)[number];

/** Parts of shell syntax where no quoting keeps a value as it is. */
export type UnquotablePlace = 'heredoc' | 'backtick' | 'parameter';

/** What is wrong with a brace in a command. Worded in the catalogue. */
export type PlaceholderFault =
  /** `{inptu}`, `{ input }` or `{sample}`: surely meant for us, but not what we replace. */
  | { readonly kind: 'near-miss'; readonly suggestions: readonly string[] }
  | {
      readonly kind: 'unknown-name';
      readonly head: Head;
      readonly name: string;
      readonly known: readonly string[];
    }
  /** `{input[3]}` of three. */
  | { readonly kind: 'beyond-end'; readonly head: Head; readonly count: number }
  /** `{wildcards}`. */
  | { readonly kind: 'needs-name'; readonly head: Head }
  /** `{threads.x}`. */
  | { readonly kind: 'too-deep'; readonly suggestion: string }
  /** `{log}` in a rule without one. */
  | { readonly kind: 'none-declared'; readonly head: Head }
  /** `{input:q}`. */
  | { readonly kind: 'modifier'; readonly modifier: string; readonly bare: string }
  /** The config has a record or null there. */
  | { readonly kind: 'no-text'; readonly found: string }
  | { readonly kind: 'needs-raw'; readonly place: UnquotablePlace; readonly raw: string };

export interface TemplateProblem {
  readonly fault: PlaceholderFault;
  /** The placeholder with its braces. */
  readonly text: string;
  /** Where in the template's source, in characters from 0. */
  readonly offset: number;
}

/** Why a placeholder has no text in a certain job. */
export type ValueFault =
  | { readonly kind: 'missing'; readonly known: readonly string[] }
  /** A record, a list in a list, null. */
  | { readonly kind: 'no-text'; readonly found: string }
  | { readonly kind: 'no-integer'; readonly found: string };
