import { mkdirSync, writeFileSync } from 'node:fs';
import { diskRefused } from '../core/catalogue/environment.ts';
import { FlowError } from '../core/diagnostic.ts';
import { errorCode, isSystemError } from './error-code.ts';
import { makeFolders } from './make-folders.ts';
import { uniqueText } from './unique-text.ts';

export interface RunFolderContent {
  readonly runId: string;
  /** The config as the workflow got it. */
  readonly config: unknown;
  readonly plan: RunFacts;
}

/** What a run is, known when it begins; written as `plan.json`. */
export interface RunFacts {
  /** Jobs by verdict. */
  readonly counts: Readonly<Record<string, number>>;
  /** The workflow file; absolute. */
  readonly workflow: string;
  /** As they were given; empty: the default target. */
  readonly targets: readonly string[];
  readonly host: string;
  readonly pid: number;
}

/**
 * A name for a run unlike any other's, that sorts by time: `20250131-142355-123-k3x9vb`, in UTC.
 * Fit for file names, environments and greps.
 */
export function newRunId(nowMs: number): string {
  const digits = new Date(nowMs).toISOString().replaceAll(/\D/g, '');
  const parts = [digits.slice(0, 8), digits.slice(8, 14), digits.slice(14, 17)];
  return [...parts, uniqueText().slice(-6)].join('-');
}

/**
 * Makes `.flow/runs/<id>/` with `config.json` and `plan.json`. Answers its path.
 *
 * @throws FlowError if the disk refuses.
 */
export function makeRunFolder(flowFolder: string, content: RunFolderContent): string {
  const folder = `${flowFolder}/runs/${content.runId}`;
  try {
    makeFolders(`${flowFolder}/runs`);
    mkdirSync(folder);
    writeFileSync(`${folder}/config.json`, jsonText(content.config));
    writeFileSync(`${folder}/plan.json`, jsonText(content.plan));
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new FlowError(diskRefused('make', { path: folder, code: errorCode(error) }), {
      cause: error,
    });
  }
  return folder;
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value ?? null, undefined, 2)}\n`;
}
