#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { cacheFolders, findCacheFolder } from '../adapters/modules/cache-folder.ts';
import { CodeCache } from './code-cache.ts';
import type { Host } from './program.ts';
import { tuneForFewJobs } from './tune-v8.ts';

/** Put in by the build: a name for the text of the program, and the names of its commands. */
declare const PROGRAM: string;
declare const COMMAND_NAMES: readonly string[];

/** What `program.ts` exports. */
interface Program {
  readonly start: (host: Host) => void;
}

/** Runs the text of the program, which is a CommonJS module. */
type RunText = (module: { exports: object }, require: NodeJS.Require, programUrl: string) => void;

launch(join(import.meta.dirname, 'program.cjs'));

/** Compiles the program, or takes what an earlier start has compiled, and runs it. */
function launch(file: string): void {
  // V8 refuses code that was compiled under other flags.
  tuneForFewJobs();
  const cache = openCache();
  const command = COMMAND_NAMES.find((name) => name === process.argv[2]) ?? 'run';
  const code = cache?.read(command);
  const script = new Script(
    `(function (module, require, programUrl) {${readFileSync(file, 'utf8')}\n})`,
    {
      filename: pathToFileURL(file).href,
      ...(code === undefined ? {} : { cachedData: code }),
    },
  );
  const { start } = run(script, file);
  const beforeExit = (): void => {
    if (code !== undefined && script.cachedDataRejected !== true) return;
    tuneForFewJobs();
    cache?.write(command, script.createCachedData());
  };
  start({ importModule: async (url) => await import(url), beforeExit });
}

function openCache(): CodeCache | undefined {
  const folder = findCacheFolder(cacheFolders(process.env));
  return folder === undefined ? undefined : new CodeCache(folder, PROGRAM);
}

function run(script: Script, file: string): Program {
  // The text is ours, and so is what is around it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const runText = script.runInThisContext() as RunText;
  const module = { exports: {} };
  runText(module, createRequire(file), pathToFileURL(file).href);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return module.exports as Program;
}
