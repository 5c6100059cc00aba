import { parseArgs, type ParseArgsConfig } from 'node:util';
import { type GivenValue, usageError } from '../core/catalogue/usage.ts';
import { nearest } from '../core/did-you-mean.ts';
import { FlowError } from '../core/diagnostic.ts';
import { COMMANDS, DEFAULT_COMMAND } from './options.ts';
import type { CommandRow, OptionRow } from './options/option-row.ts';
import { snakemakeHint } from './snakemake-flags.ts';

/** The command line, read, with what profiles add: values by the long name of the flag. */
export interface Arguments {
  readonly command: CommandRow;
  readonly words: readonly string[];
  readonly wantsHelp: boolean;
  has(flag: string): boolean;
  /** The value given last. */
  value(flag: string): string | undefined;
  values(flag: string): readonly string[];
  /** The same values, with the places in profiles where they were given. */
  given(flag: string): readonly GivenValue[];
}

/** Flags and their values, from one source. */
export interface FlagValues {
  /** Flags without a value. */
  readonly switches: ReadonlySet<string>;
  readonly given: ReadonlyMap<string, readonly GivenValue[]>;
}

export interface ArgumentParts {
  readonly command: CommandRow;
  readonly words: readonly string[];
  readonly wantsHelp: boolean;
  /** Later ones win. */
  readonly layers: readonly FlagValues[];
}

const HELP: OptionRow = { name: 'help', short: 'h', help: 'show this' };

/**
 * Reads `[COMMAND] [FLAGS] [WORDS]`. No flag takes more than one word, so none swallows a target.
 * Throws a usage error for what it does not know.
 */
export function parseArguments(argv: readonly string[]): ArgumentParts {
  const named = COMMANDS.find(({ name }) => name === argv[0]);
  const command = named ?? defaultCommand();
  const rows = [...command.options, HELP];
  const { values, positionals } = parse(named === undefined ? argv : argv.slice(1), rows);
  if (positionals.includes('')) throw new FlowError(usageError(EMPTY_WORD));
  const wantsHelp = values['help'] === true;
  const [word] = positionals;
  if (command.arguments === '' && word !== undefined && !wantsHelp) {
    throw new FlowError(usageError(takesNoWords(command.name, word)));
  }
  return { command, words: positionals, wantsHelp, layers: [layerOf(values)] };
}

function layerOf(values: Values): FlagValues {
  const switches = new Set<string>();
  const given = new Map<string, GivenValue[]>();
  for (const [flag, value] of Object.entries(values)) {
    const all = [value ?? []].flat();
    if (all.includes(true)) switches.add(flag);
    const texts = all.filter((it) => typeof it === 'string');
    if (texts.length > 0) {
      given.set(
        flag,
        texts.map((text) => ({ flag, text, spans: [] })),
      );
    }
  }
  return { switches, given };
}

const EMPTY_WORD = {
  title: 'a target is an empty text',
  hint: 'see whether a variable of your shell is unset there',
};

function takesNoWords(command: string, word: string): { title: string; hint: string } {
  return {
    title: `\`flow ${command}\` takes only flags, and \`${word}\` is none`,
    hint: `leave it away; \`flow ${command} --help\` shows the flags`,
  };
}

type Values = Record<string, string | boolean | (string | boolean)[] | undefined>;

function parse(
  args: readonly string[],
  rows: readonly OptionRow[],
): { values: Values; positionals: string[] } {
  const options: ParseArgsConfig['options'] = Object.fromEntries(
    rows.map(({ name, short, value, isRepeatable = false }) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        // Without `multiple`, a flag given twice would lose its first value silently.
        multiple: isRepeatable,
        ...(short === undefined ? {} : { short }),
      },
    ]),
  );
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new FlowError(usageError(explain(error, rows)));
  }
}

/** Node's messages say what is wrong; a near miss says what was meant. */
function explain(error: unknown, rows: readonly OptionRow[]): { title: string; hint: string } {
  const message = error instanceof Error ? error.message : String(error);
  const unknown = /Unknown option '(?<flag>-[^']*)'/u.exec(message)?.groups?.['flag'];
  const open = /^Option '(?<flag>-[^' ]*).*argument is ambiguous/u.exec(message)?.groups?.['flag'];
  if (open !== undefined) {
    const title = `\`${open}\` takes a value, and something like a flag follows it`;
    return { title, hint: 'give it one; a value that starts with `-` is written `--flag=-value`' };
  }
  if (unknown === undefined) {
    return { title: firstSentence(message), hint: 'see `flow --help`' };
  }
  const title = `there is no flag \`${unknown}\``;
  const elsewhere = snakemakeHint(unknown);
  if (elsewhere !== undefined) return { title, hint: elsewhere };
  const names = rows.map(({ name }) => name);
  const near = nearest(unknown.replace(/^-+/u, ''), names)[0];
  return {
    title,
    hint: near === undefined ? 'see `flow --help`' : `did you mean \`--${near}\`?`,
  };
}

function firstSentence(message: string): string {
  const [sentence = message] = message.split(/\.\s|\n/u);
  return sentence.replaceAll("'", '`').replace(/^./u, (letter) => letter.toLowerCase());
}

function defaultCommand(): CommandRow {
  const command = COMMANDS.find(({ name }) => name === DEFAULT_COMMAND);
  if (command === undefined) throw new Error('no default command');
  return command;
}
