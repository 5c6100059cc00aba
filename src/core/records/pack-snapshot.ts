import type { Crc32 } from './checksum.ts';
import type { JobBlock } from './job-rows.ts';
import { packManifests } from './manifests.ts';
import type { RecordParts } from './record-parts.ts';
import { Renumbering } from './renumbering.ts';
import { type SectionHeader, writeSections } from './sections.ts';

export const SNAPSHOT_HEADER: SectionHeader = { magic: 'flow-rec', version: 1 };

/** The file rows of all paths, the job rows that were not replaced, and what they refer to. */
export function packSnapshot(parts: RecordParts, crc32: Crc32): Uint8Array {
  const manifests = packManifests(
    parts.manifests.files.map((file) => [file, parts.manifests.get(file) ?? { members: [] }]),
    {
      text: (text) => parts.texts.intern(text),
      digest: (digest) => parts.digests.intern(digest),
    },
  );
  const files = new Renumbering(parts.paths.size);
  const digests = new Renumbering(parts.digests.count);
  const texts = new Renumbering(parts.texts.count);
  const lists = new Renumbering(parts.lists.count);

  for (let file = 0; file < parts.paths.size; file++) {
    if (parts.files.kind(file) !== 0) files.of(file);
  }
  const jobs = packJobs(parts, { files, digests, texts, lists });
  const listBlock = parts.lists.pick(lists.kept, { file: files.of, digest: digests.of });
  const manifestSections = [
    manifests.files.map(files.of),
    manifests.names.map(texts.of),
    manifests.starts,
    manifests.size,
    manifests.mtimeMs,
    manifests.digest.map(digests.of),
  ];
  const fileBlock = parts.files.pick(files.kept, digests.of);
  const textBlock = parts.texts.pick(texts.kept);
  const paths = files.kept.map((file) => parts.paths.path(file)).join('\0');
  const encoder = new TextEncoder();

  return writeSections(
    SNAPSHOT_HEADER,
    [
      [encoder.encode(paths), fileBlock.flags, fileBlock.size, fileBlock.mtimeMs, fileBlock.digest],
      [parts.digests.pick(digests.kept)],
      [textBlock.bytes, textBlock.starts, textBlock.hashes],
      [listBlock.starts, listBlock.files, listBlock.digests],
      [jobs.starts, jobs.outputs, jobs.outputDigests, jobs.inputs],
      [jobs.rule, jobs.shape, jobs.code, jobs.params, jobs.env],
      [jobs.endedAtMs, jobs.durationMs, jobs.adopted],
      manifestSections,
      [encoder.encode(JSON.stringify(parts.attempts.open()))],
    ].flat(),
    crc32,
  );
}

interface Renumberings {
  readonly files: Renumbering;
  readonly digests: Renumbering;
  readonly texts: Renumbering;
  readonly lists: Renumbering;
}

function packJobs({ jobs }: RecordParts, renumber: Renumberings): JobBlock {
  const rows = jobs.live();
  const starts = new Int32Array(rows.length + 1);
  for (const [index, row] of rows.entries()) {
    starts[index + 1] = (starts[index] ?? 0) + jobs.outputCount(row);
  }
  const outputCount = starts[rows.length] ?? 0;
  const outputs = new Int32Array(outputCount);
  const outputDigests = new Int32Array(outputCount);
  let at = 0;
  for (const row of rows) {
    for (let index = 0; index < jobs.outputCount(row); index++) {
      outputs[at] = renumber.files.of(jobs.outputAt(row, index));
      outputDigests[at] = renumber.digests.of(jobs.outputDigestAt(row, index));
      at += 1;
    }
  }
  return {
    starts,
    outputs,
    outputDigests,
    inputs: Int32Array.from(rows, (row) => renumber.lists.of(jobs.inputs.at(row))),
    rule: Int32Array.from(rows, (row) => renumber.texts.of(jobs.rule.at(row))),
    shape: Int32Array.from(rows, (row) => renumber.texts.of(jobs.shape.at(row))),
    code: Int32Array.from(rows, (row) => renumber.texts.of(jobs.code.at(row))),
    params: Int32Array.from(rows, (row) => renumber.texts.of(jobs.params.at(row))),
    env: Int32Array.from(rows, (row) => renumber.texts.of(jobs.env.at(row))),
    endedAtMs: Float64Array.from(rows, (row) => jobs.endedAtMs.at(row)),
    durationMs: Float64Array.from(rows, (row) => jobs.durationMs.at(row)),
    adopted: Uint8Array.from(rows, (row) => (jobs.isAdopted(row) ? 1 : 0)),
  };
}
