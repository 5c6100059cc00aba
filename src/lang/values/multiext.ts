import { badEnding } from '../../core/catalogue/language-helper.ts';
import { FlowError } from '../../core/diagnostic.ts';
import { isRecord } from '../../core/config/deep-merge.ts';
import { spanOfCall } from '../call-place.ts';

type Endings<Path extends string, Given> = {
  readonly [Key in keyof Given]: `${Path}${Given[Key] & string}`;
};

/**
 * Paths that differ only in how they end: `multiext('calls/{sample}', '.vcf', '.vcf.idx')` is
 * `['calls/{sample}.vcf', 'calls/{sample}.vcf.idx']`. Endings under names give paths under names.
 */
export function multiext<const Path extends string, const Given extends readonly string[]>(
  path: Path,
  ...endings: Given
): Endings<Path, Given>;
export function multiext<
  const Path extends string,
  const Given extends { readonly [name: string]: string },
>(path: Path, endings: Given): Endings<Path, Given>;
export function multiext(path: string, ...given: readonly unknown[]): unknown {
  const [first] = given;
  const endings = isRecord(first) ? first : given;
  for (const [place, ending] of Object.entries(endings)) {
    if (isEnding(ending)) continue;
    throw new FlowError(badEnding(ending, place, spanOfCall(multiext)));
  }
  return withEndings(path, endings);
}

/** What `multiext` does, for either face: a list of paths for a list, a record for a record. */
export function withEndings(path: string, endings: object): unknown {
  if (Array.isArray(endings)) return endings.map((ending) => path + String(ending));
  return Object.fromEntries(
    Object.entries(endings).map(([name, ending]) => [name, path + String(ending)]),
  );
}

/** One that began a folder would make files that do not stand together. */
export function isEnding(ending: unknown): ending is string {
  return typeof ending === 'string' && ending !== '' && !ending.includes('/');
}
