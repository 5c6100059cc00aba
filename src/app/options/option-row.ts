/** One flag of the command line. Parser, help and reference are made from these rows. */
export interface OptionRow {
  readonly name: string;
  readonly short?: string;
  /** What the value is, for the help; absent: the flag takes none. */
  readonly value?: string;
  readonly isRepeatable?: boolean;
  readonly help: string;
}

/** One command of the command line. */
export interface CommandRow {
  readonly name: string;
  readonly arguments: string;
  readonly help: string;
  readonly options: readonly OptionRow[];
}
