import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import {
  bridgeEnded,
  daskUnreachable,
  daskVersionsDiffer,
  daskWithoutWorkers,
  noDistributed,
  pythonNotStarted,
} from '../../core/catalogue/dask.ts';
import { diskWords } from '../../core/catalogue/environment.ts';
import { type Diagnostic, FlowError } from '../../core/diagnostic.ts';
import type { BridgeEvent, BridgeNews, BridgeReady, BridgeRequest } from './bridge-messages.ts';

export interface BridgeOptions {
  readonly python: string;
  /** Absolute: `bridge.py`. */
  readonly program: string;
  readonly cluster: DaskPlace;
  /** All but the first, which says whether it is ready. */
  readonly onEvent: (event: BridgeNews) => void;
  /** How long to wait for a first worker. */
  readonly patienceS?: number;
  /** It was ready, and is gone without having been closed. */
  readonly onGone: () => void;
}

/** A scheduler that is there, or a cluster on this machine that the bridge starts and ends. */
export type DaskPlace =
  | { readonly kind: 'scheduler'; readonly address: string }
  | {
      readonly kind: 'local';
      readonly cores: number /** Identities of cards. */;
      readonly gpus: readonly string[];
    };

const CLOSE_MS = 10_000;
const LAST_LINES = 12;

/** The Python process between us and a Dask scheduler. */
export class BridgeProcess {
  readonly #options: BridgeOptions;
  readonly #child: ChildProcessWithoutNullStreams;
  /** Of what it said on standard error. */
  readonly #lastLines: string[] = [];
  readonly #gone: Promise<void>;
  #isReady = false;
  #isClosing = false;

  constructor(options: BridgeOptions) {
    this.#options = options;
    const { python, program, cluster, patienceS = 20 } = options;
    // In a session of its own: a Ctrl-C in the terminal is for us, and not for it.
    this.#child = spawn(
      python,
      ['-B', program, '--patience', String(patienceS), ...wordsOf(cluster)],
      {
        detached: true,
        env: { ...process.env, ...cardsOf(cluster) },
      },
    );
    this.#child.stdin.on('error', () => undefined);
    this.#gone = new Promise((resolve) => {
      this.#child.once('close', () => resolve());
      this.#child.once('error', () => resolve());
    });
    createInterface({ input: this.#child.stderr }).on('line', (line) => {
      this.#lastLines.push(line);
      if (this.#lastLines.length > LAST_LINES) this.#lastLines.shift();
    });
  }

  /** @throws FlowError if it cannot talk to a scheduler with workers. */
  async open(): Promise<BridgeReady> {
    return await new Promise((resolve, reject) => {
      createInterface({ input: this.#child.stdout }).on('line', (line) => {
        // Our own program wrote it.
        const event: BridgeEvent = JSON.parse(line);
        if (event.event === 'ready') {
          this.#isReady = true;
          resolve(event);
        } else if (event.event === 'failed') reject(new FlowError(this.#problem(event)));
        else this.#options.onEvent(event);
      });
      this.#child.once('error', (error) => {
        const why = ('code' in error && diskWords(String(error.code))) || error.message;
        reject(new FlowError(pythonNotStarted(this.#options.python, why)));
      });
      void this.#gone.then(() => {
        reject(new FlowError(bridgeEnded(this.#options.python, this.#lastLines)));
        if (this.#isReady && !this.#isClosing) this.#options.onGone();
      });
    });
  }

  /** Of the process itself, for those who want to kill it. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  send(request: BridgeRequest): void {
    if (request.jobs.length > 0) this.#child.stdin.write(`${JSON.stringify(request)}\n`);
  }

  /** Leaves running jobs to their supervisors; a local cluster ends, and they with it. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#child.stdin.end();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), CLOSE_MS);
    await this.#gone;
    clearTimeout(timer);
  }

  #problem({ kind, detail }: BridgeEvent & { readonly event: 'failed' }): Diagnostic {
    const { python, cluster } = this.#options;
    const address = cluster.kind === 'scheduler' ? cluster.address : 'a local cluster';
    switch (kind) {
      case 'no-distributed':
        return noDistributed(python);
      case 'unreachable':
        return daskUnreachable(address, detail);
      case 'no-workers':
        return daskWithoutWorkers(address);
      case 'versions':
        return daskVersionsDiffer(detail);
    }
  }
}

/** Workers of our own cluster see the cards that it was given, and no others. */
function cardsOf(cluster: DaskPlace): Readonly<Record<string, string>> {
  return cluster.kind === 'local' ? { CUDA_VISIBLE_DEVICES: cluster.gpus.join(',') } : {};
}

function wordsOf(cluster: DaskPlace): readonly string[] {
  if (cluster.kind === 'scheduler') return [cluster.address];
  return ['--local', String(cluster.cores), '--gpus', String(cluster.gpus.length)];
}
