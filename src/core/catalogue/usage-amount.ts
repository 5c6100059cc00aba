import type { Diagnostic } from '../diagnostic.ts';
import { didYouMean } from '../did-you-mean.ts';
import { badFlagValue, type GivenValue, usageError } from './usage.ts';

/** `--set-threads` and its like, as they are to be written. */
const FORMS: Readonly<Record<string, string>> = {
  'set-threads': '`--set-threads RULE=N`',
  'set-resources': '`--set-resources RULE:NAME=VALUE`, as in `--set-resources align:mem=16GB`',
  'default-resources': '`--default-resources NAME=VALUE`, as in `--default-resources mem=2GB`',
};

/** The value of the flag has another form than it has to have. */
export function badAmountForm(given: GivenValue): Diagnostic {
  return badFlagValue(given, `write ${FORMS[given.flag] ?? 'it in another way'}`);
}

/** It names a rule that the workflow does not have. */
export function amountOfUnknownRule(
  { flag, text, spans }: GivenValue,
  rule: string,
  known: Iterable<string>,
): Diagnostic {
  return usageError({
    title: `\`--${flag} ${text}\`: the workflow has no rule \`${rule}\``,
    hint: didYouMean(rule, known) ?? '`flow list` shows the rules',
    spans,
  });
}
