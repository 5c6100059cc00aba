import { COMMANDS } from './options.ts';
import type { CommandRow, OptionRow } from './options/option-row.ts';

/** `flow --help`: the commands, and the flags of the default one. */
export function overviewText(version: string): string {
  const width = Math.max(...COMMANDS.map((it) => heading(it).length));
  const commands = COMMANDS.map((it) => `  ${heading(it).padEnd(width)}  ${it.help}`);
  return [
    `flow ${version}: makes files from files, and only what is out of date`,
    '',
    'usage: flow [COMMAND] [FLAGS] [TARGET...]',
    '',
    ...commands,
    '',
    '`flow COMMAND --help` shows the flags of a command.',
  ].join('\n');
}

/** `flow COMMAND --help`. */
export function commandHelpText(command: CommandRow): string {
  const heads = command.options.map(flagText);
  const width = Math.max(...heads.map((it) => it.length));
  const flags = command.options.map((row, i) => `  ${(heads[i] ?? '').padEnd(width)}  ${row.help}`);
  const head = [`usage: flow ${heading(command)}`, '', command.help];
  return (flags.length === 0 ? head : [...head, '', ...flags]).join('\n');
}

function heading({ name, arguments: words }: CommandRow): string {
  return words === '' ? name : `${name} ${words}`;
}

function flagText({ name, short, value }: OptionRow): string {
  const letter = short === undefined ? '    ' : `-${short}, `;
  return `${letter}--${name}${value === undefined ? '' : ` ${value}`}`;
}
