import type { Disk } from '../../ports/disk.ts';
import type { FrozenAttempt } from '../../ports/frozen-attempt.ts';
import type { JobSpec } from '../../ports/job-spec.ts';
import { attemptFiles, markFile } from '../protocol/node/attempt-files.ts';
import { exitRecordText, type ExitRecord, parseExitRecord } from '../protocol/node/exit-record.ts';
import { freeze, frozenText } from '../protocol/node/frozen-attempt.ts';
import type { PreparedAttempt } from '../protocol/prepare.ts';
import type { JobProcesses } from './end-processes.ts';

/** Jobs that are over sooner are not worth the files; what is left of them is ended and redone. */
export const OUTLIVES_AFTER_MS = 2_000;
export const LOCAL = 'local';

/** Where the processes of a job are to be found when nobody knows their parent any more. */
type KeptProcesses = Pick<JobProcesses, 'tokens' | 'bystander'>;

/** Of all attempts of a run on this machine; relative to the working directory. */
function outlivingFolder(runId: string): string {
  return `.flow/runs/${runId}/attempts/${LOCAL}`;
}

/**
 * Writes what a later flow needs to take a running attempt on: first who belongs to it, so that
 * nobody ends a part of it, and the attempt itself last.
 *
 * @throws what the disk throws.
 */
export function freezeRunning(
  { spec, inputs, oldOutputs }: PreparedAttempt,
  run: { readonly processes: JobProcesses; readonly startedAtMs: number },
  disk: Disk,
): FrozenAttempt {
  const folder = outlivingFolder(spec.runId);
  const moved = new Map(oldOutputs.moved.map(({ from, to }) => [from, to]));
  const frozen = freeze(
    spec,
    { executor: LOCAL, folder, nowMs: run.startedAtMs, inputs },
    // What was there when it began lies aside now.
    { lstat: (path) => disk.lstat(moved.get(path) ?? '') },
  );
  const { tokens, bystander } = run.processes;
  disk.makeDirectory(folder);
  for (const token of othersOf(spec, tokens)) disk.replace(besideFile(folder, token), '');
  disk.replace(processesFile(folder, spec), `${JSON.stringify({ tokens, bystander })}\n`);
  disk.replace(attemptFiles(folder, spec.token).frozen, frozenText(frozen));
  return frozen;
}

/** It has been told how the attempt ended. What cannot be removed harms nobody. */
export function thaw({ folder, spec }: FrozenAttempt, disk: Disk): void {
  try {
    const { tokens } = keptProcesses(folder, spec, disk);
    const files = [
      attemptFiles(folder, spec.token).frozen,
      exitFile(folder, spec),
      processesFile(folder, spec),
      ...othersOf(spec, tokens).map((token) => besideFile(folder, token)),
    ];
    for (const file of files) disk.remove(file);
  } catch {
    // Whoever finds it finds no open attempt of that name.
  }
}

/** What was written of its processes; where that is gone, its own token will have to do. */
export function keptProcesses(
  folder: string,
  spec: JobSpec,
  disk: Pick<Disk, 'read'>,
): KeptProcesses {
  const bytes = disk.read(processesFile(folder, spec));
  if (bytes === undefined) return { tokens: [spec.token], bystander: undefined };
  // Written by `freezeRunning`, and put in place by a rename.
  const kept: KeptProcesses = JSON.parse(new TextDecoder().decode(bytes));
  return kept;
}

/** Undefined: none was left, or none that can be believed. */
export function exitRecordOf(
  { folder, spec }: FrozenAttempt,
  disk: Pick<Disk, 'read'>,
): ExitRecord | undefined {
  const bytes = disk.read(exitFile(folder, spec));
  return bytes === undefined
    ? undefined
    : parseExitRecord(new TextDecoder().decode(bytes), spec.token);
}

/** How the command ended, for the case that we do not live to tell what that means. */
export function keepEnd(
  { folder, spec }: FrozenAttempt,
  end: { readonly code: number; readonly nowMs: number },
  disk: Disk,
): void {
  try {
    disk.replace(exitFile(folder, spec), exitRecordText(spec.token, end));
  } catch {
    // Then it would count as lost, and run again.
  }
}

/** What the shell that a command is run by is given, to write the same: without `.exit.0`. */
export function recordBase({ runId, token }: JobSpec): string {
  return `${outlivingFolder(runId)}/${token}`;
}

/** The name of whoever is a part of an attempt and bears another token. */
function othersOf({ token }: JobSpec, tokens: readonly string[]): readonly string[] {
  return tokens.filter((it) => it !== token);
}

function besideFile(folder: string, token: string): string {
  return `${folder}/${token}.beside`;
}

function processesFile(folder: string, { token }: JobSpec): string {
  return `${folder}/${token}.processes`;
}

function exitFile(folder: string, { token }: JobSpec): string {
  return markFile(folder, { token, kind: 'exit', start: 0 });
}
