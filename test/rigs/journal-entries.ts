import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type {
  FileRow,
  InputRow,
  JobEntry,
  JournalEntry,
  StartedEntry,
} from '../../src/core/records/journal-entry.ts';

/** The paths that made-up entries speak of: few, so that entries meet. */
export const PATHS: string[] = ['a', 'b', 'c', 'd/e', 'd/é', 'f g', 'h"\n', 'i\\{x}'];
const TOKENS = ['t1', 't2', 't3', 't4'];

export function digestOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Row of a file of this content, for tests that do not care about the rest. */
export function fileRow(path: string, changes: Partial<FileRow> = {}): FileRow {
  return {
    path,
    type: 'file',
    size: 3,
    mtimeMs: 1_000.25,
    digest: digestOf(path),
    isYoung: false,
    ...changes,
  };
}

/** A job that made these outputs from these inputs. */
export function jobEntry(
  outputs: readonly string[],
  inputs: readonly string[],
  changes: Partial<JobEntry> = {},
): JobEntry {
  return {
    kind: 'job',
    how: 'ran',
    token: `token-${outputs[0] ?? ''}`,
    rule: 'rule',
    outputs: outputs.map((path) => fileRow(path)),
    inputs: inputs.map((path) => ({ path, digest: digestOf(path) })),
    shape: '[[null,false,1]]',
    code: 'cp {input} {output}',
    params: '{}',
    env: '',
    endedAtMs: 2_000,
    durationMs: 12.5,
    ...changes,
  };
}

export function startedEntry(
  token: string,
  outputs: readonly string[],
  changes: Partial<StartedEntry> = {},
): StartedEntry {
  return { kind: 'started', token, rule: 'rule', outputs, moves: [], ...changes };
}

/** Made-up histories. */
export function entries(): fc.Arbitrary<JournalEntry[]> {
  return fc.array(entry(), { maxLength: 12 });
}

function entry(): fc.Arbitrary<JournalEntry> {
  return fc.oneof(
    fileRows().map((file): JournalEntry => ({ kind: 'file', file })),
    jobs(),
    started(),
    someToken().map((it): JournalEntry => ({ kind: 'ended', token: it })),
    somePaths().map((paths): JournalEntry => ({ kind: 'removed', paths })),
  );
}

function jobs(): fc.Arbitrary<JobEntry> {
  return fc.tuple(madeJobs(), somePaths()).map(([job, paths]) => {
    const made = new Set(job.outputs.map(({ path }) => path));
    const leftOut = paths.filter((path) => !made.has(path));
    return leftOut.length === 0 ? job : { ...job, leftOut };
  });
}

function madeJobs(): fc.Arbitrary<JobEntry> {
  return fc.record({
    kind: fc.constant('job' as const),
    how: fc.constantFrom('ran' as const, 'adopted' as const),
    token: someToken(),
    rule: text(),
    outputs: outputRows(),
    inputs: fc.oneof(inputRows(8), inputRows(20)),
    shape: text(),
    code: text(),
    params: text(),
    env: text(),
    endedAtMs: time(),
    durationMs: fc.option(time(), { nil: undefined }),
  });
}

function started(): fc.Arbitrary<StartedEntry> {
  return fc.record({
    kind: fc.constant('started' as const),
    token: someToken(),
    rule: text(),
    outputs: somePaths(),
    moves: somePaths().map((paths) => paths.map((from) => ({ from, to: `${from}~` }))),
  });
}

function outputRows(): fc.Arbitrary<FileRow[]> {
  return fc.uniqueArray(fileRows(), { selector: ({ path }) => path, maxLength: 4 });
}

function fileRows(): fc.Arbitrary<FileRow> {
  const common = {
    path: fc.constantFrom(...PATHS),
    size: fc.nat(5),
    mtimeMs: time(),
    digest: digest(),
    isYoung: fc.boolean(),
  };
  return fc.oneof(
    fc.record({ ...common, type: fc.constant('file' as const) }),
    fc.record({
      ...common,
      type: fc.constant('directory' as const),
      manifest: fc.record({ members: members() }),
    }),
  );
}

function members(): fc.Arbitrary<
  { name: string; size: number; mtimeMs: number; digest: string }[]
> {
  const member = fc.record({
    name: fc.constantFrom(...PATHS),
    size: fc.nat(),
    mtimeMs: time(),
    digest: fc.nat(5).map((content) => digestOf(`${content}`)),
  });
  return fc.uniqueArray(member, { selector: ({ name }) => name, maxLength: 4 });
}

function inputRows(maxLength: number): fc.Arbitrary<InputRow[]> {
  return fc.array(fc.record({ path: fc.constantFrom(...PATHS), digest: digest() }), { maxLength });
}

function digest(): fc.Arbitrary<string | undefined> {
  return fc.option(
    fc.nat(5).map((content) => digestOf(`${content}`)),
    { nil: undefined },
  );
}

function somePaths(): fc.Arbitrary<string[]> {
  return fc.subarray(PATHS);
}

function someToken(): fc.Arbitrary<string> {
  return fc.constantFrom(...TOKENS);
}

/** Few, and with what JSON and UTF-8 have to treat with care. */
function text(): fc.Arbitrary<string> {
  return fc.oneof(fc.constantFrom('', 'x', 'é\n"', '\u{1f40b}'), fc.string({ unit: 'binary' }));
}

/** As file times are: quarters of a microsecond, and not small. */
function time(): fc.Arbitrary<number> {
  return fc.oneof(
    fc.nat(3),
    fc.integer({ min: 0, max: 2 ** 52 }).map((ticks) => ticks / 4096),
  );
}
