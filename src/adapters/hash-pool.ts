import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';

/** What a worker says of one path. */
export type HashAnswer =
  | { readonly kind: 'digest'; readonly digest: string }
  | { readonly kind: 'refused'; readonly code: string };

interface Task {
  readonly path: string;
  readonly resolve: (digest: string) => void;
  readonly reject: (error: Error) => void;
}

/** A file could not be read; `code` as in `ENOENT`. */
class ReadError extends Error {
  override readonly name = 'ReadError';
  readonly syscall = 'read';
  readonly code: string;

  constructor(path: string, code: string) {
    super(`${code}: ${path}`);
    this.code = code;
  }
}

/**
 * Hashes large files in threads, as many at once as it may use. Threads begin when they are needed,
 * and an idle one does not keep the program alive.
 */
export class HashPool {
  readonly #threads: number;
  readonly #workerFile: string;
  readonly #idle: Worker[] = [];
  readonly #busy = new Map<Worker, Task>();
  readonly #waiting: Task[] = [];

  constructor({ threads, workerFile }: { readonly threads: number; readonly workerFile: string }) {
    this.#threads = Math.max(1, threads);
    this.#workerFile = workerFile;
  }

  /** sha256 in hex. Rejects with `ReadError`. */
  async digest(path: string): Promise<string> {
    return await new Promise((resolve, reject) => {
      this.#waiting.push({ path, resolve, reject });
      this.#assign();
    });
  }

  /** Ends all threads; what they were reading is rejected. */
  async close(): Promise<void> {
    const workers = [...this.#idle, ...this.#busy.keys()];
    this.#idle.length = 0;
    const tasks = [...this.#busy.values(), ...this.#waiting.splice(0)];
    this.#busy.clear();
    for (const { path, reject } of tasks) reject(new ReadError(path, 'ECANCELED'));
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  #assign(): void {
    while (this.#waiting.length > 0) {
      const worker = this.#idle.pop() ?? this.#spawn();
      if (worker === undefined) return;
      const task = this.#waiting.shift();
      if (task === undefined) return;
      this.#busy.set(worker, task);
      worker.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
      worker.postMessage(task.path);
    }
  }

  #spawn(): Worker | undefined {
    if (this.#busy.size >= this.#threads) return undefined;
    // Not imported above: few runs have a file that is large enough for a thread.
    const threads = process.getBuiltinModule('node:worker_threads');
    const worker = new threads.Worker(this.#workerFile);
    worker.on('message', (answer: HashAnswer) => this.#finish(worker, answer));
    worker.on('error', (error) => this.#bury(worker, error));
    return worker;
  }

  #finish(worker: Worker, answer: HashAnswer): void {
    const task = this.#busy.get(worker);
    if (task === undefined) return;
    this.#busy.delete(worker);
    worker.unref();
    this.#idle.push(worker);
    if (answer.kind === 'digest') task.resolve(answer.digest);
    else task.reject(new ReadError(task.path, answer.code));
    this.#assign();
  }

  /** The thread died by itself: out of memory, say. */
  #bury(worker: Worker, error: Error): void {
    const task = this.#busy.get(worker);
    this.#busy.delete(worker);
    task?.reject(error);
    this.#assign();
  }
}

/** The worker's file beside the bundle; undefined where the program runs from its source. */
export function bundledWorker(): string | undefined {
  const path = fileURLToPath(new URL('./hash-worker.mjs', import.meta.url));
  return existsSync(path) ? path : undefined;
}

const PIECE_BYTES = 1024 * 1024;

/** What a thread does, without one: piece by piece, with room for others in between. */
export async function hashInPieces(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const digest = process.getBuiltinModule('node:crypto').createHash('sha256');
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, PIECE_BYTES);
      if (bytesRead === 0) return digest.digest('hex');
      digest.update(piece.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}
