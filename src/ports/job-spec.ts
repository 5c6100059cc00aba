import type { ResourceRequest } from '../core/rule/resources.ts';

/**
 * One attempt at a job, frozen: all that whoever runs it gets to know. Plain JSON, so that it can
 * cross to another host. Prepare, verify and settle are data here, and are carried out where the
 * job runs.
 */
export interface JobSpec {
  readonly version: 1;
  /** Names this attempt and no other; fences late outcomes, and marks the job's processes. */
  readonly token: string;
  readonly runId: string;
  /** For people: `stitch cycle=1`. */
  readonly label: string;
  readonly rule: string;
  readonly attempt: number;
  /** Absolute; all paths below are relative to it or absolute. */
  readonly workingDirectory: string;

  readonly prepare: Prepare;
  readonly command: JobCommand;
  /** Added to the environment of whoever runs the job; `undefined`-free, no secrets. */
  readonly environment: Readonly<Record<string, string>>;
  readonly resources: ResourceRequest;
  /** Identities of leased GPUs, as they go into `CUDA_VISIBLE_DEVICES`; empty: none. */
  readonly gpus: readonly string[];
  /** Where it was placed, in a run of several pools. */
  readonly pool?: string;
  /** Where the output of the command goes, both streams. */
  readonly logFile: string;
  readonly verify: Verify;
  /** Of an attempt that does not succeed: its outputs go there, instead of being removed. */
  readonly keepRemains?: { readonly folder: string; readonly moves: readonly Move[] };
  /** Where to write what a success took, as a table. */
  readonly benchmarkFile?: string;
  /** For people: what the rule says when its job starts. */
  readonly message?: string;
  /** Where attempts may outlive us: whoever adopts one sees by it whether the job is still the same. */
  readonly texts?: SpecTexts;
}

/** What the record of a success keeps of its job, as it was when the attempt was launched. */
export interface SpecTexts {
  readonly shape: string;
  readonly code: string;
  readonly params: string;
  readonly env: string;
}

export interface Prepare {
  /** Before anything else; a missing file is an outcome, not an error. */
  readonly inputs: readonly SpecInput[];
  /** Folders of outputs and logs. */
  readonly makeDirectories: readonly string[];
  /** What the command reads about its job: scripts get their `job` from such a file. */
  readonly writeFiles: readonly { readonly path: string; readonly text: string }[];
  /** Old outputs, renamed to siblings; those that do not exist are passed over. */
  readonly moveAside: readonly Move[];
}

export interface Move {
  readonly from: string;
  readonly to: string;
  /** Where it ends if the attempt succeeds, instead of being removed: it was edited by hand. */
  readonly keepAs?: string;
}

export interface SpecInput {
  readonly path: string;
  /** Content is part of the record (not for order edges). */
  readonly isFingerprinted: boolean;
  /** May be absent: inputs of `final` edges. */
  readonly isOptional: boolean;
  /** What is known of it; used instead of hashing if the stat is the same. */
  readonly known: KnownFile | undefined;
}

export interface KnownFile {
  readonly size: number;
  readonly mtimeMs: number;
  readonly digest: string;
}

export type JobCommand =
  /** Run by `bash -euo pipefail`. */
  (
    | { readonly kind: 'shell'; readonly text: string }
    | { readonly kind: 'exec'; readonly argv: readonly string[] }
  ) & {
    /** For people, where the command itself would tell them little: a script by its path. */
    readonly shownAs?: string;
  };

export interface Verify {
  readonly outputs: readonly SpecOutput[];
  /** How long to wait for outputs to come into sight (network file systems). */
  readonly latencyWaitMs: number;
}

export interface SpecOutput {
  readonly path: string;
  readonly type: 'file' | 'directory';
  /** What is written there once the command has succeeded, if it made no such file itself. */
  readonly touch?: string;
  /** The attempt succeeds without it, too. */
  readonly isOptional?: true;
  /** What has to hold of what is there. */
  readonly ensure?: { readonly nonEmpty: boolean; readonly sha256?: string };
  /** Write permission is taken away after a success; while it is away, no attempt may begin. */
  readonly isProtected?: true;
}
