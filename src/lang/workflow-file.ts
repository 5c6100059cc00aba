import type { KnownKeys } from '../core/config/unknown-keys.ts';
import type { ConfigPath } from '../core/config/config-at.ts';
import type { Diagnostic, SourceSpan } from '../core/diagnostic.ts';
import type { OrderChain } from '../core/rule/rule-order.ts';
import type { RulePart } from './rule/rule-part.ts';

/** A config as it was given, before defaults and schema: files and `--config`, merged. */
export interface GivenConfig {
  readonly value: Readonly<Record<string, unknown>>;
  /** Where a key of it, or an item of a list, is written; undefined for the command line. */
  readonly locate: (path: ConfigPath) => SourceSpan | undefined;
}

/** A workflow file of either face: what is the same in both. */
export interface WorkflowFile {
  /** Absolute. */
  readonly file: string;
  /** The keys that it may read, as far as it says. */
  readonly knownKeys: () => KnownKeys;
  /** The config as its rules see it. Throws a `FlowError` with all that is wrong. */
  readonly readConfig: (given: GivenConfig) => Promise<unknown>;
  /** Its rules, for a config that `readConfig` answered. */
  readonly makeRules: (config: unknown) => Promise<FileRules>;
}

export interface FileRules {
  /** In order. */
  readonly parts: readonly (RulePart | Include)[];
  /** What is wrong with the file beside its rules. */
  readonly diagnostics: readonly Diagnostic[];
  /** Wildcards that it constrains for all of its rules, and where. */
  readonly constraints: { readonly names: readonly string[]; readonly span: SourceSpan };
  /** Which rule is preferred for a file that several make; of all rules of the workflow. */
  readonly order: readonly OrderChain[];
  /** Variables of the environment that jobs need. */
  readonly envvars: readonly NeededVariable[];
}

/** A variable of the environment that has to be there when jobs run. */
export interface NeededVariable {
  readonly name: string;
  readonly span: SourceSpan;
}

/** Another workflow file, whose rules stand in this place. */
export interface Include {
  readonly kind: 'include';
  /** As written. */
  readonly path: string;
  /** Absolute. */
  readonly file: string;
  readonly span: SourceSpan;
}
