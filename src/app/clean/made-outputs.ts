import { nothingMadeSo } from '../../core/catalogue/clean.ts';
import { FlowError } from '../../core/diagnostic.ts';
import { didYouMean } from '../../core/did-you-mean.ts';
import type { FileId } from '../../core/graph/path-table.ts';
import { normalisePath } from '../../core/pattern/normalise-path.ts';
import type { FileFacts } from '../../core/plan/file-facts.ts';
import { NO_DIGEST, NO_ROW, type RecordRow } from '../../core/records/record-table.ts';
import type { Records } from '../../core/records/records.ts';
import { localWord } from '../local-word.ts';

/** An output that flow made, as its record has it; adopted ones were made by others. */
export interface MadeOutput {
  readonly file: FileId;
  readonly path: string;
  readonly rule: string;
  /** sha256 in hex; undefined: not known yet. */
  readonly digest: string | undefined;
}

/** All outputs that records know, whether they are still there or not. */
export function madeOutputs(records: Records): MadeOutput[] {
  const all: MadeOutput[] = [];
  for (let file = 0; file < records.paths.size; file++) {
    const row = records.rowOf(file);
    if (row === NO_ROW || records.isAdopted(row)) continue;
    const digest = digestOf(records, row, file);
    all.push({
      file,
      path: records.paths.path(file),
      rule: records.text(records.rule(row)),
      digest: digest === NO_DIGEST ? undefined : records.digestText(digest),
    });
  }
  return all;
}

/** Those that the words name: rules, outputs, or folders of outputs. Throws a usage error. */
export function selectOutputs(all: readonly MadeOutput[], words: readonly string[]): MadeOutput[] {
  const chosen = new Set<MadeOutput>();
  for (const word of words) {
    const paths = [word, localWord(word)].map(normalisePath);
    const found = all.filter(
      (it) =>
        it.rule === word ||
        paths.some((path) => it.path === path || it.path.startsWith(`${path}/`)),
    );
    if (found.length === 0) throw new FlowError(unknown(word, all));
    for (const output of found) chosen.add(output);
  }
  return [...chosen];
}

/**
 * Was its content changed since it was made? A directory that lost members is not: what is gone
 * cannot be lost.
 */
export function isEditedByHand(
  { file, digest }: MadeOutput,
  { records, facts }: { readonly records: Records; readonly facts: FileFacts },
): boolean {
  if (digest === undefined || facts.isTorn[file] === 1) return false;
  const found = facts.digest[file] ?? NO_DIGEST;
  return found === NO_DIGEST || records.digestText(found) !== digest;
}

function digestOf(records: Records, row: RecordRow, file: FileId): number {
  for (let index = 0; index < records.outputCount(row); index++) {
    if (records.outputAt(row, index) === file) return records.outputDigestAt(row, index);
  }
  return NO_DIGEST;
}

function unknown(word: string, all: readonly MadeOutput[]): ReturnType<typeof nothingMadeSo> {
  const names = new Set(all.flatMap(({ rule, path }) => [rule, path]));
  return nothingMadeSo(word, didYouMean(word, names));
}
