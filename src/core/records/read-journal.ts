import { journalLineDamaged, recordsAreNewer, recordsDamaged } from '../catalogue/environment.ts';
import { assert, FlowError, unreachable } from '../diagnostic.ts';
import type { Crc32 } from './checksum.ts';
import { checksumPrefix, JOURNAL_VERSION, PREFIX_BYTES } from './entry-encoder.ts';
import {
  fileRow,
  type InputTuple,
  inputRow,
  type JobLine,
  type JournalLine,
} from './entry-lines.ts';
import type { InputRow, JournalEntry } from './journal-entry.ts';

export interface JournalSource {
  readonly bytes: Uint8Array;
  /** Its path, for messages. */
  readonly file: string;
  readonly crc32: Crc32;
}

export interface JournalEnd {
  readonly entryCount: number;
  /** Bytes of whole lines. What comes after them was never acknowledged, and is to be cut off. */
  readonly goodLength: number;
}

/** The snapshot that the journal goes on from; 0: none. */
export function journalGeneration(source: JournalSource): number {
  const line = lineAt(source, 0);
  if (line === undefined || !('flow' in line.content)) {
    throw new FlowError(recordsDamaged(source.file, 'it does not begin as a journal does'));
  }
  const { version, generation } = line.content;
  if (version > JOURNAL_VERSION) {
    throw new FlowError(recordsAreNewer(source.file, version, JOURNAL_VERSION));
  }
  return generation;
}

/**
 * Hands out all entries in order. A bad end (a line that is not whole, or whose checksum does not
 * match, and no good line after it) is what a death while writing leaves: it is left out. A bad
 * line with good ones after it is damage: then it throws `FlowError`, and what it handed out is
 * not to be used.
 */
export function readJournal(
  source: JournalSource,
  apply: (entry: JournalEntry) => void,
): JournalEnd {
  journalGeneration(source);
  const decoder = new EntryDecoder();
  let at = 0;
  let lineCount = 0;
  let entryCount = 0;
  for (;;) {
    const line = lineAt(source, at);
    if (line === undefined) break;
    lineCount += 1;
    const entry = decoder.decode(line.content);
    if (entry !== undefined) {
      apply(entry);
      entryCount += 1;
    }
    at = line.end;
  }
  if (hasGoodLineAfter(source, at)) {
    throw new FlowError(journalLineDamaged(source.file, lineCount + 1));
  }
  return { entryCount, goodLength: at };
}

interface CheckedLine {
  readonly content: JournalLine;
  /** Where the next one begins. */
  readonly end: number;
}

const NEWLINE = 10;
const BLANK = 32;
const BRACE = 123;
const utf8 = new TextDecoder();

/** Undefined: no whole line begins here, or its checksum does not match. */
function lineAt({ bytes, crc32 }: JournalSource, at: number): CheckedLine | undefined {
  const newline = bytes.indexOf(NEWLINE, at);
  if (newline < at + PREFIX_BYTES) return undefined;
  const json = bytes.subarray(at + PREFIX_BYTES, newline);
  const prefix = checksumPrefix(crc32(json));
  for (let index = 0; index < PREFIX_BYTES; index++) {
    if (bytes[at + index] !== prefix.charCodeAt(index)) return undefined;
  }
  // The checksum vouches that it is a line that `EntryEncoder` wrote.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return { content: JSON.parse(utf8.decode(json)) as JournalLine, end: newline + 1 };
}

/** Wherever it begins: what is damaged may be a newline. */
function hasGoodLineAfter(source: JournalSource, at: number): boolean {
  const { bytes } = source;
  let brace = bytes.indexOf(BRACE, at + 1 + PREFIX_BYTES);
  while (brace >= 0) {
    if (bytes[brace - 1] === BLANK && lineAt(source, brace - PREFIX_BYTES) !== undefined)
      return true;
    brace = bytes.indexOf(BRACE, brace + 1);
  }
  return false;
}

/** Turns lines into entries, and keeps what later lines refer to. */
class EntryDecoder {
  readonly #texts = new Map<number, string>();
  readonly #lists = new Map<number, readonly InputRow[]>();

  /** Undefined: the line holds something that entries refer to, or is the header. */
  decode(line: JournalLine): JournalEntry | undefined {
    if ('job' in line) return this.#job(line.job);
    if ('file' in line) return { kind: 'file', file: fileRow(line.file) };
    if ('started' in line) {
      const { token, rule, outputs, moves } = line.started;
      return {
        kind: 'started',
        token,
        rule,
        outputs,
        moves: moves.map(([from, to]) => ({ from, to })),
      };
    }
    if ('ended' in line) return { kind: 'ended', token: line.ended };
    if ('removed' in line) return { kind: 'removed', paths: line.removed };
    if ('text' in line) this.#texts.set(...line.text);
    else if ('inputs' in line) this.#lists.set(line.inputs[0], line.inputs[1].map(inputRow));
    else if (!('flow' in line)) unreachable(line, 'journal line');
    return undefined;
  }

  #job(line: JobLine): JournalEntry {
    return {
      kind: 'job',
      how: line.how,
      token: line.token,
      rule: line.rule,
      outputs: line.outputs.map(fileRow),
      ...(line.leftOut !== undefined && { leftOut: line.leftOut }),
      inputs: this.#inputs(line.inputs),
      shape: this.#text(line.shape),
      code: this.#text(line.code),
      params: line.params,
      env: this.#text(line.env),
      endedAtMs: line.endedAtMs,
      durationMs: line.durationMs ?? undefined,
    };
  }

  #inputs(inputs: number | readonly InputTuple[]): readonly InputRow[] {
    if (typeof inputs !== 'number') return inputs.map(inputRow);
    const list = this.#lists.get(inputs);
    assert(list !== undefined, `journal: no input list ${inputs}`);
    return list;
  }

  #text(number: number): string {
    const text = this.#texts.get(number);
    assert(text !== undefined, `journal: no text ${number}`);
    return text;
  }
}
