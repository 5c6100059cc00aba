import type { CommandRow, OptionRow } from '../options/option-row.ts';
import { type WordKinds, wordKinds, WORKFLOW_FLAGS } from './word-kinds.ts';

/** A script for fish: `flow completion fish | source`. */
export function fishCompletion(commands: readonly CommandRow[], defaultName: string): string {
  const names = commands.map(({ name }) => name);
  return `# Completion for flow in fish, made by \`flow completion fish\`.

function __flow_is
    set -l words (commandline -opc)
    set -l command ${defaultName}
    contains -- "$words[2]" ${names.join(' ')}; and set command $words[2]
    test "$command" = $argv[1]
end

function __flow_is_first
    test (count (commandline -opc)) -eq 1
end

function __flow_rules
    set -l words (commandline -opc)
    set -l chosen
    for i in (seq 2 (math (count $words) - 1))
        contains -- $words[$i] ${WORKFLOW_FLAGS.join(' ')}; and set -a chosen $words[$i] $words[(math $i + 1)]
    end
    flow list $chosen 2> /dev/null | string replace -r ' .*' ''
end

function __flow_codes
    flow explain 2> /dev/null | string match -rg '^  (\\S+)'
end

complete -c flow -f
${commands.map(({ name, help }) => `complete -c flow -n __flow_is_first -a ${name} -d ${quoted(help)}`).join('\n')}
${commands.flatMap(commandLines).join('\n')}
`;
}

function commandLines({ name, arguments: words, options }: CommandRow): string[] {
  const when = `complete -c flow -n '__flow_is ${name}'`;
  const kinds = wordKinds(words);
  return [
    ...options.map((row) => `${when} ${optionText(row)}`),
    `${when} -l help -s h -d 'show this'`,
    ...(words === '' ? [] : [`${when}${wordsText(kinds, false)}`]),
  ];
}

function optionText({ name, short, value, help }: OptionRow): string {
  const letter = short === undefined ? '' : ` -s ${short}`;
  const taken = value === undefined ? '' : wordsText(wordKinds(value), true);
  return `-l ${name}${letter}${taken} -d ${quoted(help)}`;
}

/** `-r`: it takes a value; `-F` and `-f`: with files or without. */
function wordsText({ rules, files, folders, codes, choices }: WordKinds, isValue: boolean): string {
  const asked = [
    ...choices,
    ...(rules ? ['(__flow_rules)'] : []),
    ...(codes ? ['(__flow_codes)'] : []),
    ...(folders ? ['(__fish_complete_directories)'] : []),
  ];
  const mode = files ? ' -F' : ' -f';
  const list = asked.length === 0 ? '' : ` -a ${quoted(asked.join(' '))}`;
  return `${isValue ? ' -r' : ''}${mode}${list}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/gu, String.raw`\$&`)}'`;
}
