import { dirname } from 'node:path';
import { readsFileOf } from '../core/job/script-payload.ts';
import type { Rule } from '../core/rule/rule.ts';
import type { Disk } from '../ports/disk.ts';
import type { Scripts } from './compile-scripts.ts';

export interface ConfigReadsRequest {
  readonly scripts: Pick<Scripts, 'configMentions'>;
  readonly config: unknown;
  readonly disk: Pick<Disk, 'read'>;
  /** Of this run, relative to the working directory. */
  readonly runFolder: string;
}

/**
 * The places of the config that a script reads: those that it names, or those that its runner left
 * beside the payload of the attempt; none without an attempt.
 */
export function configReads(
  { scripts, config, disk, runFolder }: ConfigReadsRequest,
  rule: Rule,
  token: string | undefined,
): readonly string[] {
  const named = scripts.configMentions(rule, config);
  if (named !== undefined || token === undefined) return named ?? [];
  const bytes = disk.read(readsFileOf(payloadFileOf(runFolder, token)));
  if (bytes === undefined) return [];
  const paths: readonly string[] = JSON.parse(new TextDecoder().decode(bytes));
  return paths;
}

/** Of an attempt that an earlier run launched, it lies with that run. */
export function payloadFileOf(runFolder: string, token: string): string {
  const runId = token.slice(0, token.indexOf('.'));
  return `${dirname(runFolder)}/${runId}/jobs/${token}.json`;
}
