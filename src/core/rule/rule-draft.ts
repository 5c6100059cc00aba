import type { SourceSpan } from '../diagnostic.ts';
import type { OutputFlags } from './output-flags.ts';
import type { Amounts, AmountFunction } from './resources.ts';
import type { EdgeKind, FunctionInputs, Param, ScriptLanguage } from './rule.ts';

/**
 * A rule as a face has read it: texts with their places, nothing compiled, nothing checked.
 * `makeRule` turns it into a `Rule` or says all that is wrong with it.
 */
export interface RuleDraft {
  readonly name: string;
  readonly span: SourceSpan;
  /** Folder of the declaring file, absolute. */
  readonly folder: string;
  /** What an unconstrained wildcard matches in this face; `[^/]+` in ours. */
  readonly wildcardDefault: string;
  /** By wildcard; inline constraints win over the rule's, the rule's over the workflow's. */
  readonly constraints: Readonly<Record<string, string>>;
  readonly workflowConstraints: Readonly<Record<string, string>>;
  readonly input: readonly (DraftInputs | FunctionInputs)[];
  /** It runs once the makers of its inputs have ended, whatever became of them. */
  readonly isAfterAny: boolean;
  readonly output: readonly DraftOutputs[];
  readonly log: readonly DraftPath[];
  readonly benchmark: DraftPath | undefined;
  readonly message: DraftPath | undefined;
  readonly params: readonly Param[];
  readonly amounts: Amounts;
  readonly priority: number | AmountFunction;
  readonly retries: number | undefined;
  readonly run: DraftRun | undefined;
  readonly preamble: string | undefined;
  readonly isDefault: boolean;
  readonly isLocal: boolean;
}

export interface DraftPath {
  readonly text: string;
  readonly span: SourceSpan;
}

export interface DraftInputs {
  readonly kind: 'patterns';
  readonly name: string | undefined;
  readonly isList: boolean;
  readonly items: readonly (DraftPath & {
    readonly edge: EdgeKind;
    readonly producer: string | undefined;
  })[];
}

export interface DraftOutputs {
  readonly name: string | undefined;
  readonly isList: boolean;
  readonly items: readonly (DraftPath & OutputFlags)[];
}

export type DraftRun =
  | { readonly kind: 'shell'; readonly text: string; readonly span: SourceSpan }
  | { readonly kind: 'exec'; readonly argv: readonly DraftPath[]; readonly span: SourceSpan }
  | {
      readonly kind: 'script';
      /** As written: relative to the rule's folder, or absolute. */
      readonly path: string;
      readonly language: ScriptLanguage;
      readonly span: SourceSpan;
    };
