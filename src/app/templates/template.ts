/** What `flow init` writes. */
export interface Template {
  readonly name: string;
  /** Files by path within the folder. */
  readonly files: Readonly<Record<string, string>>;
  /** What to type there, to see what would be done. */
  readonly tryWith: string;
}

/** Texts to count words in: enough for a first run. */
export const SAMPLE_TEXTS: Template['files'] = {
  'texts/a.txt': 'one two three\n',
  'texts/b.txt': 'four five\n',
};
