import type { CommandRow } from '../options/option-row.ts';
import { flagsOf, type WordKinds, wordKinds, WORKFLOW_FLAGS } from './word-kinds.ts';

/** A script for bash, 3.2 or newer: `source <(flow completion bash)`. */
export function bashCompletion(commands: readonly CommandRow[], defaultName: string): string {
  const names = commands.map(({ name }) => name);
  return `# Completion for flow in bash, made by \`flow completion bash\`.

_flow_rules() {
  flow list "$@" 2> /dev/null | while read -r name _; do printf '%s\\n' "$name"; done
}

_flow_codes() {
  flow explain 2> /dev/null | while IFS= read -r line; do
    [[ $line == '  '* ]] && read -r code _ <<< "$line" && printf '%s\\n' "$code"
  done
}

# $1: kinds of words, each after a blank; COMPREPLY gets those that fit.
_flow_fill() {
  local kind word
  for kind in $1; do
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(
      case $kind in
        files) compgen -f -- "$cur" ;;
        folders) compgen -d -- "$cur" ;;
        rules) compgen -W "$(_flow_rules "\${chosen[@]}")" -- "$cur" ;;
        codes) compgen -W "$(_flow_codes)" -- "$cur" ;;
        commands) compgen -W '${names.join(' ')}' -- "$cur" ;;
        =*) compgen -W "\${kind//[=,]/ }" -- "$cur" ;;
      esac
    )
  done
}

_flow() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]}
  local command=${defaultName} flags= words= values= i
  local chosen=()
  COMPREPLY=()
  # bash takes \`--file=x\` apart.
  [[ $cur == '=' ]] && cur=
  [[ $prev == '=' ]] && prev=\${COMP_WORDS[COMP_CWORD - 2]}
  if ((COMP_CWORD > 1)); then
    case \${COMP_WORDS[1]} in ${names.join(' | ')}) command=\${COMP_WORDS[1]} ;; esac
  fi
  for ((i = 1; i < COMP_CWORD - 1; i++)); do
    case \${COMP_WORDS[i]} in
      ${WORKFLOW_FLAGS.join(' | ')})
        chosen+=("\${COMP_WORDS[i]}")
        [[ \${COMP_WORDS[i + 1]} == '=' ]] && ((i++))
        chosen+=("\${COMP_WORDS[i + 1]}")
        ;;
    esac
  done
  case $command in
${commands.map(commandCase).join('\n')}
  esac
  case "$command $prev" in
${valueCases(commands)}
  esac
  if [[ -n $values ]]; then _flow_fill "$values"
  elif [[ $cur == -* ]]; then
    while IFS= read -r i; do COMPREPLY+=("$i"); done < <(compgen -W "$flags" -- "$cur")
  else
    ((COMP_CWORD == 1)) && words="commands $words"
    _flow_fill "$words"
  fi
}

complete -o filenames -F _flow flow
`;
}

function commandCase(command: CommandRow): string {
  const flags = [...flagsOf(command), '--help', '-h'].join(' ');
  const words = kindsText(wordKinds(command.arguments));
  return `    ${command.name}) flags='${flags}' words='${words}' ;;`;
}

/** Flags that take a value; one of a kind that nobody knows is completed by nothing. */
function valueCases(commands: readonly CommandRow[]): string {
  const byKinds = new Map<string, string[]>();
  for (const { name: command, options } of commands) {
    for (const { name, short, value } of options) {
      if (value === undefined) continue;
      const kinds = kindsText(wordKinds(value)) || 'none';
      const flags = short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`];
      const known = byKinds.get(kinds) ?? [];
      byKinds.set(kinds, known);
      known.push(...flags.map((flag) => `'${command} ${flag}'`));
    }
  }
  return Array.from(
    byKinds,
    ([kinds, flags]) => `    ${flags.join(' | ')})\n      values='${kinds}' ;;`,
  ).join('\n');
}

function kindsText({ rules, files, folders, codes, choices }: WordKinds): string {
  return [
    ...(choices.length === 0 ? [] : [`=${choices.join(',')}`]),
    ...(rules ? ['rules'] : []),
    ...(files ? ['files'] : []),
    ...(folders ? ['folders'] : []),
    ...(codes ? ['codes'] : []),
  ].join(' ');
}
