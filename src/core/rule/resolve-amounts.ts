import { badAmount, functionThrew } from '../catalogue/language-amount.ts';
import { type Diagnostic, FlowError } from '../diagnostic.ts';
import { type KnownAmount, parseAmount, VALID_AMOUNTS } from './parse-amount.ts';
import type { Amount, AmountContext, ResourceRequest } from './resources.ts';
import type { Rule } from './rule.ts';

/**
 * What one attempt asks for: functions called, units read. Throws a `FlowError` with all that is
 * not valid, or with what the author's function threw.
 */
export function resolveAmounts(rule: Rule, context: AmountContext): ResourceRequest {
  const resolver = new Resolver(rule, context);
  const { threads, resources } = rule.amounts;
  const request: ResourceRequest = {
    threads: resolver.known('threads', threads) ?? 1,
    memMib: resolver.known('mem', own(resources, 'mem')),
    diskMib: resolver.known('disk', own(resources, 'disk')),
    timeS: resolver.known('time', own(resources, 'time')),
    gpus: resolver.known('gpus', own(resources, 'gpus')) ?? 0,
    gpuMemMib: resolver.known('gpuMem', own(resources, 'gpuMem')),
    custom: Object.fromEntries(
      Object.entries(resources)
        .filter(([name]) => !isKnownAmount(name))
        .map(([name, amount]) => [name, resolver.custom(name, amount)]),
    ),
  };
  resolver.finish();
  return request;
}

/** More is earlier. Throws a `FlowError` like `resolveAmounts`. */
export function resolvePriority(rule: Rule, context: AmountContext): number {
  const resolver = new Resolver(rule, context);
  const priority = resolver.priority(rule.priority);
  resolver.finish();
  return priority;
}

/**
 * How long an attempt is thought to take, in milliseconds; undefined if the rule does not say.
 * Throws a `FlowError` like `resolveAmounts`.
 */
export function resolveExpected(rule: Rule, context: AmountContext): number | undefined {
  const { expect } = rule.amounts;
  if (expect === undefined) return undefined;
  const resolver = new Resolver(rule, context);
  const seconds = resolver.duration('expect', expect);
  resolver.finish();
  return seconds === undefined ? undefined : seconds * 1000;
}

export function isKnownAmount(name: string): name is KnownAmount {
  return Object.hasOwn(VALID_AMOUNTS, name);
}

/** An amount of the user's own: a number, or a text that names something. */
export function isCustomAmount(value: unknown): value is number | string {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}

class Resolver {
  readonly #rule: Rule;
  readonly #context: AmountContext;
  readonly #diagnostics: Diagnostic[] = [];

  constructor(rule: Rule, context: AmountContext) {
    this.#rule = rule;
    this.#context = context;
  }

  known(name: KnownAmount, amount: Amount | undefined): number | undefined {
    if (amount === undefined) return undefined;
    const value = this.#valueOf(name, amount);
    const parsed = parseAmount(name, value);
    if (parsed === undefined) this.#refuse(name, value, VALID_AMOUNTS[name]);
    return parsed;
  }

  custom(name: string, amount: Amount): number | string {
    const value = this.#valueOf(name, amount);
    if (isCustomAmount(value)) return value;
    this.#refuse(name, value, 'a number or a text');
    return 0;
  }

  duration(field: string, amount: Amount): number | undefined {
    const value = this.#valueOf(field, amount);
    const parsed = parseAmount('time', value);
    if (parsed === undefined) this.#refuse(field, value, VALID_AMOUNTS.time);
    return parsed;
  }

  priority(amount: Rule['priority']): number {
    const value = this.#valueOf('priority', amount);
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    this.#refuse('priority', value, 'a number');
    return 0;
  }

  finish(): void {
    if (this.#diagnostics.length > 0) throw new FlowError(this.#diagnostics);
  }

  #valueOf(name: string, amount: Amount): unknown {
    if (typeof amount !== 'function') return amount;
    try {
      return amount(this.#context);
    } catch (error) {
      const { name: rule, span } = this.#rule;
      const { wildcards } = this.#context;
      throw functionThrew(error, { rule, span, field: name, wildcards });
    }
  }

  #refuse(field: string, value: unknown, valid: string): void {
    const { name: rule, span } = this.#rule;
    const { wildcards } = this.#context;
    this.#diagnostics.push(badAmount({ rule, span, field, wildcards }, { value, valid }));
  }
}

function own<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
