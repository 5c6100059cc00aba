import type { FileRow, InputRow } from '../../core/records/journal-entry.ts';
import type { Disk, DiskStat } from '../../ports/disk.ts';
import type { Hasher } from '../../ports/hasher.ts';
import type { SpecInput } from '../../ports/job-spec.ts';

/** An input as it was when the attempt began. */
export interface InputLook {
  readonly input: SpecInput;
  /** Undefined: absent. Of a directory that is fingerprinted, what its members are together. */
  readonly stat: DiskStat | undefined;
}

/** An input whose content is being looked at, or is known already. */
export interface InputContent {
  readonly look: InputLook;
  readonly knownDigest: string | undefined;
  /** Undefined where nothing has to be read; it never rejects. */
  readonly row: Promise<FileRow | undefined> | undefined;
}

interface InputTools {
  readonly disk: Disk;
  readonly hasher: Hasher;
}

export function lookAtInputs(inputs: readonly SpecInput[], disk: Disk): readonly InputLook[] {
  return inputs.map((input) => {
    const { path, isFingerprinted } = input;
    return { input, stat: isFingerprinted ? disk.contentStat(path) : disk.stat(path) };
  });
}

/** Begins to read what is not known by its stat. The reading goes on beside the job. */
export function readInputs(looks: readonly InputLook[], hasher: Hasher): readonly InputContent[] {
  const contents: InputContent[] = [];
  for (const look of looks) {
    if (!look.input.isFingerprinted) continue;
    const knownDigest = digestByStat(look);
    const isRead = knownDigest === undefined && look.stat !== undefined;
    contents.push({ look, knownDigest, row: isRead ? rowOf(look, hasher) : undefined });
  }
  return contents;
}

/**
 * What goes into the record, once the job has ended. An input that is not as it was at the start
 * has no digest, so that the edit is seen next time; neither has one that could not be read.
 */
export async function inputRows(
  contents: readonly InputContent[],
  tools: InputTools,
): Promise<{ readonly inputs: readonly InputRow[]; readonly inputFiles: readonly FileRow[] }> {
  const inputs: InputRow[] = [];
  const inputFiles: FileRow[] = [];
  for (const { look, knownDigest, row: reading } of contents) {
    const { path } = look.input;
    const row = reading === undefined ? undefined : await reading;
    const isSteady = await isStillTrue(look, row, tools).catch(() => false);
    inputs.push({ path, digest: isSteady ? (knownDigest ?? row?.digest) : undefined });
    if (row !== undefined && isSteady) inputFiles.push(row);
  }
  return { inputs, inputFiles };
}

/** A directory's own stat says nothing of its members, so only files are known by it. */
function digestByStat({ input, stat }: InputLook): string | undefined {
  if (stat?.type !== 'file' || input.known === undefined) return undefined;
  return isSame(stat, input.known) ? input.known.digest : undefined;
}

async function rowOf({ input, stat }: InputLook, hasher: Hasher): Promise<FileRow | undefined> {
  const { path, known } = input;
  try {
    if (stat?.type !== 'directory' || known === undefined) return await hasher.fingerprint(path);
    return await hasher.fingerprint(path, { ...known, path, type: 'directory', isYoung: false });
  } catch {
    return undefined;
  }
}

/** Is the input as it was at the start, and is that what was read of it? */
async function isStillTrue(
  look: InputLook,
  row: FileRow | undefined,
  { disk, hasher }: InputTools,
): Promise<boolean> {
  const isReadThen = row === undefined || (look.stat !== undefined && isSame(look.stat, row));
  if (row?.type !== 'directory') return isReadThen && isAsBefore(look, disk);
  if (!isReadThen) return false;
  const now = await hasher.fingerprint(look.input.path, row);
  return now !== undefined && now.digest === row.digest;
}

function isAsBefore({ input, stat }: InputLook, disk: Disk): boolean {
  const now = disk.stat(input.path);
  if (now === undefined || stat === undefined) return now === stat;
  return now.type === stat.type && isSame(now, stat);
}

interface SizeAndTime {
  readonly size: number;
  readonly mtimeMs: number;
}

function isSame(one: SizeAndTime, other: SizeAndTime): boolean {
  return one.size === other.size && one.mtimeMs === other.mtimeMs;
}
