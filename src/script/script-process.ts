import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readsFileOf, type ScriptPayload } from '../core/job/script-payload.ts';
import { compiledModules } from './compiled-modules.ts';
import { makeScriptJob } from './make-script-job.ts';
import { scriptErrorText } from './script-error.ts';
import { setScriptHost } from './script-host.ts';
import { unwatched, watchConfig } from './watch-config.ts';

/**
 * Runs the default export of a compiled module with the job that a payload file describes. What it
 * throws is written to the error output, with the author's lines; then the exit code is 1. When it
 * succeeds, what it read of the config is left beside the payload.
 */
export async function runScript(
  compiledFile: string,
  payloadFile: string,
  workerUrl: URL,
): Promise<void> {
  process.setSourceMapsEnabled(true);
  process.once('beforeExit', reportUnfinished);
  try {
    setScriptHost({ compiledUrl: compiledModules(compiledFile), workerUrl });
    const payload: ScriptPayload = JSON.parse(readFileSync(payloadFile, 'utf8'));
    const { config, paths } = watchConfig(payload.config);
    cloneUnwatched();
    recordAtExit(resolve(readsFileOf(payloadFile)), paths);
    const module: { readonly default?: unknown } = await import(pathToFileURL(compiledFile).href);
    if (typeof module.default !== 'function') throw new Error(noFunction(module));
    await module.default(makeScriptJob({ ...payload, config }, tmpdir()));
  } catch (error) {
    process.stderr.write(scriptErrorText(error));
    process.exitCode = 1;
  }
  process.off('beforeExit', reportUnfinished);
}

/** At the exit, since scripts may end themselves. */
function recordAtExit(file: string, paths: () => readonly string[]): void {
  process.once('exit', (code) => {
    if (code !== 0) return;
    try {
      writeFileSync(`${file}.new`, JSON.stringify(paths()));
      renameSync(`${file}.new`, file);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      process.stderr.write(`Error: cannot record what the script read of the config: ${why}\n`);
      process.exitCode = 1;
    }
  });
}

/** A watched config can be cloned as a plain one can. */
function cloneUnwatched(): void {
  const clone = globalThis.structuredClone;
  globalThis.structuredClone = (value, options) => clone(unwatched(value), options);
}

function noFunction(module: { readonly default?: unknown }): string {
  const what = module.default === undefined ? 'nothing' : 'something else';
  return `the script exports ${what} as its default: write \`export default function (job) { … }\``;
}

/** Nothing is left that Node could wait for, and the script has not come to its end. */
function reportUnfinished(): void {
  process.stderr.write('Error: the script ended early: it waits for what never comes\n');
  process.exitCode = 1;
}
