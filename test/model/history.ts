/**
 * Histories of a workflow as plain data: what a person does to files and rules, and when they run
 * it. Whoever plays a history (the planner, the engine, the whole program) brings their own hands.
 */
export interface History {
  readonly workflow: Workflow;
  readonly steps: readonly Step[];
}

export interface Workflow {
  readonly sources: readonly string[];
  /** Each after those that make its inputs. */
  readonly jobs: readonly JobSpec[];
}

/** A rule without wildcards, and so the one job of it. */
export interface JobSpec {
  /** Never changes. */
  readonly key: string;
  /** Of its rule. */
  readonly name: string;
  readonly inputs: readonly InputSpec[];
  readonly outputs: readonly OutputSpec[];
  /** What its command is; another number is another text. */
  readonly code: number;
  readonly params: number;
  /** Its command does not read the part of a content that stands after the dot. */
  readonly isCoarse: boolean;
  /** A target rule has none. */
  readonly hasCommand: boolean;
}

export interface InputSpec {
  readonly file: string;
  readonly edge: 'data' | 'order' | 'ancient' | 'final';
  readonly name: string | undefined;
}

export interface OutputSpec {
  readonly file: string;
  readonly isTemp: boolean;
  /** Its command makes it only for some of what it reads. */
  readonly isOptional: boolean;
}

/** Jobs and files are numbers, taken modulo how many there are, so that a history can shrink. */
export type Step =
  | ({ readonly kind: 'run' } & RunStep)
  /** By hand, of any file that is there: `fine` changes only what coarse commands do not read. */
  | {
      readonly kind: 'edit';
      readonly file: number;
      readonly how: 'coarse' | 'fine';
      /** Written with the time that the file had. */
      readonly keepsTime: boolean;
    }
  | { readonly kind: 'touch'; readonly file: number }
  /** Of outputs only. */
  | { readonly kind: 'delete'; readonly output: number }
  | { readonly kind: 'change-code'; readonly job: number }
  | { readonly kind: 'change-params'; readonly job: number }
  | { readonly kind: 'rename-rule'; readonly job: number }
  /** The first input goes to the end. */
  | { readonly kind: 'turn-inputs'; readonly job: number }
  | { readonly kind: 'name-input'; readonly job: number }
  /** Of the source files. */
  | { readonly kind: 'add-input'; readonly job: number; readonly source: number }
  | { readonly kind: 'drop-input'; readonly job: number }
  /** All records are lost. */
  | { readonly kind: 'forget' };

export interface RunStep {
  /** Outputs; none: everything that no other job reads, and all target rules. */
  readonly targets: readonly number[];
  readonly force: 'no' | 'all' | 'targets' | { readonly job: number };
  /** Triggers that are switched off. */
  readonly without: readonly ('mtime' | 'input' | 'code' | 'params')[];
  /** Jobs that fail if they run. */
  readonly failing: readonly number[];
  /** The program dies while the job that is the `start`-th to be started runs, from 0. */
  readonly kill: Kill | undefined;
  /** Which of the jobs that can be started is; taken in turns, modulo. */
  readonly choices: readonly number[];
}

export interface Kill {
  readonly start: number;
  /**
   * What the next run finds: all as before the attempt; or an attempt whose end is unknown, with
   * its old outputs away, or with half-written outputs.
   */
  readonly leaves: 'restored' | 'moved-aside' | 'half-written';
}
