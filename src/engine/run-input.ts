import type { FileId } from '../core/graph/path-table.ts';
import type { JobOutcome } from '../ports/executor.ts';

/** What happened, as the machine is told. */
export type RunInput =
  | { readonly kind: 'started' }
  | {
      readonly kind: 'job-ended';
      readonly token: string;
      readonly outcome: JobOutcome;
      readonly durationMs: number;
    }
  /** The content of an output whose digest was still to come; undefined: it cannot be known. */
  | { readonly kind: 'digest-known'; readonly file: FileId; readonly digest: string | undefined }
  /** The first signal ends running jobs gently, the second at once. */
  | { readonly kind: 'cancelled'; readonly signal: string }
  | { readonly kind: 'timer-fired'; readonly timer: number }
  /** Attempts that are dead and of which no outcome will come. */
  | {
      readonly kind: 'outcomes-missing';
      readonly tokens: readonly string[];
      readonly detail: string;
    }
  /** The journal or the executor takes nothing any more: these attempts were not launched. */
  | { readonly kind: 'broke'; readonly unlaunched: readonly string[] };
