import type { Wildcards } from '../pattern/path-pattern.ts';
import type { FileGroups } from '../rule/file-groups.ts';
import type { JobParams } from '../template/command-template.ts';

/**
 * What a script gets to know of its job: plain JSON, written to a file that the script's runner
 * reads. In JSON a group without a name has no `name`.
 */
export interface ScriptPayload {
  readonly version: 1;
  readonly rule: string;
  /** For people: `stitch cycle=1`. */
  readonly label: string;
  readonly wildcards: Wildcards;
  readonly input: FileGroups;
  readonly output: FileGroups;
  readonly log: readonly string[];
  readonly params: JobParams;
  readonly threads: number;
  /** Plain amounts by name, as `resourceValues` makes them: flow's names and Snakemake's. */
  readonly resources: Readonly<Record<string, number | string>>;
  readonly config: unknown;
  /** From 1. */
  readonly attempt: number;
  /** Folder of the script file, absolute. */
  readonly scriptDirectory: string;
}

/** Where the runner of a language leaves which places of the config the script read: JSON, a list. */
export function readsFileOf(payloadFile: string): string {
  return `${payloadFile}.reads`;
}
