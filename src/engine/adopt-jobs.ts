import { FINAL_EDGE, DATA_EDGE, type JobGraph, type JobId } from '../core/graph/job-graph.ts';
import type { FileId } from '../core/graph/path-table.ts';
import type { FileRow, JobEntry, JournalEntry } from '../core/records/journal-entry.ts';
import type { Clock } from '../ports/clock.ts';
import type { Disk } from '../ports/disk.ts';
import type { Hasher } from '../ports/hasher.ts';
import type { JobMaker } from './job-maker.ts';
import type { KnownFiles } from './known-files.ts';
import { allInputs } from './record-entries.ts';

/** Jobs whose files are looked at together; between two lots, whatever else is due has its turn. */
const LOT = 32;

export interface Adoption {
  readonly graph: JobGraph;
  readonly jobs: readonly JobId[];
  readonly maker: Pick<JobMaker, 'reference' | 'texts'>;
  readonly known: KnownFiles;
  readonly hasher: Pick<Hasher, 'fingerprint'>;
  readonly clock: Clock;
  readonly disk: Pick<Disk, 'isProtected' | 'protect'>;
  readonly isStopped: () => boolean;
  /** Called once a lot, with what goes into the journal. */
  readonly adopted: (lot: AdoptedLot) => void;
  /**
   * What stands for a file that is not there: a row, or nothing, and then an output is left out of
   * the record. Undefined where the file has to be there.
   */
  readonly standIn?: (file: FileId) => { readonly row: FileRow | undefined } | undefined;
  /** Who made it: a job, once, or others; if absent, others. */
  readonly how?: (job: JobId) => JobEntry['how'];
  /** How long the job ran when it last did. */
  readonly durationMs?: (job: JobId) => number | undefined;
}

export interface AdoptedLot {
  readonly entries: readonly JournalEntry[];
  readonly jobCount: number;
}

/**
 * Records jobs that are up to date by time as they are, beside those that run: looks at all their
 * files, so that from now on contents decide. A job with an output that cannot be read is left as
 * it was, and so is one with an output that should be protected and cannot be; an input that cannot
 * be read counts as unknown.
 */
export async function adoptJobs(adoption: Adoption): Promise<void> {
  const { jobs, clock, isStopped } = adoption;
  const rows = new Map<FileId, FileRow | undefined>();
  for (let start = 0; start < jobs.length && !isStopped(); start += LOT) {
    const lot = jobs.slice(start, start + LOT);
    adoption.adopted(await lookAtLot(lot, rows, adoption));
    await new Promise<void>((resolve) => {
      clock.after(0, resolve);
    });
  }
}

/** `rows` are those of lots before, so that a file that many jobs read is looked at once. */
async function lookAtLot(
  lot: readonly JobId[],
  rows: Map<FileId, FileRow | undefined>,
  adoption: Adoption,
): Promise<AdoptedLot> {
  const { graph, known, hasher } = adoption;
  const unseen = new Set<FileId>();
  for (const job of lot) {
    for (const file of [...contentInputs(graph, job), ...outputs(graph, job)]) {
      if (!rows.has(file)) unseen.add(file);
    }
  }
  const entries: JournalEntry[] = [];
  const looks = Array.from(unseen, async (file): Promise<void> => {
    const before = known.row(file);
    const row = await rowOf(graph.paths.path(file), before, hasher);
    rows.set(file, row);
    if (row === undefined) return;
    known.learn(row);
    if (row.digest !== before?.digest) entries.push({ kind: 'file', file: row });
  });
  await Promise.all(looks);
  let jobCount = 0;
  for (const job of lot) {
    const entry = adoptedEntry(job, rows, adoption);
    if (entry === undefined) continue;
    entries.push(entry);
    jobCount += 1;
  }
  return { entries, jobCount };
}

/** What cannot be read (removed, forbidden, changing) is no reason to stop a run. */
async function rowOf(
  path: string,
  known: FileRow | undefined,
  hasher: Adoption['hasher'],
): Promise<FileRow | undefined> {
  try {
    return await hasher.fingerprint(path, known);
  } catch {
    return undefined;
  }
}

function adoptedEntry(
  job: JobId,
  rows: ReadonlyMap<FileId, FileRow | undefined>,
  { graph, maker, clock, disk, standIn = nothing, how = others, durationMs = nothing }: Adoption,
): JobEntry | undefined {
  const made: FileRow[] = [];
  for (const file of outputs(graph, job)) {
    const row = rows.get(file);
    const other = row === undefined ? standIn(file) : { row };
    if (other === undefined) return undefined;
    if (other.row !== undefined) made.push(other.row);
  }
  if (made.length === 0 || !protectOutputs(graph, job, disk)) return undefined;
  const looked = Array.from(contentInputs(graph, job), (file) => ({
    path: graph.paths.path(file),
    digest: (rows.get(file) ?? standIn(file)?.row)?.digest,
  }));
  return {
    kind: 'job',
    how: how(job),
    token: '',
    rule: maker.reference(job).rule,
    outputs: made,
    inputs: allInputs(graph, job, looked),
    ...maker.texts(job, undefined),
    endedAtMs: clock.now(),
    durationMs: durationMs(job),
  };
}

/** As after a success. False: some output cannot be protected, as it belongs to somebody else. */
function protectOutputs(graph: JobGraph, job: JobId, disk: Adoption['disk']): boolean {
  const items = graph.rules[graph.ruleIndex[job] ?? 0]?.output.flatMap((group) => group.items);
  if (items?.some(({ isProtected }) => isProtected) !== true) return true;
  try {
    for (const [place, file] of outputs(graph, job).entries()) {
      const path = graph.paths.path(file);
      if (items[place]?.isProtected === true && !disk.isProtected(path)) disk.protect(path);
    }
    return true;
  } catch {
    return false;
  }
}

function others(): 'adopted' {
  return 'adopted';
}

function nothing(): undefined {
  return undefined;
}

function outputs(graph: JobGraph, job: JobId): Int32Array {
  return graph.outputFile.subarray(graph.outputStart[job], graph.outputStart[job + 1]);
}

/** Inputs whose content is part of the record. */
function contentInputs(graph: JobGraph, job: JobId): readonly FileId[] {
  const files: FileId[] = [];
  const end = graph.inputStart[job + 1] ?? 0;
  for (let at = graph.inputStart[job] ?? 0; at < end; at += 1) {
    const edge = graph.inputEdge[at];
    if (edge === DATA_EDGE || edge === FINAL_EDGE) files.push(graph.inputFile[at] ?? 0);
  }
  return files;
}
