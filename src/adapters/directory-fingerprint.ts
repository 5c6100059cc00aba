import { lstatSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { FileRow } from '../core/records/journal-entry.ts';
import type { Manifest, ManifestMember } from '../core/records/record-table.ts';
import { type DirectoryMember, directoryMembers } from './directory-members.ts';
import { isAbsence } from './error-code.ts';
import { hashText } from './hash-file.ts';

/** How long a directory of small files may keep the program from everything else. */
const SLICE_MS = 8;

export interface DirectoryReader {
  /** Here and now, or in a thread; rejects or throws an absence if the file is gone. */
  readonly contentDigest: (path: string, size: number) => string | Promise<string>;
  readonly tickMs: number;
}

/**
 * One look at a directory: the row, or undefined if something changed meanwhile. Members whose stat
 * is that of `known` are not read again, unless they were young then.
 */
export async function fingerprintDirectory(
  directory: { readonly path: string; readonly at: string; readonly known: FileRow | undefined },
  reader: DirectoryReader,
): Promise<FileRow | undefined> {
  const { path, at, known } = directory;
  const lookMs = Date.now();
  const members = directoryMembers(at);
  if (members === undefined) return undefined;
  if (known !== undefined && isAsKnown(members, known)) return { ...known, path };
  const digests = await readDigests(at, { members, known }, reader);
  if (digests === undefined) return undefined;
  const after = directoryMembers(at);
  if (after === undefined || !areEqual(members, after)) return undefined;

  const manifest = members.map(({ name, size, mtimeMs }, index) => ({
    name,
    size,
    mtimeMs,
    digest: digests[index] ?? '',
  }));
  const mtimeMs = youngest(members) ?? lstatSync(at).mtimeMs;
  return {
    path,
    type: 'directory',
    size: manifest.reduce((sum, { size }) => sum + size, 0),
    mtimeMs,
    digest: manifestDigest(manifest),
    isYoung: reader.tickMs > 0 && mtimeMs >= lookMs - reader.tickMs,
    manifest: { members: manifest },
  };
}

/**
 * The content of a directory: names, sizes and contents of its members, sorted by name; not their
 * times. NUL can stand in no name, and a newline ends each member.
 */
function manifestDigest(members: Manifest['members']): string {
  const lines = members.map(({ name, size, digest }) => `${name}\0${size}\0${digest}\n`);
  return hashText(`flow directory 1\n${lines.join('')}`);
}

function isAsKnown(members: readonly DirectoryMember[], known: FileRow): boolean {
  if (known.manifest === undefined || known.digest === undefined || known.isYoung) return false;
  return areEqual(members, known.manifest.members);
}

type Stat = Pick<ManifestMember, 'name' | 'size' | 'mtimeMs'>;

function areEqual(some: readonly Stat[], others: readonly Stat[]): boolean {
  if (some.length !== others.length) return false;
  return some.every((one, index) => {
    const other = others[index];
    return (
      other !== undefined &&
      one.name === other.name &&
      one.size === other.size &&
      one.mtimeMs === other.mtimeMs
    );
  });
}

async function readDigests(
  at: string,
  look: { readonly members: readonly DirectoryMember[]; readonly known: FileRow | undefined },
  reader: DirectoryReader,
): Promise<readonly string[] | undefined> {
  const trusted = trustedMembers(look.known, reader.tickMs);
  const digests: string[] = [];
  const pending: Promise<void>[] = [];
  let sliceEndMs = performance.now() + SLICE_MS;
  try {
    for (const [index, member] of look.members.entries()) {
      const before = trusted.get(member.name);
      const isSame = before?.size === member.size && before.mtimeMs === member.mtimeMs;
      const digest = isSame ? before.digest : memberDigest(at, member, reader);
      if (typeof digest === 'string') digests[index] = digest;
      else pending.push(keep(digest, digests, index));
      if (performance.now() < sliceEndMs) continue;
      await setImmediate();
      sliceEndMs = performance.now() + SLICE_MS;
    }
    await Promise.all(pending);
    return digests;
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** Its rejection is for who waits for all of them, and nobody may be waiting yet. */
function keep(digest: Promise<string>, digests: string[], index: number): Promise<void> {
  const kept = digest.then((text) => void (digests[index] = text));
  kept.catch(() => undefined);
  return kept;
}

function memberDigest(
  at: string,
  member: DirectoryMember,
  { contentDigest }: DirectoryReader,
): string | Promise<string> {
  switch (member.kind) {
    case 'file':
      return contentDigest(`${at}/${member.name}`, member.size);
    case 'link':
      return hashText(`link ${member.link}`);
    case 'empty':
    case 'other':
      return hashText(member.kind);
  }
}

/** A member that was young when it was read may have changed since within the same tick. */
function trustedMembers(known: FileRow | undefined, tickMs: number): Map<string, ManifestMember> {
  const trusted = new Map<string, ManifestMember>();
  const youngFromMs = known?.isYoung === true ? known.mtimeMs - tickMs : Number.POSITIVE_INFINITY;
  for (const member of known?.manifest?.members ?? []) {
    if (member.mtimeMs < youngFromMs) trusted.set(member.name, member);
  }
  return trusted;
}

function youngest(members: readonly DirectoryMember[]): number | undefined {
  let youngestMs: number | undefined;
  for (const { mtimeMs } of members) youngestMs = Math.max(youngestMs ?? mtimeMs, mtimeMs);
  return youngestMs;
}
