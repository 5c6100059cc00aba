import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Disk } from '../../ports/disk.ts';
import type { JobSpec } from '../../ports/job-spec.ts';
import type { CommandEnd } from '../protocol/command-end.ts';
import type { Environment } from '../protocol/job-environment.ts';
import type { CommandListener } from './command-listener.ts';
import { recordBase } from './outliving.ts';
import { isRunnable } from './runnable-program.ts';
import { hasGroup } from './signals.ts';
import { isPassing, whyNotStarted } from './start-details.ts';
import { SUPERVISOR } from './supervisor.ts';

/** Linux takes 128 KiB for one argument; longer commands are read from a file. */
const LONGEST_ARGUMENT = 100_000;

export interface SpawnTools {
  readonly disk: Disk;
  readonly environment: Environment;
}

/**
 * Runs a command as a process of its own, in a new group that the shell leads which sees its end;
 * its output goes to the log.
 */
export function spawnCommand(spec: JobSpec, tools: SpawnTools, listener: CommandListener): void {
  const { disk } = tools;
  const script = scriptOf(spec);
  const failed = (error: unknown): void => {
    removeScript(script, disk);
    const end = {
      kind: 'not-started',
      detail: whyNotStarted(error, spec, disk),
      isPassing: isPassing(error),
    } as const;
    listener.ended({ end, hasLeftovers: false, release: nothingToRelease });
  };
  let child: ChildProcess;
  try {
    if (script !== undefined) disk.replace(script.path, script.text);
    child = spawnInto(spec, script, tools.environment);
  } catch (error) {
    failed(error);
    return;
  }
  const group = child.pid;
  if (group === undefined) {
    child.once('error', failed);
    return;
  }
  child.once('exit', (code, signal) => {
    removeScript(script, disk);
    const hasLeftovers = hasGroup(group);
    listener.ended({ end: endOf(code, signal), hasLeftovers, release: nothingToRelease });
  });
  listener.started({ group, tokens: [spec.token], bystander: undefined });
}

interface Script {
  readonly path: string;
  readonly text: string;
}

function scriptOf({ command, logFile }: JobSpec): Script | undefined {
  if (command.kind !== 'shell') return undefined;
  if (Buffer.byteLength(command.text) <= LONGEST_ARGUMENT) return undefined;
  return { path: `${logFile}.sh`, text: command.text };
}

/** Both streams are one description of the log, so their lines keep their order. */
function spawnInto(
  spec: JobSpec,
  script: Script | undefined,
  environment: Environment,
): ChildProcess {
  const [program = '', ...argv] = supervised(argvOf(spec, script), spec, environment);
  const log = openSync(resolve(spec.workingDirectory, spec.logFile), 'a');
  try {
    return spawn(program, argv, {
      cwd: spec.workingDirectory,
      env: environment,
      detached: true,
      stdio: ['ignore', log, log],
    });
  } finally {
    closeSync(log);
  }
}

/** What would not run at all is not put behind somebody else: the system's own words say why. */
function supervised(
  argv: readonly string[],
  spec: JobSpec,
  environment: Environment,
): readonly string[] {
  const { workingDirectory, token } = spec;
  if (!isRunnable(argv[0] ?? '', workingDirectory, environment)) return argv;
  return ['sh', '-c', SUPERVISOR, 'flow', token, recordBase(spec), ...argv];
}

function argvOf({ command }: JobSpec, script: Script | undefined): readonly string[] {
  if (command.kind === 'exec') return command.argv;
  const strictBash = ['bash', '-euo', 'pipefail'];
  return script === undefined
    ? [...strictBash, '-c', '--', command.text]
    : [...strictBash, '--', script.path];
}

function endOf(code: number | null, signal: string | null): CommandEnd {
  if (signal !== null) return { kind: 'signalled', signal };
  return { kind: 'exited', code: code ?? 1 };
}

function nothingToRelease(): void {}

function removeScript(script: Script | undefined, disk: Disk): void {
  if (script === undefined) return;
  try {
    disk.remove(script.path);
  } catch {
    // It lies beside the log and harms nobody.
  }
}
