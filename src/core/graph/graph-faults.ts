import type { Diagnostic } from '../diagnostic.ts';
import type { JobId } from './job-graph.ts';
import type { FileId } from './path-table.ts';
import type { Product, RuleMatch } from './rule-index.ts';

/** Why a file is unavailable, other than that no rule makes it. */
export type FileFault =
  | { readonly kind: 'ambiguous'; readonly matches: readonly RuleMatch[] }
  /** The job that would make it would write outside of the working directory. */
  | { readonly kind: 'outside'; readonly match: RuleMatch; readonly output: Product }
  /** No file can have this path, or one that would be made with it. */
  | { readonly kind: 'too-long'; readonly path: string };

/** Why a job cannot be built, other than that an input is unavailable. */
export type JobFault =
  | {
      readonly kind: 'no-inputs';
      readonly job: JobId;
      readonly diagnostics: readonly Diagnostic[];
      /** The input function found none for these wildcards, rather than gave something else. */
      readonly isRefusal: boolean;
    }
  /** The rule that must make an input is not there, or does not make it. */
  | {
      readonly kind: 'not-made';
      readonly job: JobId;
      readonly input: number;
      readonly rule: number;
    }
  /** Another input has another rule make the same file. */
  | {
      readonly kind: 'taken';
      readonly job: JobId;
      readonly input: number;
      readonly rule: number;
      readonly otherRule: number;
    };

/** All that is wrong, as found. What no target needs in the end is not reported. */
export class GraphFaults {
  readonly files: Map<FileId, FileFault> = new Map();
  readonly jobs: JobFault[] = [];
}
