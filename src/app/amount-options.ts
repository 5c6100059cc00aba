import { badFlagValue, type GivenValue } from '../core/catalogue/usage.ts';
import { amountOfUnknownRule, badAmountForm } from '../core/catalogue/usage-amount.ts';
import { type Diagnostic, FlowError } from '../core/diagnostic.ts';
import { overrideAmounts } from '../core/rule/override-amounts.ts';
import { parseAmount, VALID_AMOUNTS } from '../core/rule/parse-amount.ts';
import { readAmount } from '../core/rule/read-amount.ts';
import type { Amount } from '../core/rule/resources.ts';
import type { Rule } from '../core/rule/rule.ts';
import type { Arguments } from './parse-arguments.ts';

/**
 * The rules with what `--set-threads`, `--set-resources` and `--default-resources` say: the first
 * two win over a rule, the last fills in what a rule does not state. Throws a `FlowError` with all
 * that makes no sense.
 */
export function withGivenAmounts(rules: readonly Rule[], args: Arguments): readonly Rule[] {
  const reader = new AmountReader(rules, args);
  const threads = reader.threads();
  const resources = reader.resources();
  const defaults = reader.defaults();
  if (reader.problems.length > 0) throw new FlowError(reader.problems);
  return overrideAmounts(rules, { threads, resources, defaults });
}

class AmountReader {
  readonly problems: Diagnostic[] = [];
  readonly #args: Arguments;
  readonly #rules: ReadonlySet<string>;
  readonly #stated: ReadonlySet<string>;

  constructor(rules: readonly Rule[], args: Arguments) {
    this.#args = args;
    this.#rules = new Set(rules.map(({ name }) => name));
    this.#stated = new Set(rules.flatMap(({ amounts }) => Object.keys(amounts.resources)));
  }

  threads(): Map<string, Amount> {
    const threads = new Map<string, Amount>();
    for (const given of this.#args.given('set-threads')) {
      const pair = this.#split(given);
      if (pair === undefined) continue;
      const [rule, value] = pair;
      if (parseAmount('threads', value) !== undefined) threads.set(rule, value);
      else this.#refuse(given, `write ${VALID_AMOUNTS.threads}`);
      this.#checkRule(given, rule);
    }
    return threads;
  }

  resources(): Map<string, Map<string, Amount>> {
    const resources = new Map<string, Map<string, Amount>>();
    for (const given of this.#args.given('set-resources')) {
      const pair = this.#split(given);
      if (pair === undefined) continue;
      const [place, value] = pair;
      const colon = place.lastIndexOf(':');
      const [rule, name] = [place.slice(0, Math.max(0, colon)), place.slice(colon + 1)];
      if (rule === '' || name === '') {
        this.problems.push(badAmountForm(given));
        continue;
      }
      const amount = this.#amount(given, [name, value]);
      if (amount !== undefined) {
        resources.set(rule, new Map(resources.get(rule)).set(name, amount));
      }
      this.#checkRule(given, rule);
    }
    return resources;
  }

  defaults(): Map<string, Amount> {
    const defaults = new Map<string, Amount>();
    for (const given of this.#args.given('default-resources')) {
      const pair = this.#split(given);
      if (pair === undefined) continue;
      const [name, value] = pair;
      const amount = this.#amount(given, [name, value]);
      if (amount !== undefined) defaults.set(name, amount);
    }
    return defaults;
  }

  /** Around the first `=`; nothing if one side is missing. */
  #split(given: GivenValue): readonly [place: string, value: string] | undefined {
    const [, place, value] = /^([^=]+)=(.+)$/su.exec(given.text) ?? [];
    if (place !== undefined && value !== undefined) return [place.trim(), value.trim()];
    this.problems.push(badAmountForm(given));
    return undefined;
  }

  #amount(given: GivenValue, [name, value]: readonly [string, string]): Amount | undefined {
    const read = readAmount(name, value, (it) => this.#stated.has(it));
    if (read.kind === 'amount') return read.amount;
    this.#refuse(given, read.hint);
    return undefined;
  }

  #refuse(given: GivenValue, hint: string): void {
    this.problems.push(badFlagValue(given, hint));
  }

  #checkRule(given: GivenValue, name: string): void {
    if (this.#rules.has(name)) return;
    this.problems.push(amountOfUnknownRule(given, name, this.#rules));
  }
}
