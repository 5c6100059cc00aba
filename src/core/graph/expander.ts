import type { Diagnostic, SourceSpan } from '../diagnostic.ts';
import type { GroupShape } from '../rule/file-groups.ts';

/** An input that any rule may make. */
export const ANY_RULE = -1;
/** An input that is to be made by a rule that is not there. */
export const UNKNOWN_RULE = -2;

/**
 * What a job needs, in columns: one file, edge and pin an input.
 *
 * The columns of a shared answer never change, and the same object is given for every job of the
 * rule. Those of any other answer are good until the next question.
 */
export interface JobInputs {
  readonly kind: 'inputs';
  readonly isShared: boolean;
  readonly files: Int32Array;
  /** Indices into `EDGE_KINDS`. */
  readonly edges: Uint8Array;
  /** The rule that must make the file, `ANY_RULE` or `UNKNOWN_RULE`; undefined: any for all. */
  readonly pins: Int32Array | undefined;
  /** Index into `Expander.shapes`. */
  readonly shape: number;
}

/** The inputs of the job cannot be told: its input function failed, or gave no paths. */
export interface NoInputs {
  readonly kind: 'failed';
  readonly diagnostics: readonly Diagnostic[];
  /** It threw: perhaps there is no such job. Otherwise the workflow is wrong. */
  readonly isRefusal: boolean;
}

/** The inputs of the job are still being worked out. */
export interface ParkedInputs {
  readonly kind: 'parked';
  /** Never rejects. */
  readonly ready: Promise<unknown>;
  /** Asked once, after `ready`; nothing is numbered before, so that timing changes no number. */
  read(): JobInputs | NoInputs;
}

/** Tells what jobs need. */
export interface Expander {
  /** Wildcards in the order of the rule's `wildcardNames`. Throws only for our bugs. */
  expand(rule: number, wildcardValues: readonly string[]): JobInputs | NoInputs | ParkedInputs;
  /** Grows. */
  readonly shapes: readonly (readonly GroupShape[])[];
  /** Where the workflow asks for an input, by its place among the inputs of a job. */
  placeOf(rule: number, shape: number, input: number): SourceSpan;
}
