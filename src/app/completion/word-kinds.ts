import type { CommandRow } from '../options/option-row.ts';

/** What may stand at a place of the command line. */
export interface WordKinds {
  readonly rules: boolean;
  readonly files: boolean;
  readonly folders: boolean;
  /** Codes of errors. */
  readonly codes: boolean;
  /** Words that are there to choose from. */
  readonly choices: readonly string[];
}

/**
 * Read from what the help calls a value or the words of a command: `[TARGET...]`, `RULE|FILE`,
 * `dot|svg`. Words in capitals are of a kind, words in small letters are meant as they are.
 */
export function wordKinds(text: string): WordKinds {
  const words = text.split(/[^A-Za-z0-9,=_-]+/u);
  const has = (...names: readonly string[]): boolean => names.some((name) => words.includes(name));
  return {
    rules: has('TARGET', 'RULE'),
    files: has('TARGET', 'FILE', 'PATH'),
    folders: has('DIR'),
    codes: has('CODE'),
    choices: text.includes('|') ? words.filter((word) => /^[a-z][a-z-]*$/u.test(word)) : [],
  };
}

/** The flags by which a workflow is found; whoever asks for its rules passes them on. */
export const WORKFLOW_FLAGS: readonly string[] = [
  '-s',
  '--file',
  '--configfile',
  '--config',
  '-d',
  '--directory',
];

/** A command's flags as they are typed, both ways. */
export function flagsOf({ options }: CommandRow): string[] {
  return options.flatMap(({ name, short }) =>
    short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`],
  );
}
