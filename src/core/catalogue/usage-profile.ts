// What can be wrong with profiles, the files that give values for flags.

import type { Diagnostic, SourceSpan } from '../diagnostic.ts';
import { didYouMean } from '../did-you-mean.ts';
import { usageError } from './usage.ts';

/** `isBeside`: one lies where the command is typed, and was not meant, since it is no path. */
export function noProfile(
  word: string,
  looked: readonly string[],
  { known, isBeside }: { readonly known: readonly string[]; readonly isBeside: boolean },
): Diagnostic {
  return {
    ...usageError({
      title: `there is no profile \`${word}\``,
      hint:
        didYouMean(word, known) ??
        (isBeside
          ? `the path of a profile has a \`/\` or an ending: \`--profile ./${word}\``
          : 'name a profile that is there, or the path of its file'),
    }),
    facts: [['looked for', looked.join(', ')]],
  };
}

export function profileNoMap(found: string, span: SourceSpan): Diagnostic {
  return inProfile(
    `the profile is ${found}`,
    'write flags and their values: `cores: 4`, a line each',
    span,
  );
}

export function profileUnknownFlag(
  name: string,
  known: readonly string[],
  span: SourceSpan,
): Diagnostic {
  return inProfile(
    `no command of flow has a flag \`--${name}\``,
    didYouMean(name, known) ??
      'the keys of a profile are the long names of flags: see `flow --help`',
    span,
  );
}

/** One that says which profile is read, or where. */
export function profileFlagNotHere(name: string, span: SourceSpan): Diagnostic {
  return inProfile(
    `\`${name}\` has no effect in a profile`,
    `give \`--${name}\` on the command line`,
    span,
  );
}

/** `wanted`: what may stand there. */
export function profileBadValue(
  name: string,
  { found, wanted }: { readonly found: string; readonly wanted: string },
  span: SourceSpan,
): Diagnostic {
  return inProfile(`\`${name}\` in the profile is ${found}`, `write ${wanted}`, span);
}

function inProfile(title: string, hint: string, span: SourceSpan): Diagnostic {
  return usageError({ title, hint, spans: [{ span, label: 'here' }] });
}
