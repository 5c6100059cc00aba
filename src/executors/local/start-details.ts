import type { Disk } from '../../ports/disk.ts';
import type { JobSpec } from '../../ports/job-spec.ts';
import * as detail from '../protocol/outcome-details.ts';

/** Why a command could not be started, as one line for people. */
export function whyNotStarted(error: unknown, spec: JobSpec, disk: Disk): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const program = programOf(spec);
  switch (code) {
    case 'ENOENT':
      return whyNotFound(program, spec, disk);
    case 'EACCES':
      return detail.programNotExecutable(program);
    case 'E2BIG':
      return 'the command and its environment are longer than the system allows';
    case 'EAGAIN':
    case 'EMFILE':
    case 'ENFILE':
    case 'ENOMEM':
      return `the system starts no more processes: ${saidBy(error)}`;
    default:
      return `could not be started: ${saidBy(error)}`;
  }
}

/** Of processes the system's own words say more than those that are for the disk. */
function saidBy(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The machine has no more of something now: processes, open files, memory. */
export function isPassing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return ['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM'].includes(String(code));
}

export function shellDied(how: string): string {
  return `the shell that ran it was ended by somebody else (${how})`;
}

export function endNotSeen(): string {
  return 'it ended after flow had, and nobody saw how';
}

export function cannotBeKilled(): string {
  return 'its processes do not end, not even when killed: they hang in the system';
}

function whyNotFound(program: string, spec: JobSpec, disk: Disk): string {
  const { workingDirectory } = spec;
  if (isAbsent(workingDirectory, disk)) {
    return `the working directory \`${workingDirectory}\` is gone`;
  }
  if (spec.command.kind === 'shell') return detail.bashNotFound();
  if (!program.includes('/')) return detail.programNotFound(program);
  if (isAbsent(program, disk)) return detail.programAbsent(program);
  return detail.interpreterAbsent(program);
}

/** A disk that refuses to tell does not say that it is absent. */
export function isAbsent(path: string, disk: Disk): boolean {
  try {
    return disk.stat(path) === undefined;
  } catch {
    return false;
  }
}

function programOf({ command }: JobSpec): string {
  return command.kind === 'shell' ? 'bash' : (command.argv[0] ?? '');
}
