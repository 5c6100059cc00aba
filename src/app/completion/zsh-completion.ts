import type { CommandRow, OptionRow } from '../options/option-row.ts';
import { type WordKinds, wordKinds, WORKFLOW_FLAGS } from './word-kinds.ts';

/** A script for zsh: in a file `_flow` of a folder of `$fpath`, or by `source`. */
export function zshCompletion(commands: readonly CommandRow[], defaultName: string): string {
  return `#compdef flow
# Completion for flow in zsh, made by \`flow completion zsh\`.

_flow_rules() {
  local -a chosen names
  local i line
  for ((i = 2; i < CURRENT - 1; i++)); do
    case $words[i] in
      ${WORKFLOW_FLAGS.join('|')}) chosen+=("$words[i]" "$words[i+1]") ;;
    esac
  done
  flow list "\${chosen[@]}" 2> /dev/null | while read -r line; do names+=("\${line%% *}"); done
  _describe -t rules rule names
}

_flow_codes() {
  local -a codes
  local line
  flow explain 2> /dev/null | while IFS= read -r line; do
    [[ $line == '  '* ]] && codes+=("\${\${line##  }%% *}")
  done
  _describe -t codes code codes
}

_flow_targets() { _alternative 'rules:rule:_flow_rules' 'files:file:_files' }

_flow() {
  local -a commands
  local command=${defaultName}
  commands=(
${commands.map(({ name, help }) => `    ${quoted(`${name}:${help}`)}`).join('\n')}
  )
  if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then
    _alternative 'commands:command:(('"$(printf '%q ' "\${commands[@]}")"'))' 'targets:target:_flow_targets'
    return
  fi
  case $words[2] in
    ${commands.map(({ name }) => name).join('|')}) command=$words[2]; shift words; ((CURRENT--)) ;;
  esac
  case $command in
${commands.map(commandCase).join('\n')}
  esac
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _flow "$@"; else compdef _flow flow; fi
`;
}

function commandCase({ name, arguments: words, options }: CommandRow): string {
  const specs = options.flatMap(optionSpecs);
  const last = `'*:word:${actionOf(wordKinds(words))}'`;
  return [
    `    ${name})`,
    `      _arguments -s \\`,
    ...[...specs, `'(-h --help)'{-h,--help}'[show this]'`].map((spec) => `        ${spec} \\`),
    `        ${last} ;;`,
  ].join('\n');
}

function optionSpecs({ name, short, value, isRepeatable = false, help }: OptionRow): string[] {
  const text = `[${help.replaceAll(/[[\]\\:]/gu, String.raw`\$&`)}]`;
  const action = value === undefined ? '' : `:value:${actionOf(wordKinds(value))}`;
  const star = isRepeatable ? '*' : '';
  const long = `${star}--${name}${value === undefined ? '' : '='}${text}${action}`;
  const letter = `${star}-${short}${value === undefined ? '' : '+'}${text}${action}`;
  return short === undefined ? [quoted(long)] : [quoted(long), quoted(letter)];
}

function actionOf({ rules, files, folders, codes, choices }: WordKinds): string {
  if (codes) return '_flow_codes';
  if (choices.length > 0) return `(${choices.join(' ')})`;
  if (rules) return files ? '_flow_targets' : '_flow_rules';
  if (files) return '_files';
  return folders ? '_files -/' : ' ';
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
