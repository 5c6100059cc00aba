// A thread that reads large files for `HashPool`. Its own entry of the bundle.
import { parentPort } from 'node:worker_threads';
import { errorCode } from './error-code.ts';
import { hashFile } from './hash-file.ts';
import type { HashAnswer } from './hash-pool.ts';

parentPort?.on('message', (path: string) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  parentPort?.postMessage(answer(path));
});

function answer(path: string): HashAnswer {
  try {
    return { kind: 'digest', digest: hashFile(path) };
  } catch (error) {
    return { kind: 'refused', code: errorCode(error) };
  }
}
