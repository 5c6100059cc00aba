import type { SourceSpan } from '../diagnostic.ts';
import type { PathPattern, Wildcards } from '../pattern/path-pattern.ts';
import type { ArgumentTemplate, CommandTemplate } from '../template/command-template.ts';
import type { FileGroups } from './file-groups.ts';
import type { OutputFlags } from './output-flags.ts';
import type { ParamValue } from './param-value.ts';
import type { AmountFunction, Amounts } from './resources.ts';

/**
 * A recipe: patterns of output files, what they need, how to make them.
 *
 * Both faces, TypeScript and YAML, end in these values; nothing after them knows which it was.
 */
export interface Rule {
  readonly name: string;
  /** Where the rule is declared. */
  readonly span: SourceSpan;
  /** Folder of the declaring file; script paths are relative to it. Absolute. */
  readonly folder: string;
  /** The rule's wildcards: those of its outputs, in order of first appearance. */
  readonly wildcardNames: readonly string[];
  readonly input: readonly InputGroup[];
  readonly output: readonly OutputGroup[];
  /** Where the command's output goes besides flow's own log; same wildcards as the outputs. */
  readonly log: readonly LocatedPattern[];
  /** Where the runner of a job writes what it took; same wildcards as the outputs. */
  readonly benchmark: LocatedPattern | undefined;
  /** For people, when a job starts. */
  readonly message: ArgumentTemplate | undefined;
  readonly params: readonly Param[];
  /** Threads and named amounts. */
  readonly amounts: Amounts;
  /** More is earlier. */
  readonly priority: number | AmountFunction;
  /** How often a failed attempt is tried again; undefined: what the run says. */
  readonly retries: number | undefined;
  /** Undefined: a target rule, which only asks for its inputs. */
  readonly run: RunPart | undefined;
  /** Shell text that is run before the command of the job, in the same shell. */
  readonly preamble: string | undefined;
  /** Made when no target is given. */
  readonly isDefault: boolean;
  /** Where jobs run elsewhere, this one is run beside flow. */
  readonly isLocal: boolean;
}

/** How an input ties a job to the file's producer. */
export type EdgeKind =
  /** Waits for the producer, and runs again when the content changes. */
  | 'data'
  /** Waits for the producer; the command does not see it, and its content is no reason. */
  | 'order'
  /** Must exist; neither its age nor its content is a reason. */
  | 'ancient'
  /** Waits until the producer has ended, whatever became of it; may be absent. */
  | 'final';

export interface LocatedPattern {
  readonly pattern: PathPattern;
  readonly span: SourceSpan;
}

export interface InputPattern extends LocatedPattern {
  readonly edge: EdgeKind;
  /** The rule that must make it, where the workflow wrote `rule.output…` instead of a path. */
  readonly producer: string | undefined;
}

/** What stands under one name in `input`, or all of it where it has no names. */
export type InputGroup = PatternInputs | FunctionInputs;

export interface PatternInputs {
  readonly kind: 'patterns';
  /** Undefined: positional, `{input}` and `{input[0]}` only. */
  readonly name: string | undefined;
  /** False: written as a single path, so that scripts see a string and not a list. */
  readonly isList: boolean;
  readonly items: readonly InputPattern[];
}

export interface FunctionInputs {
  readonly kind: 'function';
  /** Undefined: the function may answer with several named groups. */
  readonly name: string | undefined;
  readonly span: SourceSpan;
  /** Of every file that the answer does not mark itself. */
  readonly edge: EdgeKind;
  readonly call: InputFunction;
}

/** Files that are known only once the wildcards are. May ask the disk; a promise parks the job. */
export type InputFunction = (context: InputContext) => InputAnswer;

export interface InputContext {
  readonly wildcards: Wildcards;
  readonly config: unknown;
  readonly files: FileQuestions;
}

/**
 * One path, a list of paths, groups of them by name, or a promise; a path that says how the job
 * depends on it is an `EdgedPath`. Checked where it is used.
 */
export type InputAnswer = unknown;

/** The disk as input functions see it: every question is logged, for caching and `watch`. */
export interface FileQuestions {
  exists(path: string): boolean;
  /** Paths that match the glob, sorted. */
  glob(pattern: string): readonly string[];
}

export interface OutputGroup {
  readonly name: string | undefined;
  readonly isList: boolean;
  readonly items: readonly OutputPattern[];
}

export interface OutputPattern extends LocatedPattern, OutputFlags {}

export type { ParamValue };

/** A value that the command sees and that is no file. Names are undefined for a plain list. */
export interface Param {
  readonly name: string | undefined;
  readonly span: SourceSpan;
  readonly value: ParamValue | ParamFunction;
  /** Kept out of the record, so that its change is no reason to run. */
  readonly isVolatile: boolean;
}

/** Never sees attempt, failure or threads, or a success at attempt 2 would rerun for ever. */
export type ParamFunction = (context: ParamContext) => unknown;

export interface ParamContext {
  readonly wildcards: Wildcards;
  readonly config: unknown;
  readonly input: FileGroups;
}

export type RunPart =
  | { readonly kind: 'shell'; readonly template: CommandTemplate; readonly span: SourceSpan }
  | {
      readonly kind: 'exec';
      readonly argv: readonly ArgumentTemplate[];
      readonly span: SourceSpan;
    }
  | {
      readonly kind: 'script';
      /** Absolute. */
      readonly path: string;
      readonly language: ScriptLanguage;
      readonly span: SourceSpan;
    };

export type ScriptLanguage = 'typescript' | 'python' | 'bash' | 'r';
