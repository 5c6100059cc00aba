import type { JobSpec } from '../../ports/job-spec.ts';
import type { Environment } from '../protocol/job-environment.ts';
import { writeRecord } from './supervisor.ts';

const KEEP_END = writeRecord({
  base: '$_flow_base',
  token: '$_flow_token',
  code: '$_flow_status',
  seconds: '${EPOCHREALTIME/,/.}',
});

/**
 * The program of a resident shell. It reads frames from its standard input (six digits of length,
 * then as many characters of bash), runs each in a subshell with a process group of its own, and
 * writes lines to its standard output: `ready`, `s GROUP` when a job has started, and
 * `e STATUS LEFT` when its leader has ended, LEFT being 1 if others of the group live on.
 *
 * A job's subshell gets standard streams of its own in place of these, so nothing of the resident
 * shell is open in it. `wait` also comes back when a job is merely stopped: who can still be
 * signalled has not ended. (`wait -f` of bash 5.2 may turn round for ever where the job was faster.)
 * If flow is gone when a job has ended, nobody reads the line: then the shell writes the job's exit
 * record, for the next flow, and ends.
 *
 * All is one line, because a job's line numbers are counted from there.
 */
export const RESIDENT_PROGRAM: string = [
  '((BASH_VERSINFO[0] > 5 || BASH_VERSINFO[0] == 5 && BASH_VERSINFO[1] >= 1)) || exit 1;',
  'set -m; trap : PIPE; echo ready;',
  'while IFS= read -r -N 6 _flow_size && IFS= read -r -N "$_flow_size" _flow_frame; do',
  '( eval "$_flow_frame" ) </dev/null &',
  String.raw`printf 's %d\n' $!;`,
  'wait $!; _flow_status=$?;',
  'while ((_flow_status > 128)) && kill -0 $! 2>/dev/null; do',
  'sleep 0.1; wait $!; _flow_status=$?;',
  'done;',
  'kill -0 -- -$! 2>/dev/null && _flow_left=1 || _flow_left=0;',
  String.raw`printf 'e %d %d\n' $_flow_status $_flow_left 2>/dev/null || {`,
  String.raw`[[ $_flow_frame =~ FLOW_JOB_TOKEN=\'([^\']*)\' ]]; _flow_token=${'$'}{BASH_REMATCH[1]};`,
  `_flow_base=.flow/runs/$FLOW_RUN_ID/attempts/local/$_flow_token;`,
  `${KEEP_END}; exit; };`,
  'done',
].join(' ');

/** Longer ones gain nothing: reading and escaping them costs more than a new process. */
const LONGEST_TEXT = 16_000;
const LONGEST_FRAME = 100_000;

/**
 * Constructs that do not mean in a subshell what they mean in a shell of the job's own: its process
 * id, settings that its own subshells would take from it, and how traces look.
 */
const TELLS_THE_SHELL =
  /\$\$|\$\{\$|\$!|\$\{!\}|\$-|BASH_|SHELLOPTS|SECONDS|\bset\s(?:[^;&|\n]*\s)?[-+]\w*[mvx]|[-+]\w*o\s+(?:monitor|verbose|xtrace)\b/u;

/** Variables that mean something to bash itself when they are assigned, not only to its programs. */
const MEANS_SOMETHING_TO_BASH =
  /^(?:BASH.*|CHILD_MAX|COMP_.*|DIRSTACK|ENV|EXECIGNORE|E?UID|FUNCNAME|GLOBIGNORE|GROUPS|HIST.*|IFS|LINENO|OPT.*|POSIXLY_CORRECT|PPID|PS4|S?RANDOM|SECONDS|SHELLOPTS|_.*)$/u;

/** Functions that users exported under the names of builtins that the resident program uses. */
const SHADOWS_A_BUILTIN =
  /^BASH_FUNC_(?:read|printf|echo|wait|kill|eval|exec|exit|export|set|unset)(?:%%|\(\))$/u;

/** Can resident shells be trusted in this environment? */
export function isFitForResidents(environment: Environment): boolean {
  return !Object.keys(environment).some(
    (name) =>
      name === 'BASH_ENV' ||
      name === 'BASH_COMPAT' ||
      name === 'BASHOPTS' ||
      name === 'SHELLOPTS' ||
      name === 'POSIXLY_CORRECT' ||
      SHADOWS_A_BUILTIN.test(name),
  );
}

/**
 * What a resident shell runs for a job; undefined where its command needs a shell of its own.
 *
 * @param environment what the job's environment has beyond the resident shell's.
 */
export function frameOf(spec: JobSpec, environment: Environment): string | undefined {
  if (spec.command.kind !== 'shell') return undefined;
  const { text } = spec.command;
  if (text.length > LONGEST_TEXT || TELLS_THE_SHELL.test(text) || text.includes('\0')) {
    return undefined;
  }
  const assignments: string[] = [];
  for (const [name, value] of Object.entries(environment)) {
    if (!/^[A-Za-z_]\w*$/u.test(name) || MEANS_SOMETHING_TO_BASH.test(name)) return undefined;
    if (value.length > LONGEST_TEXT || value.includes('\0')) return undefined;
    assignments.push(`${name}=${quoted(value)}`);
  }
  const frame = [
    'set +m -euo pipefail',
    'trap - PIPE',
    'unset -v _flow_size _flow_frame _flow_status _flow_left',
    `export ${assignments.join(' ')}`,
    `exec >>${quoted(spec.logFile)} 2>&1`,
    // In quotes, so that what is no bash harms nothing but itself.
    `eval -- ${quoted(text)}`,
  ].join('; ');
  if (frame.length > LONGEST_FRAME) return undefined;
  return `${String(frame.length).padStart(6, '0')}${frame}`;
}

/**
 * A word of bash, in ASCII whatever the text: bash counts characters of the user's locale when it
 * reads a frame, and only of ASCII does everybody agree on the number.
 */
function quoted(text: string): string {
  return isAscii(text) ? `'${text.replaceAll("'", "'\\''")}'` : ansiQuoted(text);
}

function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- all of ASCII is meant
  return /^[\u0001-\u007F]*$/u.test(text);
}

/** `$'…'`, the bytes of UTF-8 that are not ASCII by their numbers. */
function ansiQuoted(text: string): string {
  let result = "$'";
  for (const byte of Buffer.from(text)) {
    const character = String.fromCharCode(byte);
    if (byte >= 0x80) result += `\\x${byte.toString(16)}`;
    else if (character === "'" || character === '\\') result += `\\${character}`;
    else result += character;
  }
  return `${result}'`;
}
