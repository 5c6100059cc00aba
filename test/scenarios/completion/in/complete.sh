# What bash would offer for the words given, the last of which is being typed.
source <(flow completion bash)
COMP_WORDS=(flow "$@") COMP_CWORD=$#
_flow
printf '%s\n' "${COMPREPLY[@]}" | sort | tr '\n' ' '
echo
