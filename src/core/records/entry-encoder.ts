import type { Crc32 } from './checksum.ts';
import {
  type InputTuple,
  fileTuple,
  inputTuple,
  type JournalLine,
  plainLine,
} from './entry-lines.ts';
import type { JobEntry, JournalEntry } from './journal-entry.ts';

export const JOURNAL_VERSION = 1;

/** Input lists longer than this are written once and then referred to by number. */
const LONG_LIST = 8;
/** How many texts and lists are remembered; one that was forgotten is written again. */
const REMEMBERED_TEXTS = 1000;
const REMEMBERED_LISTS = 50;

/** The first line of a journal: its format, and the snapshot that it goes on from (0: none). */
export function encodeHeader(generation: number, crc32: Crc32): string {
  return checkedLine({ flow: 'journal', version: JOURNAL_VERSION, generation }, crc32);
}

/**
 * Writes entries as lines: eight hex digits of the CRC-32 of the JSON that follows, a space, the
 * JSON, a newline. What many jobs share (code, environment, long input lists) is written once, in
 * a line of its own before the first line that needs it.
 */
export class EntryEncoder {
  readonly #crc32: Crc32;
  readonly #texts = new Numbers(REMEMBERED_TEXTS);
  readonly #lists = new Numbers(REMEMBERED_LISTS);

  constructor(crc32: Crc32) {
    this.#crc32 = crc32;
  }

  encode(entries: readonly JournalEntry[]): string {
    let lines = '';
    for (const entry of entries) {
      lines += entry.kind === 'job' ? this.#jobLines(entry) : this.#line(plainLine(entry));
    }
    return lines;
  }

  /** What was encoded did not reach the file: nothing may refer to it. */
  forget(): void {
    this.#texts.forget();
    this.#lists.forget();
  }

  #jobLines(entry: JobEntry): string {
    let before = '';
    const textNumber = (text: string): number => {
      const { number, isNew } = this.#texts.of(text);
      if (isNew) before += this.#line({ text: [number, text] });
      return number;
    };
    const inputs = entry.inputs.map(inputTuple);
    const line = this.#line({
      job: {
        how: entry.how,
        token: entry.token,
        rule: entry.rule,
        outputs: entry.outputs.map(fileTuple),
        ...(entry.leftOut !== undefined && { leftOut: entry.leftOut }),
        inputs:
          inputs.length > LONG_LIST ? this.#listNumber(inputs, (text) => (before += text)) : inputs,
        shape: textNumber(entry.shape),
        code: textNumber(entry.code),
        env: textNumber(entry.env),
        params: entry.params,
        endedAtMs: entry.endedAtMs,
        durationMs: entry.durationMs ?? null,
      },
    });
    return before + line;
  }

  #listNumber(inputs: readonly InputTuple[], write: (line: string) => void): number {
    const { number, isNew } = this.#lists.of(JSON.stringify(inputs));
    if (isNew) write(this.#line({ inputs: [number, inputs] }));
    return number;
  }

  #line(line: JournalLine): string {
    return checkedLine(line, this.#crc32);
  }
}

/** Numbers for texts that were written; the oldest are forgotten. */
class Numbers {
  readonly #limit: number;
  readonly #numbers = new Map<string, number>();
  #next = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  of(text: string): { number: number; isNew: boolean } {
    const known = this.#numbers.get(text);
    if (known !== undefined) return { number: known, isNew: false };
    const number = this.#next;
    this.#next += 1;
    this.#numbers.set(text, number);
    const [oldest] = this.#numbers.keys();
    if (this.#numbers.size > this.#limit && oldest !== undefined) this.#numbers.delete(oldest);
    return { number, isNew: true };
  }

  forget(): void {
    this.#numbers.clear();
  }
}

function checkedLine(line: JournalLine, crc32: Crc32): string {
  const json = JSON.stringify(line);
  return `${checksumPrefix(crc32(json))}${json}\n`;
}

/** Eight hex digits and a blank, before the JSON of a line. */
export function checksumPrefix(checksum: number): string {
  return `${checksum.toString(16).padStart(8, '0')} `;
}

export const PREFIX_BYTES = 9;
