import type { Wildcards } from '../pattern/path-pattern.ts';
import type { FileGroups } from './file-groups.ts';

/** What a rule writes: numbers, texts with units ("4 GB", "2 h"), or functions of the job. */
export interface Amounts {
  readonly threads: Amount;
  /** `mem`, `disk`, `time`, `gpus`, `gpuMem`, and any name of the user's own. */
  readonly resources: Readonly<Record<string, Amount>>;
  /** How long an attempt is thought to take, for as long as no record says it. */
  readonly expect?: Amount;
  /** Other amounts, of which the first that the run can hold replace these; never none. */
  readonly oneOf?: readonly AmountVariant[];
}

/** A way to run a job: values in the place of those of its rule. */
export interface AmountVariant {
  readonly threads?: number | string;
  readonly expect?: number | string;
  readonly resources: Readonly<Record<string, number | string>>;
}

export type Amount = number | string | AmountFunction;

export type AmountFunction = (context: AmountContext) => number | string;

export interface AmountContext {
  readonly wildcards: Wildcards;
  readonly config: unknown;
  readonly input: FileGroups;
  /** From 1. */
  readonly attempt: number;
  /** Why the last attempt ended; undefined at the first. */
  readonly failure: FailureCause | undefined;
}

/** Why an attempt ended without success. */
export type FailureCause =
  | 'exit'
  | 'signal'
  | 'oom'
  | 'timeout'
  | 'node'
  | 'preempted'
  | 'missing-output'
  | 'start';

/** What one attempt of a job asks for, in plain units. */
export interface ResourceRequest {
  readonly threads: number;
  /** Undefined: not stated. MiB. */
  readonly memMib: number | undefined;
  readonly diskMib: number | undefined;
  readonly timeS: number | undefined;
  /** Whole numbers are whole cards; a fraction below 1 is a share of one card. */
  readonly gpus: number;
  readonly gpuMemMib: number | undefined;
  readonly custom: Readonly<Record<string, number | string>>;
}
