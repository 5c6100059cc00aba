/** What placeholders of a rule's command may name, as far as it is known before any job is. */
export interface CommandNames {
  /** Undefined: not known, as the outputs are not understood. */
  readonly wildcards: readonly string[] | undefined;
  readonly input: GroupNames;
  readonly output: GroupNames;
  readonly logCount: number;
  /** Positional first. */
  readonly params: readonly (string | undefined)[];
  /** Of the rule; a run may add others. */
  readonly resources: readonly string[];
  /** Undefined: not known yet, so that its keys cannot be checked. */
  readonly config: unknown;
}

export interface GroupNames {
  readonly names: readonly string[];
  /** A function may bring names of its own. */
  readonly isOpen: boolean;
  /** How many files; undefined: a function will tell. */
  readonly count: number | undefined;
}
