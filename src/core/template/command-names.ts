/** What placeholders of a rule's command may name, as far as it is known before any job is. */
export interface CommandNames {
  readonly wildcards: readonly string[];
  readonly input: GroupNames;
  readonly output: GroupNames;
  readonly logCount: number;
  /** Positional first. */
  readonly params: readonly (string | undefined)[];
  /** Undefined: not known yet, so that its keys cannot be checked. */
  readonly config: unknown;
}

export interface GroupNames {
  readonly names: readonly string[];
  /** Undefined: a function will tell, and it may bring names of its own. */
  readonly count: number | undefined;
}
