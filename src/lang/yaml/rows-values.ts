import { badPattern } from '../../core/catalogue/language-pattern.ts';
import { discoverRows, type WildcardRows } from '../../core/pattern/discover.ts';
import { PatternError } from '../../core/pattern/pattern-error.ts';
import { foldersInReach } from '../folders-in-reach.ts';
import { filledValue, refuseValue, type RuleValues } from './filled-value.ts';
import type { YamlEntry } from './yaml-tree.ts';

/** What `from` gives `expand`: values of wildcards that go together. Undefined if it is wrong. */
export function rowsValue(values: RuleValues, from: YamlEntry): WildcardRows | undefined {
  const { value: node, keySpan } = from;
  const [only, more] = node.kind === 'map' ? node.entries : [];
  if (only === undefined || more !== undefined || only[0] !== 'discover') {
    const given = { value: filledValue(values, node), wanted: '`{ discover: "raw/{well}.tif" }`' };
    refuseValue(values, { key: 'from', span: keySpan }, given);
    return undefined;
  }
  const [key, { value: inner, keySpan: span }] = only;
  const pattern = filledValue(values, inner);
  if (typeof pattern !== 'string') {
    if (pattern !== undefined) {
      refuseValue(values, { key, span }, { value: pattern, wanted: 'one path with wildcards' });
    }
    return undefined;
  }
  try {
    return discoverRows(pattern, foldersInReach('discover').list);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    const what = `\`discover\` of rule \`${values.rule}\``;
    values.problems.push(badPattern(error, { what, span: inner.span }));
    return undefined;
  }
}
