import type { RecordTable, TextId } from '../records/record-table.ts';

const NO_TEXT = -1;

/**
 * A text of today, compared with recorded ones. The last that was equal and the last that was not
 * are remembered by number: a rule's jobs nearly always have the same text in their records.
 */
export class KnownText {
  readonly text: string;
  readonly #records: RecordTable;
  #equal: TextId = NO_TEXT;
  #other: TextId = NO_TEXT;

  constructor(text: string, records: RecordTable) {
    this.text = text;
    this.#records = records;
  }

  isAt(id: TextId): boolean {
    if (id === this.#equal) return true;
    if (id === this.#other) return false;
    const isEqual = this.#records.text(id) === this.text;
    if (isEqual) this.#equal = id;
    else this.#other = id;
    return isEqual;
  }
}

/** Known texts by a small number, such as that of a rule; each is asked for once. */
export class KnownTexts {
  readonly #make: (index: number) => KnownText;
  readonly #texts: (KnownText | undefined)[] = [];

  constructor(make: (index: number) => KnownText) {
    this.#make = make;
  }

  at(index: number): KnownText {
    const known = this.#texts[index];
    if (known !== undefined) return known;
    const made = this.#make(index);
    this.#texts[index] = made;
    return made;
  }
}
