// What can be wrong with a file that says by which commands a batch system is talked to.

import { didYouMean } from '../did-you-mean.ts';
import type { Diagnostic, SourceSpan } from '../diagnostic.ts';
import { usageError } from './usage.ts';

export function commandsNoMap(found: string, span: SourceSpan): Diagnostic {
  return at(
    `what \`--executor-config\` names is ${found}`,
    'write the commands of the system, a line each: `submit: qsub … {script}`, `status: qstat`',
    span,
  );
}

export function commandsUnknownKey(
  key: string,
  known: readonly string[],
  span: SourceSpan,
): Diagnostic {
  const hint = didYouMean(key, known) ?? `it may have \`${known.join('`, `')}\``;
  return at(`nothing is called \`${key}\` here`, hint, span);
}

export function commandsMissingKey(key: string, example: string, span: SourceSpan): Diagnostic {
  return at(`\`${key}\` is missing`, `add it, as in \`${key}: ${example}\``, span);
}

/** `wanted`: what may stand there. */
export function commandsBadValue(
  key: string,
  { found, wanted }: { readonly found: string; readonly wanted: string },
  span: SourceSpan,
): Diagnostic {
  return at(`\`${key}\` is ${found}`, `write ${wanted}`, span);
}

export function commandsBadPattern(key: string, detail: string, span: SourceSpan): Diagnostic {
  return at(
    `\`${key}\` is no regular expression: ${detail}`,
    'write one as in JavaScript, in single quotes',
    span,
  );
}

export function commandsWithoutGroup(
  key: string,
  group: string,
  given: { readonly example: string; readonly span: SourceSpan },
): Diagnostic {
  return at(
    `\`${key}\` has no ${group}`,
    `put it around what is to be found: \`${given.example}\``,
    given.span,
  );
}

export function commandsNearMiss(
  word: string,
  near: readonly string[],
  span: SourceSpan,
): Diagnostic {
  return at(
    `\`{${word}}\` stands for nothing`,
    `did you mean ${near.map((name) => `\`{${name}}\``).join(' or ')}? Write \`{{${word}}}\` for the text itself`,
    span,
  );
}

export function commandsBadPlace(word: string, span: SourceSpan): Diagnostic {
  return at(
    `\`{${word}}\` stands where its value cannot be quoted`,
    'put it outside of backticks, `${…}`, comments and here-documents',
    span,
  );
}

function at(title: string, hint: string, span: SourceSpan): Diagnostic {
  return usageError({ title, hint, spans: [{ span, label: 'here' }] });
}
