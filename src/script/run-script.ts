// Runs a TypeScript script of a rule: `node run-script.mjs COMPILED-MODULE PAYLOAD-FILE`. The same
// file is what the script's worker threads run.

import { isMainThread, workerData } from 'node:worker_threads';
import { runScript } from './script-process.ts';
import { serveTasks } from './serve-tasks.ts';
import { THREAD_MARK } from './thread-protocol.ts';

const [compiledFile, payloadFile] = process.argv.slice(2);
if (!isMainThread && workerData === THREAD_MARK) {
  serveTasks();
} else if (compiledFile !== undefined && payloadFile !== undefined) {
  await runScript(compiledFile, payloadFile, new URL(import.meta.url));
} else {
  process.stderr.write('usage: node run-script.mjs COMPILED-MODULE PAYLOAD-FILE\n');
  process.exitCode = 2;
}
