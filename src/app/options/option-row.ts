/** One flag of the command line. Parser, help and reference are made from these rows. */
export interface OptionRow {
  readonly name: string;
  readonly short?: string;
  /** What the value is, for the help; absent: the flag takes none. */
  readonly value?: string;
  readonly isRepeatable?: boolean;
  /** A path, relative to where flow is called from. */
  readonly isPath?: boolean;
  /** Of `KEY=VALUE`: the value is YAML. */
  readonly isYaml?: boolean;
  /** Of `KEY=VALUE`: what joins the names that a key is made of, which a profile nests. */
  readonly joins?: ':' | '.';
  readonly help: string;
}

/** Is it given as `KEY=VALUE`, so that what is said of one key says nothing of another? */
export function isKeyed({ value = '' }: OptionRow): boolean {
  return value.includes('=');
}

/** One command of the command line. */
export interface CommandRow {
  readonly name: string;
  readonly arguments: string;
  readonly help: string;
  readonly options: readonly OptionRow[];
}
