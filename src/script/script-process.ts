import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { ScriptPayload } from '../core/job/script-payload.ts';
import { compiledModules } from './compiled-modules.ts';
import { makeScriptJob } from './make-script-job.ts';
import { scriptErrorText } from './script-error.ts';
import { setScriptHost } from './script-host.ts';

/**
 * Runs the default export of a compiled module with the job that a payload file describes. What it
 * throws is written to the error output, with the author's lines; then the exit code is 1.
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
    const module: { readonly default?: unknown } = await import(pathToFileURL(compiledFile).href);
    if (typeof module.default !== 'function') throw new Error(noFunction(module));
    await module.default(makeScriptJob(payload));
  } catch (error) {
    process.stderr.write(scriptErrorText(error));
    process.exitCode = 1;
  }
  process.off('beforeExit', reportUnfinished);
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
