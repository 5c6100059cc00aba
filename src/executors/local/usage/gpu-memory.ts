import { type ChildProcess, execFile } from 'node:child_process';

const QUERY = ['--query-compute-apps=pid,used_memory', '--format=csv,noheader,nounits'];
/** Asking the driver takes a tenth of a second and more. */
const ASK_EVERY_MS = 5_000;
const TIMEOUT_MS = 10_000;

/** How much memory processes use on the cards of this machine, as `nvidia-smi` tells it. */
export class GpuMemory {
  #usedMib: ReadonlyMap<number, number> = new Map();
  #asking: ChildProcess | undefined;
  #askedAtMs = Number.NEGATIVE_INFINITY;
  #isUseless = false;

  /** MiB by process number, on all cards together; as it was a few seconds ago. Asks anew. */
  usedMib(): ReadonlyMap<number, number> {
    const nowMs = performance.now();
    if (!this.#isUseless && this.#asking === undefined && nowMs - this.#askedAtMs >= ASK_EVERY_MS) {
      this.#askedAtMs = nowMs;
      this.#ask();
    }
    return this.#usedMib;
  }

  close(): void {
    this.#isUseless = true;
    this.#asking?.kill('SIGKILL');
  }

  #ask(): void {
    const options = { encoding: 'utf8', timeout: TIMEOUT_MS } as const;
    this.#asking = execFile('nvidia-smi', QUERY, options, (error, stdout) => {
      this.#asking = undefined;
      // Where it is not, or fails once, it will not do better a moment later.
      if (error === null) this.#usedMib = parsedApps(stdout);
      else this.#isUseless = true;
    });
  }
}

/** Lines `PID, MIB`; a process is there once a card. What is not told is no number. */
export function parsedApps(text: string): ReadonlyMap<number, number> {
  const used = new Map<number, number>();
  for (const line of text.split('\n')) {
    const [pid = Number.NaN, mib = Number.NaN] = line.split(',').map(Number);
    if (Number.isInteger(pid) && Number.isFinite(mib)) used.set(pid, (used.get(pid) ?? 0) + mib);
  }
  return used;
}
