/**
 * What a shell does with the exit code of a job that a later flow may take on: writes the exit
 * record, whole or not at all. It names `base` and `token`, and where the code and the time come
 * from; `host` and `pid` say nothing on one machine. For POSIX sh, on one line.
 */
export function writeRecord(words: {
  readonly base: string;
  readonly token: string;
  readonly code: string;
  readonly seconds: string;
}): string {
  const { base, token, code, seconds } = words;
  const lines = String.raw`flow-exit 1\ntoken %s\nstart 0\nend %s\ncode %d\ncomplete %s\n`;
  const file = `"${base}.exit.0"`;
  const draft = `"${base}.exit.0.tmp"`;
  return [
    `[ -e "${base}.json" ]`,
    `printf '${lines}' "${token}" "${seconds}" "${code}" "${token}" >${draft}`,
    `command mv -f ${draft} ${file}`,
  ].join(' && ');
}

/**
 * Runs a command as its child, so that somebody sees its end though flow may be gone by then. It
 * lives on through the signals that ask a group to end, since its command may.
 *
 *     sh -c SUPERVISOR flow TOKEN BASE PROGRAM ARGUMENTS…
 */
export const SUPERVISOR: string = [
  'flow_token=$1 flow_base=$2; shift 2',
  'trap : HUP INT TERM',
  // What a shell says of the death of its child is nothing that the command said.
  'exec 3>&2 2>/dev/null; (exec "$@" 2>&3 3>&-); flow_code=$?',
  writeRecord({
    base: '$flow_base',
    token: '$flow_token',
    code: '$flow_code',
    seconds: '$(date +%s)',
  }),
  'exit "$flow_code"',
].join('; ');
