import { badAmount, foreignResource, nearResource } from '../catalogue/language-amount.ts';
import { badNumber } from '../catalogue/language-rule.ts';
import type { Making } from './make-path.ts';
import { parseAmount, VALID_AMOUNTS } from './parse-amount.ts';
import { isCustomAmount, isKnownAmount } from './resolve-amounts.ts';
import type { Amount } from './resources.ts';

/** Names that Snakemake gives amounts, and how they are written here. */
export const FOREIGN_AMOUNTS: ReadonlyMap<string, string> = new Map([
  ['mem_mb', '`mem`, as "4 GB" or a number of MB'],
  ['mem_mib', '`mem`, as "4 GiB"'],
  ['disk_mb', '`disk`, as "4 GB" or a number of MB'],
  ['disk_mib', '`disk`, as "4 GiB"'],
  ['runtime', '`time`, as "4 h" or a number of minutes'],
  ['gpu', '`gpus`'],
  ['threads', '`threads` beside `resources`, not in it'],
  ['cpus_per_task', '`threads`, beside `resources`'],
  ['_cores', '`threads`, beside `resources`'],
]);

/** The resources that flow knows. */
export const STANDARD_RESOURCES: readonly string[] = Object.keys(VALID_AMOUNTS).filter(
  (name) => name !== 'threads',
);

/** Checks threads, resources, expected durations, priority and retries, as far as they are values. */
export function checkAmounts(making: Making): void {
  const { amounts } = making.draft;
  for (const { threads, expect, resources } of [amounts, ...(amounts.oneOf ?? [])]) {
    if (threads !== undefined) checkAmount(making, 'threads', threads);
    if (expect !== undefined) checkExpected(making, expect);
    for (const [name, amount] of Object.entries(resources)) checkResource(making, name, amount);
  }
  checkNumbers(making);
}

function checkResource(making: Making, name: string, amount: Amount): void {
  const { draft, diagnostics } = making;
  const at = { rule: draft.name, span: draft.span, field: name };
  const instead = FOREIGN_AMOUNTS.get(name);
  if (instead !== undefined) {
    diagnostics.push(foreignResource(at, instead));
    return;
  }
  checkAmount(making, name, amount);
  const warning = isKnownAmount(name) ? undefined : nearResource(at, STANDARD_RESOURCES);
  if (warning !== undefined) diagnostics.push(warning);
}

function checkAmount({ draft, diagnostics }: Making, name: string, amount: Amount): void {
  if (typeof amount === 'function') return;
  const isKnown = isKnownAmount(name);
  if (isKnown ? parseAmount(name, amount) !== undefined : isCustomAmount(amount)) return;
  const at = { rule: draft.name, span: draft.span, field: name, wildcards: {} };
  const valid = isKnown ? VALID_AMOUNTS[name] : 'a number or a text';
  diagnostics.push(badAmount(at, { value: amount, valid }));
}

function checkExpected({ draft, diagnostics }: Making, expect: Amount): void {
  if (typeof expect === 'function' || parseAmount('time', expect) !== undefined) return;
  const at = { rule: draft.name, span: draft.span, field: 'expect', wildcards: {} };
  diagnostics.push(badAmount(at, { value: expect, valid: VALID_AMOUNTS.time }));
}

function checkNumbers({ draft, diagnostics }: Making): void {
  const { name: rule, span, priority, retries } = draft;
  if (typeof priority !== 'function' && !Number.isFinite(priority)) {
    const given = { field: 'priority', value: priority, valid: 'a number; more is earlier' };
    diagnostics.push(badNumber({ rule, span }, given));
  }
  if (retries !== undefined && !(Number.isInteger(retries) && retries >= 0)) {
    const given = { field: 'retries', value: retries, valid: 'a whole number from 0' };
    diagnostics.push(badNumber({ rule, span }, given));
  }
}
