import type { ErrorCode } from './catalogue/pages/error-pages.ts';

/** A place in a rule file, a config file or on the command line. Lines and columns count from 1. */
export interface SourceSpan {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Characters to underline. */
  readonly length: number;
}

export interface LabelledSpan {
  readonly span: SourceSpan;
  readonly label: string;
}

/** Who has to act: the caller, the author of the workflow, the machine's owner, or we. */
export type DiagnosticKind = 'usage' | 'workflow' | 'environment' | 'internal';

/**
 * Something wrong, as data. Worded only in `core/catalogue/`, laid out only in `ui/`.
 *
 * Codes are words and permanent: people search for them, and each has a page.
 */
export interface Diagnostic {
  readonly code: ErrorCode;
  readonly kind: DiagnosticKind;
  readonly severity: 'error' | 'warning';
  /** One line, lower case, no full stop, in the user's words. */
  readonly title: string;
  /** Likeliest place first. */
  readonly spans: readonly LabelledSpan[];
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** One thing to do next. */
  readonly hint?: string;
}

/** What the shell sees. 130 is what it reports for a program that SIGINT ended. */
export const EXIT_CODE = {
  done: 0,
  job: 1,
  findings: 1,
  usage: 2,
  workflow: 2,
  environment: 3,
  internal: 70,
  interrupted: 130,
} as const;

/** Stops a phase with all that was found wrong in it. */
export class FlowError extends Error {
  override readonly name = 'FlowError';
  readonly diagnostics: readonly [Diagnostic, ...Diagnostic[]];

  constructor(diagnostics: Diagnostic | readonly Diagnostic[], options?: ErrorOptions) {
    const [first, ...rest] = [diagnostics].flat();
    if (first === undefined) throw new Error('FlowError: no diagnostic given');
    super(first.title, options);
    this.diagnostics = [first, ...rest];
  }
}

/** For the end of an exhaustive switch: reaching it is our bug. */
export function unreachable(value: never, what: string): never {
  throw new Error(`unexpected ${what}: ${JSON.stringify(value)}`);
}

/** States what must hold. A failure is our bug, never the user's mistake. */
export function assert(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(what);
}
