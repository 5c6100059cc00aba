/** What a thread is asked: to call an exported function with an item. */
export interface ThreadTask {
  /** URL of the compiled module. */
  readonly module: string;
  readonly name: string;
  readonly item: unknown;
}

/** What it says, once a task, as soon as the module is loaded: before, nothing may end it. */
export const LOADED = 'loaded';

/** What it answers, once a task. */
export type ThreadAnswer =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly message: string; readonly stack: string };

/** `workerData` of a thread of ours. */
export const THREAD_MARK = 'dagflow:parallel-map';

/** Calls the function that a task names. Throws what it throws. */
export async function callTask(task: ThreadTask, loaded?: () => void): Promise<unknown> {
  const module: Record<string, unknown> = await import(/* @vite-ignore */ task.module);
  loaded?.();
  const call = module[task.name];
  if (typeof call !== 'function') {
    throw new Error(`parallelMap: \`${task.module}\` exports no function \`${task.name}\``);
  }
  const result: unknown = await call(task.item);
  return result;
}

/** What a thread answers when the function threw. */
export function errorAnswer(error: unknown): ThreadAnswer {
  return error instanceof Error
    ? { kind: 'error', message: error.message, stack: error.stack ?? '' }
    : { kind: 'error', message: String(error), stack: '' };
}
