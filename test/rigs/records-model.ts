import { NO_FILE } from '../../src/core/graph/path-table.ts';
import { FILE_KIND } from '../../src/core/plan/file-facts.ts';
import type {
  FileRow,
  InputRow,
  JobEntry,
  JournalEntry,
  StartedEntry,
} from '../../src/core/records/journal-entry.ts';
import type { Manifest } from '../../src/core/records/record-table.ts';
import { LEFT_OUT, NO_DIGEST, NO_ROW } from '../../src/core/records/record-table.ts';
import type { Records } from '../../src/core/records/records.ts';

/** All that records tell of some paths, in plain words. */
export interface Told {
  readonly files: Readonly<Record<string, ToldFile | undefined>>;
  /** By output. */
  readonly jobs: Readonly<Record<string, ToldJob | undefined>>;
  readonly open: readonly string[];
  readonly attempts: readonly StartedEntry[];
}

interface ToldFile {
  readonly kind: number;
  readonly size: number;
  readonly mtimeMs: number;
  readonly digest: string | undefined;
  readonly isYoung: boolean;
  readonly manifest: Manifest | undefined;
}

interface ToldJob {
  readonly outputs: readonly InputRow[];
  readonly inputs: readonly InputRow[];
  readonly texts: readonly string[];
  readonly durationMs: number | undefined;
  readonly endedAtMs: number;
  readonly isAdopted: boolean;
}

/** Asked through the columns, as a plan asks. */
export function tellAll(records: Records, paths: readonly string[]): Told {
  const digest = (id: number): string | undefined => {
    if (id === LEFT_OUT) return 'left out';
    return id === NO_DIGEST ? undefined : records.digestText(id);
  };
  const files: Record<string, ToldFile | undefined> = {};
  const jobs: Record<string, ToldJob | undefined> = {};
  for (const path of paths) {
    const file = records.paths.find(path);
    const kind = file === NO_FILE ? FILE_KIND.absent : records.fileKind(file);
    files[path] =
      kind === FILE_KIND.absent
        ? undefined
        : {
            kind,
            size: records.fileSize(file),
            mtimeMs: records.fileMtimeMs(file),
            digest: digest(records.fileDigest(file)),
            isYoung: records.isYoung(file),
            manifest: records.manifest(file),
          };
    const row = file === NO_FILE ? NO_ROW : records.rowOf(file);
    jobs[path] = row === NO_ROW ? undefined : tellJob(records, row, digest);
  }
  const isOpen = (path: string): boolean => records.isOpen(records.paths.find(path));
  return { files, jobs, open: paths.filter(isOpen), attempts: records.openAttempts() };
}

function tellJob(
  records: Records,
  row: number,
  digest: (id: number) => string | undefined,
): ToldJob {
  return {
    outputs: upTo(records.outputCount(row)).map((index) => ({
      path: records.paths.path(records.outputAt(row, index)),
      digest: digest(records.outputDigestAt(row, index)),
    })),
    inputs: upTo(records.inputCount(row)).map((index) => ({
      path: records.paths.path(records.inputAt(row, index)),
      digest: digest(records.inputDigestAt(row, index)),
    })),
    texts: [
      records.rule(row),
      records.shape(row),
      records.code(row),
      records.params(row),
      records.env(row),
    ].map((id) => records.text(id)),
    durationMs: records.durationMs(row),
    endedAtMs: records.endedAtMs(row),
    isAdopted: records.isAdopted(row),
  };
}

function upTo(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}

/** The same, from the entries alone: slow, and as simple as can be. */
export function modelOf(entries: readonly JournalEntry[], paths: readonly string[]): Told {
  const files = new Map<string, FileRow>();
  let jobs: { readonly entry: JobEntry; readonly late: Map<string, string> }[] = [];
  let attempts: StartedEntry[] = [];
  const setFile = (row: FileRow): void => {
    const before = files.get(row.path);
    const isSame =
      before?.type === row.type && before.size === row.size && before.mtimeMs === row.mtimeMs;
    if (isSame && before.digest === undefined && row.digest !== undefined) {
      const job = jobs.find(({ entry }) => entry.outputs.some(({ path }) => path === row.path));
      if (job?.late.has(row.path) === false) job.late.set(row.path, row.digest);
    }
    files.set(row.path, row);
  };
  for (const entry of entries) {
    if (entry.kind === 'file') setFile(entry.file);
    if (entry.kind === 'started') {
      attempts = [...attempts.filter(({ token }) => token !== entry.token), entry];
    }
    if (entry.kind === 'ended') attempts = attempts.filter(({ token }) => token !== entry.token);
    if (entry.kind === 'job') {
      const outputs = new Set(outputsOf(entry));
      attempts = attempts.filter(
        (attempt) =>
          attempt.token !== entry.token && !attempt.outputs.some((path) => outputs.has(path)),
      );
      if (outputs.size === 0) continue;
      for (const row of entry.outputs) setFile(row);
      for (const path of entry.leftOut ?? []) files.delete(path);
      jobs = jobs.filter((job) => !outputsOf(job.entry).some((path) => outputs.has(path)));
      jobs.push({ entry, late: new Map() });
    }
  }
  const told = new Map(
    jobs.flatMap(({ entry, late }) =>
      outputsOf(entry).map((path) => [path, modelJob(entry, late)] as const),
    ),
  );
  const open = new Set(attempts.flatMap(({ outputs }) => outputs));
  return {
    files: Object.fromEntries(paths.map((path) => [path, modelFile(files.get(path))])),
    jobs: Object.fromEntries(paths.map((path) => [path, told.get(path)])),
    open: paths.filter((path) => open.has(path)),
    attempts,
  };
}

function outputsOf({ outputs, leftOut = [] }: JobEntry): readonly string[] {
  return [...outputs.map(({ path }) => path), ...leftOut];
}

function modelFile(row: FileRow | undefined): ToldFile | undefined {
  if (row === undefined) return undefined;
  const { type, size, mtimeMs, digest, isYoung, manifest } = row;
  return { kind: FILE_KIND[type], size, mtimeMs, digest, isYoung, manifest };
}

function modelJob(entry: JobEntry, late: ReadonlyMap<string, string>): ToldJob {
  const outputs = [
    ...entry.outputs.map(({ path, digest }) => ({ path, digest: digest ?? late.get(path) })),
    ...(entry.leftOut ?? []).map((path) => ({ path, digest: 'left out' })),
  ];
  return {
    outputs: outputs.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
    inputs: entry.inputs,
    texts: [entry.rule, entry.shape, entry.code, entry.params, entry.env],
    durationMs: entry.durationMs,
    endedAtMs: entry.endedAtMs,
    isAdopted: entry.how === 'adopted',
  };
}
