/** Where in the grammar of bash a word of ours stands, and so how its value has to be quoted. */
export type ShellPlace =
  | 'bare'
  /** Between `"` and `"`. */
  | 'double'
  /** Between `'` and `'`. */
  | 'single'
  /** Between `$'` and `'`. */
  | 'ansi'
  /** In `$(( ))`, `(( ))` or `$[ ]`: bash evaluates whatever stands there. */
  | 'arithmetic'
  /** In `${ }`. */
  | 'parameter'
  | 'backtick'
  | 'heredoc'
  | 'comment'
  /** Behind a backslash, outside quotes: the author wants the brace. */
  | 'escaped';

export interface PlacedWord {
  readonly place: ShellPlace;
  /** `$name` stands right before it; a value must not become part of the name. */
  readonly variable: Variable | undefined;
  /** Between quotes, right behind a backslash that bash would take together with a value. */
  readonly isBehindBackslash: boolean;
}

export interface Variable {
  /** Of the dollar. */
  readonly offset: number;
  readonly name: string;
}
