import { badEnding } from '../../core/catalogue/language-helper.ts';
import { isEnding, withEndings } from '../values/multiext.ts';
import { filledValue, refuseValue, type RuleValues } from './filled-value.ts';
import type { YamlMap } from './yaml-tree.ts';

/** `{ multiext: calls/a, ext: [.vcf, .idx] }` */
export function isMultiext({ entries }: YamlMap): boolean {
  return entries.size === 2 && entries.has('multiext') && entries.has('ext');
}

/** Paths in a list or under names, as the endings are; undefined if something is wrong. */
export function multiextValue(values: RuleValues, { entries }: YamlMap): unknown {
  const path = entries.get('multiext');
  const endings = entries.get('ext');
  if (path === undefined || endings === undefined) return undefined;
  const text = filledValue(values, path.value);
  const given = filledValue(values, endings.value);
  if (text === undefined || given === undefined) return undefined;
  if (typeof text !== 'string') {
    refuseValue(values, { key: 'multiext', span: path.keySpan }, { value: text, wanted: 'a path' });
    return undefined;
  }
  if (typeof given !== 'object' || given === null) {
    const wanted = 'endings: `[.vcf, .idx]`, or `{ calls: .vcf, index: .idx }`';
    refuseValue(values, { key: 'ext', span: endings.keySpan }, { value: given, wanted });
    return undefined;
  }
  const wrong = Object.entries(given).filter(([, ending]) => !isEnding(ending));
  for (const [place, ending] of wrong) {
    values.problems.push(badEnding(ending, place, endings.keySpan));
  }
  return wrong.length === 0 ? withEndings(text, given) : undefined;
}
