import type { FileRow, InputRow, JobEntry, JournalEntry } from './journal-entry.ts';
import type { Manifest } from './record-table.ts';

/** `[path, type, size, mtimeMs, digest, isYoung, members]`; a digest to come is null. */
export type FileTuple = readonly [
  path: string,
  type: 'f' | 'd',
  size: number,
  mtimeMs: number,
  digest: string | null,
  isYoung: 0 | 1,
  members?: readonly MemberTuple[],
];
type MemberTuple = readonly [name: string, size: number, mtimeMs: number, digest: string];
export type InputTuple = readonly [path: string, digest: string | null];

/** What a line of the journal may hold, as JSON. */
export type JournalLine =
  | { readonly flow: 'journal'; readonly version: number; readonly generation: number }
  /** Texts and input lists that several jobs share; they hold until the number is given anew. */
  | { readonly text: readonly [number: number, text: string] }
  | { readonly inputs: readonly [number: number, rows: readonly InputTuple[]] }
  | { readonly file: FileTuple }
  | { readonly job: JobLine }
  | {
      readonly started: {
        readonly token: string;
        readonly rule: string;
        readonly outputs: readonly string[];
        readonly moves: readonly (readonly [from: string, to: string])[];
      };
    }
  | { readonly ended: string }
  | { readonly removed: readonly string[] };

export interface JobLine {
  readonly how: JobEntry['how'];
  readonly token: string;
  readonly rule: string;
  readonly outputs: readonly FileTuple[];
  readonly leftOut?: readonly string[];
  /** The rows, or the number under which they were given. */
  readonly inputs: number | readonly InputTuple[];
  /** Numbers of texts. */
  readonly shape: number;
  readonly code: number;
  readonly env: number;
  readonly params: string;
  readonly endedAtMs: number;
  readonly durationMs: number | null;
}

export function fileTuple(row: FileRow): FileTuple {
  const tuple = [
    row.path,
    row.type === 'file' ? 'f' : 'd',
    row.size,
    row.mtimeMs,
    row.digest ?? null,
    row.isYoung ? 1 : 0,
  ] as const;
  if (row.manifest === undefined) return tuple;
  const members = row.manifest.members.map(
    ({ name, size, mtimeMs, digest }) => [name, size, mtimeMs, digest] as const,
  );
  return [...tuple, members];
}

export function fileRow(tuple: FileTuple): FileRow {
  const [path, type, size, mtimeMs, digest, isYoung, members] = tuple;
  const row = {
    path,
    type: type === 'f' ? 'file' : 'directory',
    size,
    mtimeMs,
    digest: digest ?? undefined,
    isYoung: isYoung === 1,
  } as const;
  return members === undefined ? row : { ...row, manifest: manifestOf(members) };
}

export function inputTuple({ path, digest }: InputRow): InputTuple {
  return [path, digest ?? null];
}

export function inputRow([path, digest]: InputTuple): InputRow {
  return { path, digest: digest ?? undefined };
}

/** The line of an entry that refers to nothing outside it: all but a job's. */
export function plainLine(entry: Exclude<JournalEntry, JobEntry>): JournalLine {
  switch (entry.kind) {
    case 'file':
      return { file: fileTuple(entry.file) };
    case 'started': {
      const { token, rule, outputs, moves } = entry;
      return { started: { token, rule, outputs, moves: moves.map(({ from, to }) => [from, to]) } };
    }
    case 'ended':
      return { ended: entry.token };
    case 'removed':
      return { removed: entry.paths };
  }
}

function manifestOf(members: readonly MemberTuple[]): Manifest {
  return {
    members: members.map(([name, size, mtimeMs, digest]) => ({ name, size, mtimeMs, digest })),
  };
}
