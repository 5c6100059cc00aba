import { badGrid } from '../../core/catalogue/language-helper.ts';
import { type GridRows, gridRows } from '../../core/pattern/grid-rows.ts';
import type { Wildcards } from '../../core/pattern/path-pattern.ts';
import { rowOfWildcards } from '../row-of-wildcards.ts';
import { filledValue, type RuleValues } from './filled-value.ts';
import type { YamlEntry } from './yaml-tree.ts';

/** A space of parameters; undefined if it is none. */
export function gridValue(values: RuleValues, { value, keySpan }: YamlEntry): GridRows | undefined {
  const given = filledValue(values, value);
  if (given === undefined) return undefined;
  const space = gridRows(given);
  if (!('fault' in space)) return space;
  values.problems.push(badGrid(space.fault, keySpan));
  return undefined;
}

/** As a param: the point of a job, as a function of its wildcards. */
export function gridParam(
  values: RuleValues,
  entry: YamlEntry,
): ((wildcards: Wildcards) => unknown) | undefined {
  const space = gridValue(values, entry);
  if (space === undefined) return undefined;
  for (const name of space.names) {
    values.globs.push({ pattern: `{${name}}`, span: entry.keySpan, what: 'a grid' });
  }
  return (wildcards) => rowOfWildcards(space, wildcards);
}
