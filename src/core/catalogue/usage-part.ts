// What can be wrong with flags that name jobs of the graph, or wildcards of them.

import type { Diagnostic } from '../diagnostic.ts';
import { didYouMean } from '../did-you-mean.ts';
import { badFlagValue, type GivenValue, usageError } from './usage.ts';

/** `typed` as in `-R mkae`. `known`: rules that have jobs in the graph, and what these make. */
export function unknownJobName(
  typed: string,
  { text, spans }: GivenValue,
  known: Iterable<string>,
): Diagnostic {
  return usageError({
    title: `\`${typed}\`: the targets need no job of such a rule, and no such file`,
    hint:
      didYouMean(text, known) ??
      'name a rule or a file that these targets need, or make it a target too',
    spans,
  });
}

export function badOnlyForm(given: GivenValue): Diagnostic {
  return badFlagValue(
    given,
    'write a wildcard and its values: `--only cycle=1-3`, `--only t=::10`, `--only well=A1,B2`',
  );
}

export function onlyUnknownWildcard(
  { text, spans }: GivenValue,
  name: string,
  known: readonly string[],
): Diagnostic {
  const there = known.map((each) => `\`${each}\``).join(', ');
  return usageError({
    title: `\`--only ${text}\`: no job that the targets need has a wildcard \`${name}\``,
    hint: didYouMean(name, known) ?? (there === '' ? 'leave it away' : `there is ${there}`),
    spans,
  });
}

const VALUES_NAMED = 12;

/** `piece`: what of it selects no value. */
export function onlyNothing(
  { text, spans }: GivenValue,
  { name, piece }: { readonly name: string; readonly piece: string },
  values: readonly string[],
): Diagnostic {
  const rest = values.length - VALUES_NAMED;
  const named = values.slice(0, VALUES_NAMED).map((value) => `\`${value}\``);
  const there = `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  return usageError({
    title: `\`--only ${text}\`: \`${piece}\` is none of the values of \`${name}\` in these jobs`,
    hint: didYouMean(piece, values) ?? `there is ${there}`,
    spans,
  });
}
