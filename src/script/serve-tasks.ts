import { type MessagePort, parentPort, type TransferListItem } from 'node:worker_threads';
import { assert } from '../core/diagnostic.ts';
import {
  callTask,
  errorAnswer,
  LOADED,
  type ThreadAnswer,
  type ThreadTask,
} from './thread-protocol.ts';
import { transferListOf } from './transfer.ts';

/** The other end of `parallelMap`: does one task after the other, in a worker thread. */
export function serveTasks(): void {
  const port = parentPort;
  assert(port !== null, 'tasks are served in a worker thread');
  process.setSourceMapsEnabled(true);
  port.on('message', (task: ThreadTask) => {
    void serve(port, task);
  });
}

async function serve(port: MessagePort, task: ThreadTask): Promise<void> {
  const post = (answer: ThreadAnswer, list: readonly TransferListItem[] = []): void =>
    port.postMessage(answer, list);
  try {
    const result = await callTask(task, () => port.postMessage(LOADED));
    // Throws for what cannot go to another thread, such as a function.
    post({ kind: 'result', result }, transferListOf(result));
  } catch (error) {
    post(errorAnswer(error));
  }
}
