import { checkReference } from './check-reference.ts';
import type { CommandNames } from './command-names.ts';
import { type BracedWord, readBraces } from './read-braces.ts';
import { readReference, type Reference } from './read-reference.ts';
import type { PlaceholderFault } from './template-problem.ts';

/** A word in braces that is ours: to be replaced, refused, or told apart from one that is. */
export interface TemplateWord extends BracedWord {
  readonly reading: Reference | PlaceholderFault;
}

/** The words in braces that are ours; all others are text. */
export function readTemplate(source: string, names: CommandNames): TemplateWord[] {
  const words: TemplateWord[] = [];
  for (const word of readBraces(source)) {
    const reading = readReference(word.content, names);
    if (reading === undefined) continue;
    if (isFault(reading)) words.push({ ...word, reading });
    else words.push({ ...word, reading: checkReference(reading, names) ?? reading });
  }
  return words;
}

export function isFault(reading: Reference | PlaceholderFault): reading is PlaceholderFault {
  return 'kind' in reading;
}
