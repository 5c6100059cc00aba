import { quoteWord } from '../../../core/template/shell-quote.ts';
import type { JobSpec } from '../../../ports/job-spec.ts';
import { jobEnvironment } from '../job-environment.ts';
import { AFTER_COMMAND, BEFORE_COMMAND, LOOK_AT_OUTPUTS } from './script-functions.ts';

export interface NodeScriptOptions {
  /** Absolute: the attempt's marks go there, as `TOKEN.begin.N` and `TOKEN.exit.N`. */
  readonly folder: string;
  /** From TERM to KILL, and for what a good command left behind to end by itself. */
  readonly graceMs: number;
  /** Who says which cards the job has, if its spec does not: the system, or nobody. */
  readonly gpus: 'from-system' | 'from-spec';
}

/**
 * The script that carries an attempt out where it runs: POSIX sh, with the usual programs of a
 * Linux node, and neither flow nor its workflow. It may be started again after a death: an old
 * output that lies aside already means that what is in its place is partial. Its exit code is the
 * command's, or 1 where there is none; what counts is the exit record that it leaves.
 *
 * It does all of prepare. After a failure it settles, too. After a success it makes touched files
 * and tells what it sees of the outputs; old ones stay aside until whoever launched it has judged.
 */
export function nodeScript(spec: JobSpec, options: NodeScriptOptions): string {
  return [
    `#!/bin/sh\n# flow: ${oneLine(spec.label)}`,
    settings(spec, options),
    BEFORE_COMMAND,
    lookAtInputs(spec),
    makeReady(spec),
    checkCommand(spec),
    settleFailure(spec),
    runCommand(spec, options),
    AFTER_COMMAND,
    lookAtOutputs(spec),
    'tell "code 0"\nexit 0\n',
  ].join('\n\n');
}

function settings(spec: JobSpec, { folder, graceMs }: NodeScriptOptions): string {
  const { token, logFile, workingDirectory, resources, verify } = spec;
  return [
    `token=${quoted(token)}`,
    `pattern=${quoted(environmentPattern(token))}`,
    `marks=${quoted(`${folder}/${token}`)}`,
    `log=${quoted(logFile)}`,
    `grace=${seconds(graceMs)}`,
    `grace_looks=${Math.ceil(graceMs / 100)}`,
    `latency=${Math.ceil(verify.latencyWaitMs / 1000)}`,
    `limit=${resources.timeS ?? ''}`,
    `program=${quoted(interpretedProgram(spec))}`,
    `cd ${quoted(workingDirectory)} || exit 1`,
  ].join('\n');
}

/** What may turn out to name an interpreter that does not exist. */
function interpretedProgram({ command }: JobSpec): string {
  const [program = ''] = command.kind === 'exec' ? command.argv : [];
  return program.includes('/') ? program : '';
}

/** Of a process of the attempt, or of a flow that runs inside of it. */
function environmentPattern(token: string): string {
  const exact = token.replaceAll(/[^\w-]/g, String.raw`\$&`);
  return `^FLOW_(JOB_TOKEN=|OUTER_JOB_TOKENS=(.* )?)${exact}( .*)?$`;
}

function lookAtInputs({ prepare: { inputs } }: JobSpec): string {
  const needed = inputs.flatMap((input, index) => (input.isOptional ? [] : [{ input, index }]));
  if (needed.length === 0) return '# No inputs.';
  const looks = needed.map(({ input, index }) => `there ${quoted(input.path)} ${index}`);
  return [
    'look_at_inputs() {',
    '  missing=',
    ...looks.map((look) => `  ${look}`),
    '}',
    'wait_for look_at_inputs',
    'if [ -n "$missing" ]; then tell "missing$missing"; exit 1; fi',
  ].join('\n');
}

function makeReady({ prepare, verify }: JobSpec): string {
  const moved = new Set(prepare.moveAside.map(({ from }) => from));
  const fresh = verify.outputs.map(({ path }) => path).filter((path) => !moved.has(path));
  return [
    ...prepare.makeDirectories.map((path) => `folder ${quoted(path)}`),
    ...prepare.writeFiles.map(({ path, text }) => `file ${quoted(path)} ${quoted(text)}`),
    ...fresh.map((path) => `fresh ${quoted(path)}`),
    'put_back() {',
    ...prepare.moveAside.map(({ from, to }) => `  back ${quoted(from)} ${quoted(to)}`),
    '  :',
    '}',
    ...prepare.moveAside.map(({ from, to }) => `aside ${quoted(from)} ${quoted(to)}`),
  ].join('\n');
}

function checkCommand({ command }: JobSpec): string {
  if (command.kind === 'shell') return 'needs bash bash';
  return `needs program ${quoted(command.argv[0] ?? '')}`;
}

/** What a failure comes to: remains are kept or go, old outputs come back. */
function settleFailure({ prepare, verify, keepRemains }: JobSpec): string {
  const moved = new Set(prepare.moveAside.map(({ from }) => from));
  const fresh = verify.outputs.map(({ path }) => path).filter((path) => !moved.has(path));
  return [
    'settle() {',
    ...(keepRemains?.moves ?? []).map(({ from, to }) => `  keep ${quoted(from)} ${quoted(to)}`),
    ...fresh.map((path) => `  drop ${quoted(path)}`),
    '  put_back',
    '}',
    'is_output() {',
    '  case $1 in',
    ...verify.outputs.map(({ path }, index) => {
      const place = path.startsWith('/') ? quoted(path) : `"$here"/${quoted(path)}`;
      return `    ${place} | ${place}/*) open_outputs="$open_outputs ${index}" ;;`;
    }),
    '  esac',
    '}',
  ].join('\n');
}

function runCommand(spec: JobSpec, { gpus }: NodeScriptOptions): string {
  const environment = jobEnvironment(spec, { hidesGpus: hidesGpus(spec, gpus) });
  if (gpus === 'from-system' && spec.resources.gpus > 0) {
    environment['CUDA_DEVICE_ORDER'] ??= 'PCI_BUS_ID';
  }
  const exports = Object.entries(environment).filter(([name]) => NAME.test(name));
  const others = Object.entries(environment).filter(([name]) => !NAME.test(name));
  const odd = others.map(([name, value]) => quoted(`${name}=${value}`));
  const words = [...(odd.length === 0 ? [] : ['env', ...odd]), ...commandWords(spec)];
  return [
    ...commandFile(spec),
    'if [ -n "$asked" ]; then settle; tell "code 143"; exit 143; fi',
    '{',
    '  trap - TERM INT HUP USR1 USR2',
    ...exports.map(([name, value]) => `  export ${name}=${quoted(value)}`),
    `  exec $setsid ${words.join(' ')}`,
    '} </dev/null >>"$log" 2>&1 &',
    'child=$!',
  ].join('\n');
}

function hidesGpus({ resources }: JobSpec, gpus: NodeScriptOptions['gpus']): boolean {
  return gpus === 'from-system' && resources.gpus === 0;
}

const NAME = /^[A-Za-z_]\w*$/;

/** Linux takes 128 KiB for one argument; longer commands are read from a file. */
const LONGEST_ARGUMENT = 100_000;

function isLong(text: string): boolean {
  return new TextEncoder().encode(text).length > LONGEST_ARGUMENT;
}

function commandFile({ command }: JobSpec): readonly string[] {
  if (command.kind !== 'shell' || !isLong(command.text)) return [];
  return [`file "$marks.command" ${quoted(command.text)}`];
}

function commandWords({ command }: JobSpec): readonly string[] {
  if (command.kind === 'exec') return command.argv.map(quoted);
  const bash = ['bash', '-euo', 'pipefail'];
  return isLong(command.text)
    ? [...bash, '--', '"$marks.command"']
    : [...bash, '-c', '--', quoted(command.text)];
}

function lookAtOutputs({ verify: { outputs } }: JobSpec): string {
  const touches = outputs.flatMap(({ path, touch }) =>
    touch === undefined ? [] : [`touched ${quoted(path)} ${quoted(touch)}`],
  );
  const looks = outputs.map(({ path }, index) => {
    const word = quoted(path);
    return `if [ -e ${word} ]; then places="$places ${index}"; set -- "$@" ${word}; fi`;
  });
  return [...touches, ...looks, LOOK_AT_OUTPUTS].join('\n');
}

/** Always between quotes, so that no word of a path or a command means anything to sh. */
function quoted(text: string): string {
  return quoteWord(text, true);
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ');
}
