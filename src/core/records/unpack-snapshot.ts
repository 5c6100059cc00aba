import { recordsAreNewer, recordsDamaged } from '../catalogue/environment.ts';
import { FlowError } from '../diagnostic.ts';
import type { FileId, PathTable } from '../graph/path-table.ts';
import type { Crc32 } from './checksum.ts';
import { DigestPool } from './digest-pool.ts';
import { type FileBlock, FileRows } from './file-rows.ts';
import { InputLists } from './input-lists.ts';
import type { StartedEntry } from './journal-entry.ts';
import { JobRows } from './job-rows.ts';
import { Manifests } from './manifests.ts';
import { OpenAttempts } from './open-attempts.ts';
import { SNAPSHOT_HEADER } from './pack-snapshot.ts';
import type { RecordParts } from './record-parts.ts';
import { checkSections, SectionReader } from './sections.ts';
import { TextPool } from './text-pool.ts';

export interface SnapshotSource {
  /** Kept, and changed in place: nobody else may use them. */
  readonly bytes: Uint8Array;
  /** Its path, for messages. */
  readonly file: string;
  readonly crc32: Crc32;
}

/** Numbers all paths of the snapshot in `paths`. Throws `FlowError` if the bytes are not whole. */
export function unpackSnapshot(source: SnapshotSource, paths: PathTable): RecordParts {
  const problem = checkSections(SNAPSHOT_HEADER, source.bytes, source.crc32);
  if (problem?.kind === 'newer') {
    throw new FlowError(recordsAreNewer(source.file, problem.version, SNAPSHOT_HEADER.version));
  }
  if (problem !== undefined) throw new FlowError(recordsDamaged(source.file, problem.detail));

  const sections = new SectionReader(source.bytes);
  const ids = new FileNumbers(sections.bytes(), paths);
  const files = ids.spread({
    flags: sections.bytes(),
    size: sections.floats(),
    mtimeMs: sections.floats(),
    digest: sections.ints(),
  });
  const digests = new DigestPool(sections.bytes());
  const texts = new TextPool({
    bytes: sections.bytes(),
    starts: sections.ints(),
    hashes: sections.ints(),
  });
  const lists = new InputLists({
    starts: sections.ints(),
    files: ids.renumber(sections.ints()),
    digests: sections.ints(),
  });
  const jobs = readJobs(sections, ids);
  const manifests = new Manifests(
    { texts, digests },
    {
      files: ids.renumber(sections.ints()),
      names: sections.ints(),
      starts: sections.ints(),
      size: sections.floats(),
      mtimeMs: sections.floats(),
      digest: sections.ints(),
    },
  );
  const attempts = readAttempts(sections, paths);
  return { paths, digests, texts, files, manifests, lists, jobs, attempts };
}

function readJobs(sections: SectionReader, ids: FileNumbers): JobRows {
  return new JobRows({
    starts: sections.ints(),
    outputs: ids.renumber(sections.ints()),
    outputDigests: sections.ints(),
    inputs: sections.ints(),
    rule: sections.ints(),
    shape: sections.ints(),
    code: sections.ints(),
    params: sections.ints(),
    env: sections.ints(),
    endedAtMs: sections.floats(),
    durationMs: sections.floats(),
    adopted: sections.bytes(),
  });
}

function readAttempts(sections: SectionReader, paths: PathTable): OpenAttempts {
  // The checksum vouches that it is what `packSnapshot` wrote.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const open = JSON.parse(new TextDecoder().decode(sections.bytes())) as readonly StartedEntry[];
  const attempts = new OpenAttempts(paths);
  for (const attempt of open) attempts.start(attempt);
  return attempts;
}

/** The numbers that a snapshot's files bear in a path table. In an empty one they are the same. */
class FileNumbers {
  readonly #ids: Int32Array | undefined;

  constructor(block: Uint8Array, paths: PathTable) {
    if (paths.size === 0) {
      paths.seed(block);
    } else {
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(block);
      const all = text === '' ? [] : text.split('\0');
      this.#ids = Int32Array.from(all, (path) => paths.intern(path));
    }
  }

  /** In place. */
  renumber(files: Int32Array): Int32Array {
    const ids = this.#ids;
    if (ids === undefined) return files;
    for (const [index, file] of files.entries()) files[index] = ids[file] ?? file;
    return files;
  }

  spread(block: FileBlock): FileRows {
    const ids = this.#ids;
    if (ids === undefined) return new FileRows(block);
    const count = ids.reduce((highest, id) => Math.max(highest, id), -1) + 1;
    const spread = {
      flags: new Uint8Array(count),
      size: new Float64Array(count),
      mtimeMs: new Float64Array(count),
      digest: new Int32Array(count),
    };
    for (const [index, id] of ids.entries()) copyRow(block, index, { into: spread, at: id });
    return new FileRows(spread);
  }
}

function copyRow(
  from: FileBlock,
  index: number,
  target: { readonly into: FileBlock; readonly at: FileId },
): void {
  const { into, at } = target;
  into.flags[at] = from.flags[index] ?? 0;
  into.size[at] = from.size[index] ?? 0;
  into.mtimeMs[at] = from.mtimeMs[index] ?? 0;
  into.digest[at] = from.digest[index] ?? 0;
}
