import type { Worker } from 'node:worker_threads';
import { LOADED, type ThreadAnswer, type ThreadTask, THREAD_MARK } from './thread-protocol.ts';
import { transferListOf } from './transfer.ts';
import { unwatched } from './watch-config.ts';

/** Threads that wait for their next task; they do not keep the process alive. */
const idle: Thread[] = [];

/** A module that takes longer than this to load will not end by itself. */
const LONGEST_LOAD_MS = 30_000;

/** A thread from the pool, or a new one. Given back by `release`. */
export function acquireThread(workerUrl: URL): Thread {
  return idle.pop() ?? new Thread(workerUrl);
}

export function releaseThread(thread: Thread): void {
  if (thread.isUsable) idle.push(thread);
}

/** A worker thread that does one task at a time. */
export class Thread {
  readonly #worker: Worker;
  #settle: { done: (answer: ThreadAnswer) => void; broke: (error: Error) => void } | undefined;
  #isUsable = true;
  #isLoading = false;
  #loaded: (() => void) | undefined;

  constructor(workerUrl: URL) {
    // Not imported above: every workflow file loads this module, and few start a thread.
    const threads = process.getBuiltinModule('node:worker_threads');
    this.#worker = new threads.Worker(workerUrl, { workerData: THREAD_MARK });
    this.#worker.unref();
    this.#worker.on('message', (said: ThreadAnswer | typeof LOADED) => {
      this.#hasLoaded();
      if (said !== LOADED) this.#settle?.done(said);
    });
    this.#worker.on('messageerror', (error) => this.#break(error));
    this.#worker.on('error', (error) => this.#break(error));
    this.#worker.on('exit', (code) => this.#break(new Error(`its thread exited with ${code}`)));
  }

  get isUsable(): boolean {
    return this.#isUsable;
  }

  /** Rejects if the thread itself fails; a function that throws is an answer. */
  async ask(task: ThreadTask): Promise<ThreadAnswer> {
    this.#worker.ref();
    this.#isLoading = true;
    try {
      return await new Promise((done, broke) => {
        this.#settle = { done, broke };
        const item = unwatched(task.item);
        this.#worker.postMessage({ ...task, item }, transferListOf(task.item));
      });
    } finally {
      this.#settle = undefined;
      // The process has to wait for the end of a thread that is being ended.
      if (this.#isUsable) this.#worker.unref();
    }
  }

  /**
   * Ends the thread, whatever it does. V8 takes down the whole process where a thread is ended in
   * the midst of evaluating a module, so that is waited for.
   */
  async end(): Promise<void> {
    this.#isUsable = false;
    if (this.#isLoading) {
      await new Promise<void>((loaded) => {
        this.#loaded = loaded;
        setTimeout(loaded, LONGEST_LOAD_MS).unref();
      });
    }
    await this.#worker.terminate();
  }

  #hasLoaded(): void {
    this.#isLoading = false;
    this.#loaded?.();
  }

  #break(error: unknown): void {
    this.#isUsable = false;
    this.#hasLoaded();
    this.#settle?.broke(error instanceof Error ? error : new Error(String(error)));
  }
}
