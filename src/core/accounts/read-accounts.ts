import { badAccountValue, unknownAccountKey } from '../catalogue/accounts.ts';
import type { ConfigPath } from '../config/config-at.ts';
import { isRecord } from '../config/deep-merge.ts';
import { type Diagnostic, FlowError, type SourceSpan } from '../diagnostic.ts';
import type { Account } from './account.ts';

/** What the config has under `slurm`. */
export interface GivenAccounts {
  readonly value: unknown;
  /** Where a key below it is written; undefined for the command line. */
  readonly locate: (path: ConfigPath) => SourceSpan | undefined;
}

/** The key of the config; paths in messages begin with it. */
export const SLURM_KEY = 'slurm';

const KEYS = ['name', 'gpuSlots', 'cpuSlots', 'partition', 'qos'];

/** The accounts, in order. Throws a `FlowError` with all that makes no sense. */
export function readAccounts(given: GivenAccounts): readonly Account[] {
  const reader = new AccountReader(given);
  const accounts = reader.accounts();
  if (reader.problems.length > 0) throw new FlowError(reader.problems);
  return accounts;
}

class AccountReader {
  readonly problems: Diagnostic[] = [];
  readonly #given: GivenAccounts;

  constructor(given: GivenAccounts) {
    this.#given = given;
  }

  accounts(): readonly Account[] {
    const { value } = this.#given;
    if (!isRecord(value)) {
      this.#refuse([], value, '`accounts: [{ name: lab, gpuSlots: 2 }]`');
      return [];
    }
    this.#checkKeys([], value, ['accounts']);
    const { accounts } = value;
    if (!Array.isArray(accounts) || accounts.length === 0) {
      this.#refuse(['accounts'], accounts, 'a list of accounts: `[{ name: lab, gpuSlots: 2 }]`');
      return [];
    }
    const seen = new Set<string>();
    return accounts.flatMap((item: unknown, index) => {
      const account = this.#account(['accounts', index], item);
      if (account === undefined) return [];
      if (seen.has(account.name)) {
        this.#refuse(['accounts', index, 'name'], account.name, 'each account once');
      }
      seen.add(account.name);
      return [account];
    });
  }

  #account(path: ConfigPath, item: unknown): Account | undefined {
    if (!isRecord(item)) {
      this.#refuse(path, item, 'a record: `{ name: lab, gpuSlots: 2 }`');
      return undefined;
    }
    this.#checkKeys(path, item, KEYS);
    const { name, gpuSlots = 'auto', cpuSlots, partition, qos } = item;
    if (!isWord(name)) this.#refuse([...path, 'name'], name, 'the name of an account');
    const isSlots = gpuSlots === 'auto' || isCount(gpuSlots, 0);
    if (!isSlots) this.#refuse([...path, 'gpuSlots'], gpuSlots, 'a whole number or `auto`');
    if (cpuSlots !== undefined && !isCount(cpuSlots, 1)) {
      this.#refuse([...path, 'cpuSlots'], cpuSlots, 'a whole number from 1 on, or leave it away');
    }
    return {
      name: isWord(name) ? name : '',
      gpuSlots: isSlots ? gpuSlots : 0,
      cpuSlots: isCount(cpuSlots, 1) ? cpuSlots : undefined,
      partition: this.#partition([...path, 'partition'], partition),
      qos: this.#word([...path, 'qos'], qos, 'the name of a QOS'),
      span: this.#given.locate(path),
    };
  }

  /** One for both, or one each. */
  #partition(path: ConfigPath, given: unknown): Account['partition'] {
    const wanted = 'a name, or one for each: `{ gpu: NAME, cpu: NAME }`';
    if (!isRecord(given)) {
      const both = this.#word(path, given, wanted);
      return { gpu: both, cpu: both };
    }
    this.#checkKeys(path, given, ['gpu', 'cpu']);
    return {
      gpu: this.#word([...path, 'gpu'], given['gpu'], 'the name of a partition'),
      cpu: this.#word([...path, 'cpu'], given['cpu'], 'the name of a partition'),
    };
  }

  #word(path: ConfigPath, given: unknown, wanted: string): string | undefined {
    if (given === undefined || isWord(given)) return given;
    this.#refuse(path, given, wanted);
    return undefined;
  }

  #checkKeys(path: ConfigPath, record: object, known: readonly string[]): void {
    for (const key of Object.keys(record)) {
      if (known.includes(key)) continue;
      const at = [...path, key];
      this.problems.push(unknownAccountKey(fullName(at), known, this.#given.locate(at)));
    }
  }

  #refuse(path: ConfigPath, found: unknown, wanted: string): void {
    const span = this.#given.locate(path) ?? this.#given.locate(path.slice(0, -1));
    this.problems.push(badAccountValue(fullName(path), { found, wanted }, span));
  }
}

function fullName(path: ConfigPath): string {
  return [SLURM_KEY, ...path].join('.');
}

/** As it can stand in a command line and in a list with commas. */
function isWord(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.+-]+$/u.test(value);
}

function isCount(value: unknown, least: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least;
}
