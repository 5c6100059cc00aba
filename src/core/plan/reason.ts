/**
 * Why a job is in the plan, as data, with the old and the new value.
 *
 * `own`: something of this job changed; it will run. `conditional`: a job that makes one of its
 * inputs will run; the job is pruned if that input comes out as it was.
 */
export type Reason = OwnReason | ConditionalReason;

export type OwnReason =
  | { readonly kind: 'forced'; readonly by: 'forceall' | 'forcerun' | 'force' }
  /** It has a command and no outputs, so nothing could tell that it is done. */
  | { readonly kind: 'no-output' }
  | { readonly kind: 'output-missing'; readonly path: string }
  /** An earlier attempt was started and its end is unknown. */
  | { readonly kind: 'incomplete'; readonly path: string }
  /** No record, and the output is not what its rule ensures: digests, or `empty`. */
  | {
      readonly kind: 'not-ensured';
      readonly path: string;
      readonly old: string;
      readonly new: string;
    }
  /** No record: as in make. Milliseconds since 1970. */
  | {
      readonly kind: 'input-newer';
      readonly input: string;
      readonly inputMtimeMs: number;
      readonly output: string;
      readonly outputMtimeMs: number;
    }
  /** Digests as 64 hex digits, or `absent`, or `unknown` where a file changed under the look. */
  | {
      readonly kind: 'input-changed';
      readonly path: string;
      readonly old: string;
      readonly new: string;
    }
  | {
      readonly kind: 'inputs-changed';
      readonly added: readonly string[];
      readonly removed: readonly string[];
      /** Same files under other names or in another order; both as `name=path` lists. */
      readonly old: readonly string[];
      readonly new: readonly string[];
    }
  | { readonly kind: 'code-changed'; readonly old: string; readonly new: string }
  | {
      readonly kind: 'params-changed';
      /** One a param that differs; undefined: it was not there. Canonical JSON. */
      readonly changes: readonly {
        readonly name: string;
        readonly old: string | undefined;
        readonly new: string | undefined;
      }[];
    }
  | { readonly kind: 'env-changed'; readonly old: string; readonly new: string }
  /** A removed temporary file that a job which runs reads. */
  | { readonly kind: 'temp-needed'; readonly path: string };

export type ConditionalReason =
  | { readonly kind: 'input-remade'; readonly path: string }
  /** A removed temporary file that a job reads which runs only if its other inputs change. */
  | { readonly kind: 'temp-may-be-needed'; readonly path: string };

/** The kinds that the user can switch off, in the words of `--rerun-triggers`. */
export const TRIGGERS = ['mtime', 'input', 'code', 'params', 'software-env'] as const;
export type Trigger = (typeof TRIGGERS)[number];
