import { scriptHost } from './script-host.ts';
import { acquireThread, releaseThread, type Thread } from './thread-pool.ts';
import { callTask, errorAnswer, type ThreadAnswer, type ThreadTask } from './thread-protocol.ts';

/** Work that is spread over the threads of a job. */
export interface ParallelMapRequest<Item> {
  /** `import.meta.url` of the module that exports the function. */
  readonly module: string;
  /** Name of the exported function; it is called with one item, and may be async. */
  readonly name: string;
  readonly items: readonly Item[];
  /** At most so many items at once; mostly `job.threads`. */
  readonly threads: number;
}

/**
 * Calls an exported function once an item, in worker threads, and answers the results in order.
 *
 * Every thread takes the next item when it is done with one, so that slow items do not hold up
 * the others. Items and results are copied as `postMessage` does; `SharedArrayBuffer`s are
 * shared, and what is marked by `transfer` is moved. The first error stops the rest and says
 * which item it was. With one thread, or outside of a script that flow runs (in a test), the
 * items are done one after the other in this thread.
 */
export async function parallelMap<Item, Result>(
  request: ParallelMapRequest<Item>,
): Promise<Result[]> {
  const host = scriptHost();
  const module = host?.compiledUrl(request.module) ?? request.module;
  const results = Array.from<Result>({ length: request.items.length });
  // One iterator for all: whoever is free takes the next item.
  const queue = request.items.entries();
  const work = async (ask: Ask): Promise<void> => {
    for (const [index, item] of queue) {
      const answer = await ask({ module, name: request.name, item });
      if (answer.kind === 'error') throw itemError(request, index, answer);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a name carries no type: the caller gives it
      results[index] = answer.result as Result;
    }
  };
  const threadCount = Math.min(Math.floor(request.threads), request.items.length);
  if (host === undefined || threadCount <= 1) {
    await work(askHere);
    return results;
  }
  const threads = Array.from({ length: threadCount }, () => acquireThread(host.workerUrl));
  try {
    await Promise.all(threads.map(async (thread) => await work(askOf(thread))));
  } catch (error) {
    await Promise.all(threads.map(async (thread) => await thread.end()));
    throw error;
  }
  for (const thread of threads) releaseThread(thread);
  return results;
}

type Ask = (task: ThreadTask) => Promise<ThreadAnswer>;

function askOf(thread: Thread): Ask {
  return async (task) => {
    try {
      return await thread.ask(task);
    } catch (error) {
      return errorAnswer(error);
    }
  };
}

async function askHere(task: ThreadTask): Promise<ThreadAnswer> {
  try {
    return { kind: 'result', result: await callTask(task) };
  } catch (error) {
    return errorAnswer(error);
  }
}

function itemError(
  { name, items }: ParallelMapRequest<unknown>,
  index: number,
  { message, stack }: { readonly message: string; readonly stack: string },
): Error {
  const shown = shortJson(items[index]);
  const error = new Error(
    `\`${name}\` failed for item ${index + 1} of ${items.length}, ${shown}: ${message}`,
  );
  // The frames of the function that failed say more than those of this one.
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
  if (frames.length > 0) error.stack = [`${error.name}: ${error.message}`, ...frames].join('\n');
  return error;
}

const SHOWN_LENGTH = 80;

/** The item as text for a message: numbers and names are telling, buffers are left out. */
function shortJson(item: unknown): string {
  const text = JSON.stringify(item, (_, value: unknown) =>
    ArrayBuffer.isView(value) ? `${value.constructor.name}(${value.byteLength} bytes)` : value,
  );
  if (text === undefined) return String(item);
  return text.length <= SHOWN_LENGTH ? text : `${text.slice(0, SHOWN_LENGTH)}…`;
}
