import type { Diagnostic } from '../diagnostic.ts';
import { didYouMean } from '../did-you-mean.ts';
import { usageError } from './usage.ts';

/** `--set-threads` and its like, as they are to be written. */
const FORMS = {
  'set-threads': '`--set-threads RULE=N`',
  'set-resources': '`--set-resources RULE:NAME=VALUE`, as in `--set-resources align:mem=16GB`',
  'default-resources': '`--default-resources NAME=VALUE`, as in `--default-resources mem=2GB`',
} as const;
export type AmountFlag = keyof typeof FORMS;

/** The value of the flag has another form than it has to have. */
export function badAmountForm(flag: AmountFlag, text: string): Diagnostic {
  return usageError({
    title: `\`--${flag} ${text}\` makes no sense`,
    hint: `write ${FORMS[flag]}`,
  });
}

/** It names a rule that the workflow does not have. */
export function amountOfUnknownRule(
  flag: AmountFlag,
  text: string,
  rule: { readonly name: string; readonly known: readonly string[] },
): Diagnostic {
  return usageError({
    title: `\`--${flag} ${text}\`: the workflow has no rule \`${rule.name}\``,
    hint: didYouMean(rule.name, rule.known) ?? '`flow list` shows the rules',
  });
}

/** Its amount is none, or stands under a name that flow does not use. */
export function badGivenAmount(flag: AmountFlag, text: string, hint: string): Diagnostic {
  return usageError({ title: `\`--${flag} ${text}\` makes no sense`, hint });
}
