import { dirname } from 'node:path';
import type { FileRow } from '../../core/records/journal-entry.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Disk, DiskStat } from '../../ports/disk.ts';
import type { SpecOutput, Verify } from '../../ports/job-spec.ts';
import * as detail from './outcome-details.ts';
import { pause } from './pause.ts';
import type { ProtocolTools } from './prepare.ts';

export type Verification =
  | {
      readonly kind: 'good';
      readonly rows: readonly FileRow[];
      /** Optional outputs that are not there. */
      readonly leftOut: readonly string[];
    }
  | { readonly kind: 'bad'; readonly detail: string };

/** Looks at a network file system are apart by this, and then by twice as long each time. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/**
 * After exit code 0: are all outputs there, of the type that the rule says, and what it ensures?
 * Waits for those that are not in sight yet, no longer than `latencyWaitMs`. Then takes their rows.
 *
 * @throws what the disk and the hasher throw.
 */
export async function verify(
  { outputs, latencyWaitMs }: Verify,
  tools: ProtocolTools & { readonly clock: Clock },
): Promise<Verification> {
  const { disk, clock } = tools;
  let problem = problemOf(outputs, disk);
  if (problem?.mayPass === true && latencyWaitMs > 0) {
    const endMs = clock.now() + latencyWaitMs;
    let pauseMs = FIRST_PAUSE_MS;
    while (problem?.mayPass === true && clock.now() < endMs) {
      await pause(Math.min(pauseMs, endMs - clock.now()), clock);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      // Makes a network file system ask its server, instead of remembering the absence.
      for (const { path } of outputs) disk.list(dirname(path));
      problem = problemOf(outputs, disk);
    }
  }
  if (problem !== undefined) return { kind: 'bad', detail: problem.detail };
  const leftOut = outputs.filter((output) => isLeftOut(output, disk));
  const present = outputs.filter((output) => !leftOut.includes(output));
  return await rowsOf({ present, leftOut: leftOut.map(({ path }) => path) }, tools);
}

/** Not there, even where a network file system is made to ask its server. */
function isLeftOut({ path, isOptional }: SpecOutput, disk: Disk): boolean {
  if (isOptional !== true || disk.lstat(path) !== undefined) return false;
  disk.list(dirname(path));
  return disk.lstat(path) === undefined;
}

interface Problem {
  readonly detail: string;
  /** Nothing is wrong but that something is not there. */
  readonly mayPass: boolean;
}

function problemOf(outputs: Verify['outputs'], disk: Disk): Problem | undefined {
  const missing: string[] = [];
  const wrong: string[] = [];
  for (const { path, type, isOptional } of outputs) {
    const found = typeOf(path, disk);
    if (found === type) continue;
    if (found !== undefined) wrong.push(wrongType(path, found));
    else if (disk.lstat(path) !== undefined) wrong.push(detail.danglingOutput(path));
    else if (isOptional !== true) missing.push(path);
  }
  if (wrong.length + missing.length === 0) return undefined;
  const lines = missing.length === 0 ? wrong : [detail.missingOutputs(missing), ...wrong];
  return { detail: lines.join('; '), mayPass: wrong.length === 0 };
}

/** Links that lead in a circle lead to nothing. */
function typeOf(path: string, disk: Disk): DiskStat['type'] | undefined {
  try {
    return disk.stat(path)?.type;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOOP') return undefined;
    throw error;
  }
}

function wrongType(path: string, found: 'file' | 'directory' | 'other'): string {
  switch (found) {
    case 'directory':
      return detail.directoryForFile(path);
    case 'file':
      return detail.fileForDirectory(path);
    case 'other':
      return detail.neitherFileNorDirectory(path);
  }
}

async function rowsOf(
  {
    present,
    leftOut,
  }: { readonly present: Verify['outputs']; readonly leftOut: readonly string[] },
  { hasher, disk }: ProtocolTools,
): Promise<Verification> {
  const found = await Promise.all(present.map(({ path }) => hasher.fingerprint(path)));
  const rows: FileRow[] = [];
  for (const [index, row] of found.entries()) {
    if (row === undefined) {
      const path = present[index]?.path ?? '';
      const name = unnameable(path, disk);
      const what = name === undefined ? detail.unsteadyOutputs([path]) : detail.notUtf8(path, name);
      return { kind: 'bad', detail: what };
    }
    rows.push(row);
  }
  const broken = present.flatMap((output, index) => brokenPromises(output, rows[index]));
  if (broken.length > 0) return { kind: 'bad', detail: broken.join('; ') };
  return { kind: 'good', rows, leftOut };
}

/** A name in a directory by which nothing is found, since it is not UTF-8. */
function unnameable(directory: string, disk: Disk): string | undefined {
  const pending = [directory];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const { name } of disk.list(folder) ?? []) {
      const path = `${folder}/${name}`;
      const type = disk.lstat(path)?.type;
      if (type === undefined && name.includes('\u{FFFD}')) return name;
      if (type === 'directory') pending.push(path);
    }
  }
  return undefined;
}

/** What the rule ensures of the output and does not hold. */
function brokenPromises({ path, ensure }: SpecOutput, row: FileRow | undefined): string[] {
  if (ensure === undefined || row === undefined) return [];
  const { nonEmpty, sha256: expected } = ensure;
  const isEmpty = row.type === 'directory' ? row.manifest?.members.length === 0 : row.size === 0;
  if (nonEmpty && isEmpty) return [detail.emptyOutput(path)];
  const actual = row.digest ?? 'unknown';
  if (expected === undefined || actual === expected) return [];
  return [detail.wrongDigest(path, { actual, expected })];
}
