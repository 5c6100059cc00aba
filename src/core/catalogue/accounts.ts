// Accounts of a cluster in the config, and GPU slots that are not there.

import type { Account, GpuLimit } from '../accounts/account.ts';
import type { Diagnostic, LabelledSpan, SourceSpan } from '../diagnostic.ts';
import { didYouMean } from '../did-you-mean.ts';

/** `place`: a key with those around it, `slurm.accounts.0.gpuSlots`. */
export function badAccountValue(
  place: string,
  { found, wanted }: { readonly found: unknown; readonly wanted: string },
  span: SourceSpan | undefined,
): Diagnostic {
  return {
    code: 'bad-account',
    kind: 'usage',
    severity: 'error',
    title: found === undefined ? `\`${place}\` is missing` : `\`${place}\` is ${valueText(found)}`,
    spans: spansOf(span),
    facts: [],
    hint: `write ${wanted}`,
  };
}

export function unknownAccountKey(
  place: string,
  known: readonly string[],
  span: SourceSpan | undefined,
): Diagnostic {
  const key = place.slice(place.lastIndexOf('.') + 1);
  return {
    code: 'bad-account',
    kind: 'usage',
    severity: 'error',
    title: `there is no key \`${place}\``,
    spans: spansOf(span),
    facts: [],
    hint:
      didYouMean(key, known) ?? `the keys here are ${known.map((it) => `\`${it}\``).join(', ')}`,
  };
}

/** Jobs of `rules` need GPUs, and nothing says whose. */
export function noAccounts(rules: readonly NamedRule[]): Diagnostic {
  return {
    code: 'no-gpu-slots',
    kind: 'usage',
    severity: 'error',
    title: `${namesOf(rules)} need${rules.length === 1 ? 's' : ''} GPUs, and the config names no account that has GPU slots`,
    spans: rulesAt(rules),
    facts: [],
    hint: 'name them in a config file: `slurm: { accounts: [{ name: lab, gpuSlots: auto }] }`; or name one for all, with all that it has: `--default-resources slurm_account=lab`',
  };
}

/** There are accounts, and none of them has a GPU slot, by what the config says. */
export function noSlots(rules: readonly NamedRule[], accounts: readonly Account[]): Diagnostic {
  return {
    code: 'no-gpu-slots',
    kind: 'usage',
    severity: 'error',
    title: `${namesOf(rules)} need${rules.length === 1 ? 's' : ''} GPUs, and no account has a GPU slot`,
    spans: rulesAt(rules),
    facts: accounts.map(({ name, gpuSlots }) => [name, `gpuSlots: ${gpuSlots}`]),
    hint: 'set `gpuSlots` of an account to a number or to `auto`',
  };
}

/** All slots that there are are held or waited for by others. */
export function slotsTaken(
  rules: readonly NamedRule[],
  accounts: readonly { readonly name: string; readonly limits: readonly GpuLimit[] }[],
): Diagnostic {
  return {
    code: 'gpu-slots-taken',
    kind: 'environment',
    severity: 'error',
    title: `${namesOf(rules)} need${rules.length === 1 ? 's' : ''} GPUs, and all GPU slots of the accounts are taken`,
    spans: rulesAt(rules),
    facts: accounts.map(({ name, limits }) => [name, limits.map(limitText).join('; ') || 'none']),
    hint: 'try again when others are done, add an account, or say how many jobs may queue there all the same: `gpuSlots: 2`',
  };
}

/** `gpuSlots: auto` of an account that nothing limits. */
export function endlessSlots({ name, span }: Account): Diagnostic {
  return {
    code: 'endless-gpu-slots',
    kind: 'usage',
    severity: 'error',
    title: `nothing limits the GPUs of the account \`${name}\`, so that \`gpuSlots: auto\` says nothing`,
    spans: spansOf(span),
    facts: [],
    hint: 'say how many GPU jobs may be in flight there: `gpuSlots: 4`',
  };
}

/** SLURM has no such account, or does not show it to this user. */
export function unknownAccount({ name, span }: Account): Diagnostic {
  return {
    code: 'unknown-account',
    kind: 'usage',
    severity: 'error',
    title: `SLURM shows no account \`${name}\``,
    spans: spansOf(span),
    facts: [],
    hint: 'see yours with `sacctmgr show assoc user=$USER format=account`; where accounts are hidden, write a number for `gpuSlots`',
  };
}

/** `command` is what was asked for the GPUs of accounts; `detail`: what came of it. */
export function slotsNotTold(command: string, detail: string): Diagnostic {
  return {
    code: 'gpu-slots-not-told',
    kind: 'environment',
    severity: 'error',
    title: 'SLURM does not say how many GPUs the accounts may use',
    spans: [],
    facts: [
      ['asked', command],
      ['answer', detail],
    ],
    hint: 'see whether the command works, or write numbers for `gpuSlots` in the place of `auto`',
  };
}

interface NamedRule {
  readonly name: string;
  readonly span: SourceSpan;
}

function namesOf(rules: readonly NamedRule[]): string {
  return rules.map(({ name }) => `\`${name}\``).join(', ');
}

function rulesAt(rules: readonly NamedRule[]): readonly LabelledSpan[] {
  return rules.map(({ span }) => ({ span, label: 'this rule' }));
}

function spansOf(span: SourceSpan | undefined): readonly LabelledSpan[] {
  return span === undefined ? [] : [{ span, label: 'here' }];
}

function limitText({ by, limit, held, waiting }: GpuLimit): string {
  return `${limit} for ${by}, ${held} held, ${waiting} waited for`;
}

function valueText(value: unknown): string {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'a record';
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}
